import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { emitEvent, numberAll } from '../../test/helpers/emit-events.ts'
import { liveCredentialById } from '../auth/live-credentials.ts'
import { newUuid } from '../core/ids.ts'
import { goLive } from '../core/installation.ts'
import { createSecretBox } from '../core/secret-box.ts'
import { createDatabase } from '../database/client.ts'
import { isLost } from '../events/read-events.ts'
import { claimDue, nextOf } from '../events/subscriptions/queue.ts'
import { loadVapidKey } from '../notifications/push/vapid.ts'
import { writeBackup } from './backup.ts'
import { createTarget, temporaryFolder } from './fixtures/admin-world.ts'
import { restoreBackup } from './restore.ts'

test('a restore keeps events, and reuses no event number that readers may have seen', async () => {
  const [source, target] = [await createTarget(), await createTarget()]
  const workspaceId = (await source.admin('workspace', 'create', '--name', 'Busy')).json.id
  const quietId = (await source.admin('workspace', 'create', '--name', 'Quiet')).json.id
  const before = createDatabase({ connection: source.url, log: () => {} })
  const numbered = [
    await emitEvent(before.sql, { workspaceId }),
    await emitEvent(before.sql, { workspaceId }),
  ]
  await numberAll(before.sql)
  await before.sql`select open_event_period(now())`
  numbered.push(await emitEvent(before.sql, { workspaceId }))
  await numberAll(before.sql)
  const waiting = [await emitEvent(before.sql, { workspaceId }), await emitEvent(before.sql, { workspaceId })]
  const file = join(temporaryFolder(), 'backup.tgz')
  await writeBackup({ connection: source.url, dataDir: source.dataDir, file })
  await before.close()
  const restore = () =>
    restoreBackup({ connection: target.url, dataDir: target.dataDir, file, force: true, warn: () => {} })
  await restore()

  const after = createDatabase({ connection: target.url, log: () => {} })
  type Counters = { workspaceId: string; last: number; forgotten: number }
  const counters = async () => {
    const rows = await after.sql<Counters>`
      select workspace_id as "workspaceId", last_number as last, forgotten_number as forgotten from event_counters`
    return (id: string) => rows.find((row) => row.workspaceId === id)!
  }
  const restored = await counters()
  for (const id of [workspaceId, quietId]) {
    assert.ok(restored(id).last > 1_000_000)
    assert.equal(restored(id).forgotten, restored(id).last)
  }
  const fresh = await emitEvent(after.sql, { workspaceId })
  await numberAll(after.sql)
  const events = await after.sql<{
    id: string
    number: number
  }>`select id, number from events order by number`
  assert.deepEqual(
    events.map(({ id }) => id),
    [...numbered, ...waiting, fresh],
  )
  const { last } = restored(workspaceId)
  assert.deepEqual(
    events.map(({ number }) => number),
    [1, 2, 3, last + 1, last + 2, last + 3],
  )
  await after.close()

  await restore()
  const again = createDatabase({ connection: target.url, log: () => {} })
  const [row] = await again.sql<{ last: number }>`
    select last_number as last from event_counters where workspace_id = ${workspaceId}`
  assert.ok(row!.last > last + 3, 'a second restore of the same backup advances the numbers as well')
  await again.close()
})

test('a restore drops push messages that waited, and keeps the key that browsers know', async () => {
  const [source, target] = [await createTarget(), await createTarget()]
  await source.admin('workspace', 'create', '--name', 'Pushing')
  const before = createDatabase({ connection: source.url, log: () => {} })
  const secrets = createSecretBox([randomBytes(32)])
  const { publicKey } = await loadVapidKey(before.sql, secrets)
  await before.sql`
    insert into pushes (session_id, notification_id, user_id, due_at)
    values (${newUuid()}, ${newUuid()}, ${newUuid()}, now())`
  const file = join(temporaryFolder(), 'backup.tgz')
  await writeBackup({ connection: source.url, dataDir: source.dataDir, file })
  await before.close()
  const { url: connection, dataDir } = target
  await restoreBackup({ connection, dataDir, file, force: true, goLive: true, warn: () => {} })
  const after = createDatabase({ connection, log: () => {} })
  assert.equal((await after.sql`select from pushes`).length, 0)
  assert.equal((await loadVapidKey(after.sql, secrets)).publicKey, publicKey)
  await after.close()
})

test('a restore keeps subscriptions of MCP clients; they continue with a gap', async () => {
  const [source, target] = [await createTarget(), await createTarget()]
  const workspaceId = (await source.admin('workspace', 'create', '--name', 'Watched')).json.id
  const before = createDatabase({ connection: source.url, log: () => {} })
  await emitEvent(before.sql, { workspaceId })
  await numberAll(before.sql)
  await before.sql`
    insert into event_subscriptions (id, workspace_id, user_id, credential_id, name, scopes, url, secret, position, expires_at)
    values ('sub_1', ${workspaceId}, ${newUuid()}, ${newUuid()}, 'comment.created', '{projects:read}',
      'https://agent.example.com', '', 1, now() + interval '1 day')`
  const file = join(temporaryFolder(), 'backup.tgz')
  await writeBackup({ connection: source.url, dataDir: source.dataDir, file })
  await before.close()
  const { url: connection, dataDir } = target
  await restoreBackup({ connection, dataDir, file, force: true, warn: () => {} })
  const after = createDatabase({ connection, log: () => {} })
  const claim = () => claimDue(after.sql, { most: 10, leaseSeconds: 1 })
  assert.deepEqual(await claim(), [], 'a copy claims nothing')
  await goLive(after.sql)
  const [claimed] = await claim()
  assert.equal(claimed?.claimed, true)
  const next = await nextOf(after.sql, claimed!, liveCredentialById)
  assert.ok(isLost(next!.position, next!))
  await after.close()
})
