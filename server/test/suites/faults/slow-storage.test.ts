// An S3 server that accepts connections and does not respond: calls that need it return 503 soon, other calls are not
// affected, and a retry resumes the work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeadlines } from '../../helpers/deadlines.ts'
import { until } from '../../helpers/until.ts'
import { type PartUrl, sendParts } from '../../helpers/uploads.ts'
import { type Fault, startS3 } from '../../stand-ins/s3.ts'
import { type Answer, asAdmin, startWorld } from '../../worlds/world.ts'

process.env.AWS_ACCESS_KEY_ID ??= 'nobody'
process.env.AWS_SECRET_ACCESS_KEY ??= 'nothing'

const s3 = await startS3()
const env = { STORAGE_URL: s3.storageUrl }
const deadlines = createDeadlines()
const world = await startWorld({ env, startDeadline: deadlines.start })
const { id: projectId, owner } = await world.project()
const content = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')

let keys = 0
const newKey = () => ({ 'Idempotency-Key': `slow-${keys++}` })

function ask(route: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  return world.call(route, { key: owner.key, headers, ...(body && { body }) })
}

const startRoute = `POST /api/projects/${projectId}/files/upload.multipart`

function start(headers: Record<string, string> = {}, name = 'a.png') {
  return ask(startRoute, { name, size: content.length }, headers)
}

async function open(): Promise<{ id: string; parts: PartUrl[] }> {
  const answer = await start()
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

function createFolder(name: string) {
  return ask(`POST /api/projects/${projectId}/folders`, { name }, newKey())
}

async function filesNamed(name: string): Promise<number> {
  return (await world.database.sql`select from files where name = ${name}`).length
}

function assertUnavailable({ status, headers, body }: Answer): void {
  assert.deepEqual([status, body.code], [503, 'unavailable'], JSON.stringify(body))
  assert.ok(Number(headers.get('retry-after')) > 0)
}

/** Lets five seconds pass once the calls wait for S3: within this time, every client must learn that it has to retry. */
async function afterFiveSeconds<T>(waiting: number, answer: Promise<T>): Promise<T> {
  let ended = false
  void answer.finally(() => {
    ended = true
  })
  await s3.stalled(waiting)
  deadlines.pass(5_000)
  await until(
    () => ended,
    () => 'the calls are answered',
  )
  return answer
}

type Step = {
  name: string
  success: number
  prepare: () => Promise<(headers?: Record<string, string>) => Promise<Answer>>
}

const steps: Step[] = [
  { name: 'start', success: 201, prepare: async () => (headers) => start(headers) },
  {
    name: 'complete',
    success: 204,
    prepare: async () => {
      const { id, parts } = await open()
      const body = { parts: await sendParts(parts, content) }
      return (headers) => ask(`POST /api/files/${id}/upload.complete`, body, headers)
    },
  },
  ...(['resume', 'abort'] as const).map((name) => ({
    name,
    success: name === 'resume' ? 200 : 204,
    prepare: async () => {
      const { id } = await open()
      return (headers?: Record<string, string>) =>
        ask(`POST /api/files/${id}/upload.${name}`, undefined, headers)
    },
  })),
]

for (const fault of ['silent', 'half'] as const satisfies Fault[]) {
  test(`start, complete, resume and abort on a ${fault} S3: 503, and the retry succeeds when S3 is back`, async () => {
    const calls = await Promise.all(
      steps.flatMap(({ success, prepare }) =>
        [{}, newKey()].map(async (headers) => ({ success, headers, call: await prepare() })),
      ),
    )
    s3.stall(fault)
    const answers = Promise.all(calls.map(({ call, headers }) => call(headers)))
    for (const answer of await afterFiveSeconds(calls.length, answers)) assertUnavailable(answer)
    s3.recover()
    for (const { call, headers, success } of calls) {
      const answer = await call(headers)
      assert.equal(answer.status, success, JSON.stringify(answer.body))
      assert.equal(answer.headers.get('idempotent-replayed'), null)
    }
  })
}

test('fifteen calls with a key wait for a silent S3: other writes with a key still return 201', async () => {
  s3.stall('silent')
  const waiting = Promise.all(Array.from({ length: 15 }, () => start(newKey())))
  await s3.stalled(15)
  const folders = Array.from({ length: 20 }, (_, i) => createFolder(`Not stalled ${i}`))
  for (const answer of await Promise.all(folders))
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  for (const answer of await afterFiveSeconds(15, waiting)) assertUnavailable(answer)
  s3.recover()
})

test('an abort that S3 did not answer leaves the file, so that a repeat returns 204 and the next 404', async () => {
  const { id } = await open()
  const abort = () => ask(`POST /api/files/${id}/upload.abort`)
  s3.stall('silent')
  assertUnavailable(await afterFiveSeconds(1, abort()))
  s3.recover()
  assert.equal((await ask(`GET /api/files/${id}`)).body.data.status, 'UPLOADING')
  assert.deepEqual([(await abort()).status, (await abort()).status], [204, 404])
})

test('the same key while the first call waits for S3: 409; afterwards one file', async () => {
  const headers = newKey()
  s3.stall('silent')
  const first = start(headers, 'once.png')
  await s3.stalled(1)
  const second = await start(headers, 'once.png')
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_in_progress'])
  assert.ok(Number(second.headers.get('retry-after')) > 0)
  assertUnavailable(await afterFiveSeconds(1, first))
  s3.recover()
  const third = await start(headers, 'once.png')
  const replay = await start(headers, 'once.png')
  assert.deepEqual([third.status, replay.status], [201, 201])
  assert.deepEqual(replay.body, third.body)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.equal(await filesNamed('once.png'), 1)
})

for (const fault of ['silent', 'late'] as const satisfies Fault[]) {
  test(`a completion that S3 answers ${fault === 'late' ? 'late' : 'never'}: 503, then 204, and S3 is asked once`, async () => {
    const { id, parts } = await open()
    const body = { parts: await sendParts(parts, content) }
    const complete = () => ask(`POST /api/files/${id}/upload.complete`, body)
    s3.seen.splice(0)
    s3.stall(fault, (name) => name === 'POST ?uploadId')
    assertUnavailable(await afterFiveSeconds(1, complete()))
    const second = complete()
    if (fault === 'late') {
      await until(() => s3.seen.includes('HEAD object'))
      s3.recover()
    }
    assert.equal((await second).status, 204)
    s3.recover()
    assert.equal(s3.seen.filter((name) => name === 'POST ?uploadId').length, 1)
    assert.equal((await ask(`GET /api/files/${id}`)).body.data.status, 'UPLOADED')
  })
}

test('a stored response is replayed while S3 is unavailable', async () => {
  const headers = newKey()
  const first = await start(headers)
  s3.stall('silent')
  const replay = await start(headers)
  s3.recover()
  assert.deepEqual([replay.status, replay.body], [201, first.body])
  assert.equal((await start(headers, 'other.png')).status, 422)
})

test('a refusal before the change is stored: the same key gets the same 409', async () => {
  const { id, parts } = await open()
  const headers = newKey()
  const body = { parts: [{ partNumber: 1, eTag: '0'.repeat(32) }] }
  const complete = () => ask(`POST /api/files/${id}/upload.complete`, body, headers)
  const refused = await complete()
  await sendParts(parts, content)
  const again = await complete()
  assert.deepEqual([refused.status, again.status], [409, 409])
  assert.deepEqual(again.body.errors, refused.body.errors)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('S3 stops in the middle of the bytes from which the type is detected: 503, and the retry completes the file', async () => {
  const { id, parts } = await open()
  const body = { parts: await sendParts(parts, content) }
  const complete = () => ask(`POST /api/files/${id}/upload.complete`, body)
  s3.stall('half', (name) => name === 'GET object')
  assertUnavailable(await afterFiveSeconds(1, complete()))
  s3.recover()
  assert.equal((await complete()).status, 204)
  assert.equal((await ask(`GET /api/files/${id}`)).body.data.mimeType, 'image/png')
})

async function secondNode() {
  const node = await startWorld({
    env: { ...env, DATA_DIR: world.dataDir },
    connection: () => world.databaseUrl,
  })
  return (headers: Record<string, string>, name: string) =>
    node.call(startRoute, { key: owner.key, headers, body: { name, size: content.length } })
}

test('the same key on a second node while the first waits for S3: 409 there, then the answer of the first', async () => {
  const startThere = await secondNode()
  const headers = newKey()
  s3.stall('late', (name) => name === 'POST ?uploads')
  const first = start(headers, 'nodes.png')
  await s3.stalled(1)
  const early = await startThere(headers, 'nodes.png')
  assert.deepEqual([early.status, early.body.code], [409, 'idempotency_in_progress'])
  s3.recover()
  const made = await first
  const replay = await startThere(headers, 'nodes.png')
  assert.deepEqual([made.status, replay.status], [201, 201])
  assert.equal(replay.body.data.id, made.body.data.id)
  assert.equal(await filesNamed('nodes.png'), 1)
})

test('a reservation that is lost with its connection: two calls prepare, and one file is made', async () => {
  const startThere = await secondNode()
  const headers = newKey()
  s3.stall('late', (name) => name === 'POST ?uploads')
  const first = start(headers, 'lost.png')
  await s3.stalled(1)
  await asAdmin(
    world.databaseUrl,
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and d.datname = current_database()`,
  )
  const second = startThere(headers, 'lost.png')
  await s3.stalled(2)
  s3.recover()
  const statuses = [(await first).status, (await second).status]
  assert.ok(statuses.includes(201) && statuses.every((status) => status === 201 || status === 409))
  assert.equal((await start(headers, 'lost.png')).headers.get('idempotent-replayed'), 'true')
  assert.equal(await filesNamed('lost.png'), 1)
})
