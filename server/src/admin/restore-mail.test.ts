import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { numberAll } from '../../test/helpers/emit-events.ts'
import { createDatabase } from '../database/client.ts'
import { startMailWorld } from '../notifications/mail/fixtures/mail-world.ts'
import { claim } from '../notifications/mail/queue.ts'
import { notifyNext } from '../notifications/notify.ts'
import { writeBackup } from './backup.ts'
import { createTarget, temporaryFolder } from './fixtures/admin-world.ts'
import { restoreBackup } from './restore.ts'

test('a restored backup mails nothing of before, and what happens afterwards', async () => {
  const world = await startMailWorld()
  const { ben, fileId, projectId } = await world.review()
  // One mail may be on its way, one event waits, and one has no notification yet.
  await world.comment(ben, fileId, 'On its way.')
  await world.notify()
  world.passMinutes(11)
  const lost = { state: 'unknown', reason: 'Connection lost', permanent: false } as const
  await world.deliver({ mail: { configured: true, deliver: async () => lost } })
  await world.comment(ben, fileId, 'Waits.')
  await world.notify()
  await world.comment(ben, fileId, 'Unknown.')
  const file = join(temporaryFolder(), 'backup.tgz')
  await writeBackup({ connection: world.databaseUrl, dataDir: world.dataDir, file })

  const target = await createTarget()
  await restoreBackup({ connection: target.url, dataDir: target.dataDir, file, force: false, warn: () => {} })
  const database = createDatabase({ connection: target.url, log: () => {} })
  const { sql } = database
  const notify = async () => {
    await numberAll(sql)
    while ((await notifyNext(database, world.workspaceId))?.full);
  }
  await notify()
  world.passMinutes(60)
  const due = () => claim(sql, { now: world.now(), max: 10, leaseSeconds: 1 })
  assert.deepEqual(await due(), [], 'a copy claims nothing')
  await sql`delete from settings where name = 'restored_copy'`
  await world.mailer({ database }).close()
  assert.deepEqual(world.smtp.take(), [])
  const left = await sql`
    select from mail_digests where due_at is not null or mail_id is not null or event_ids is not null`
  assert.equal(left.length, 0)

  const [comment] = await sql<{ id: string }>`
    select id from comments where file_id = ${fileId} order by created_at desc limit 1`
  await sql`
    insert into outbox (workspace_id, event_id, type, project_id, actor_id, audience, file_id, data)
    values (${world.workspaceId}, gen_random_uuid(), 'comment.created', ${projectId}, ${ben.userId}, 'ANYONE', ${fileId},
      json_build_object('comment', json_build_object('id', ${comment!.id}::text)))`
  await notify()
  world.passMinutes(11)
  await world.mailer({ database }).close()
  assert.deepEqual(
    world.smtp.take().map(({ mail }) => mail.subject),
    ['Ben commented on Teaser.mov'],
  )
  await database.close()
})
