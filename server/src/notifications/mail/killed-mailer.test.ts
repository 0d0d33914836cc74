// Servers and workers that are killed at every step between an event and its mail: no mail is missing, and at most one is sent twice,
// with the same Message-ID: the one that the mail server accepted before the worker recorded it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { until } from '../../../test/helpers/until.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../../test/worlds/worker-process.ts'
import { call } from '../../../test/worlds/world.ts'
import { startMailWorld } from './fixtures/mail-world.ts'

killWorkersAfterFile()

// Ends before the database is dropped.
const ending: (() => Promise<void>)[] = []
after(async () => {
  for (const end of ending) await end()
})

const world = await startMailWorld()
const { sql } = world.database
const { smtp } = world
const script = new URL('./fixtures/worker.ts', import.meta.url)
const serverScript = new URL('./fixtures/server.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, smtp.url, script)

const client = new pg.Client(world.databaseUrl)
await client.connect()
ending.push(() => client.end())

/** Readers and writers of the table wait until it is released. */
async function lock(table: string): Promise<() => Promise<void>> {
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return async () => void (await client.query('rollback'))
}

const waitsFor = (table: string) =>
  until(
    async () => {
      const { rows } = await client.query(
        `select from pg_locks where relation = '${table}'::regclass and not granted`,
      )
      return rows.length > 0
    },
    () => `a worker waits for ${table}`,
  )

/** Emits a comment that is due for mail at once. */
async function happen(): Promise<string> {
  const { ann, ben, fileId } = await world.review()
  await becomeDue(await world.comment(ben, fileId, 'Hello.'))
  return ann.email
}

async function becomeDue(commentId: string): Promise<void> {
  await until(async () => {
    const moved = await sql`
      update events set created_at = created_at - interval '11 minutes'
      where data #>> '{comment,id}' = ${commentId} returning 1`
    return moved.length === 1
  })
}

/** The next worker takes over at once, not after the lease. */
async function mailAfterRestart(expected: number) {
  await sql`update mail_digests set claimed_until = now() where claimed_until is not null`
  const heir = await startWorker()
  await until(() => smtp.mails.length >= expected)
  await until(async () => {
    const open = await sql`
      select from mail_digests where due_at is not null or mail_id is not null or claimed_until is not null`
    const unsent = await sql`select from notification_events where mailed_at is null`
    return open.length + unsent.length === 0
  })
  assert.equal(await heir.stop(), 0)
  return smtp.take()
}

test('killed while it writes the notification, and after the claim: one mail', async () => {
  const release = await lock('notification_events')
  const first = await startWorker()
  const email = await happen()
  await waitsFor('notification_events')
  await first.kill()
  await release()
  // The next worker writes the notification, claims the mail, and is killed before it has read what to send.
  const hold = await lock('notification_settings')
  const second = await startWorker()
  await waitsFor('notification_settings')
  await second.kill()
  await hold()
  const [claimed] = await sql`select mail_id is null and claimed_until > now() as held from mail_digests`
  assert.deepEqual(claimed, { held: true })
  const letters = await mailAfterRestart(1)
  assert.deepEqual(
    letters.map(({ to }) => to),
    [email],
  )
})

test('killed before the mail server has the message: one mail', async () => {
  let asked = 0
  smtp.become({
    recipient: () => {
      asked++
      return new Promise(() => {})
    },
  })
  const email = await happen()
  const victim = await startWorker()
  await until(() => asked === 1)
  await victim.kill()
  smtp.become({})
  const letters = await mailAfterRestart(1)
  assert.deepEqual(
    letters.map(({ to }) => to),
    [email],
  )
})

test('killed between the acceptance and its record: the same mail twice, with one id', async () => {
  const email = await happen()
  let release: (() => Promise<void>) | undefined
  smtp.become({
    async message() {
      release = await lock('notification_events')
    },
  })
  const victim = await startWorker()
  await until(() => smtp.mails.length === 1)
  await waitsFor('notification_events')
  await victim.kill()
  await release!()
  smtp.become({})
  const letters = await mailAfterRestart(2)
  assert.deepEqual(
    letters.map(({ to }) => to),
    [email, email],
  )
  const [first, second] = letters
  assert.equal(first!.mail.messageId, second!.mail.messageId)
  assert.equal(first!.mail.subject, second!.mail.subject)
})

test('a server that is killed when it has acknowledged a comment: one mail', async () => {
  const { ann, ben, fileId } = await world.review()
  const victim = await startWorkerProcess(world.databaseUrl, world.dataDir, '', serverScript)
  const url = `http://127.0.0.1:${/ready on (\d+)/.exec(victim.output())![1]}`
  const body = { content: 'The last words of this server.' }
  const answer = await call(url, `POST /api/files/${fileId}/comments`, { key: ben.key, body })
  await victim.kill()
  assert.equal(answer.status, 201)
  await becomeDue(answer.body.data.id)
  const letters = await mailAfterRestart(1)
  assert.deepEqual(
    letters.map(({ to }) => to),
    [ann.email],
  )
})
