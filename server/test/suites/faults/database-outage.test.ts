// Without its database the server returns 503 at once, and it recovers by itself when the database is back.
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newApiKey } from '../../../src/auth/api-keys.ts'
import { startDatabaseProxy } from '../../stand-ins/database-proxy.ts'
import { type Answer, startWorld } from '../../worlds/world.ts'

const proxy = await startDatabaseProxy()
const world = await startWorld({ connection: (url) => proxy.through(url) })
after(() => proxy.close())

const { id: projectId, owner } = await world.project()
let folders = 0

function createFolder(headers: Record<string, string> = {}): Promise<Answer> {
  const body = { name: `Folder ${folders++}` }
  return world.call(`POST /api/projects/${projectId}/folders`, { key: owner.key, body, headers })
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now()
  const result = await work
  return { result, ms: performance.now() - start }
}

/** Less than the server waits for a statement; on an idle machine, answers take milliseconds. */
const soonMs = 10_000

/** Waits until the server notices that the database is back. */
async function recovers(withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  let last: Answer | undefined
  while (performance.now() < end) {
    last = await createFolder()
    if (last.status === 201) return
    await pause(50)
  }
  assert.fail(`not back after ${withinMs} ms: ${last?.status} ${JSON.stringify(last?.body)}`)
}

function assertUnavailable(answer: Answer): void {
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'])
  assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/)
}

/** One slow response may be due to a busy machine, but not five. */
async function assertUnavailableAtOnce(): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const { result, ms } = await timed(createFolder())
    assertUnavailable(result)
    times.push(ms)
  }
  assert.ok(Math.min(...times) < 1_000 && Math.max(...times) < soonMs, `took ${times} ms`)
}

afterEach(() => proxy.restore())

beforeEach(async () => {
  await recovers()
})

test('503 at once with Retry-After, until the database is back', async () => {
  proxy.cut()
  await assertUnavailableAtOnce()
  proxy.restore()
  await recovers()
})

test('503 in a transaction and with an Idempotency-Key, which can be reused', async () => {
  proxy.cut()
  const headers = { 'Idempotency-Key': 'outage' }
  const call = () =>
    world.call(`POST /api/projects/${projectId}/folders`, { key: owner.key, body: { name: 'Kept' }, headers })
  const { result, ms } = await timed(call())
  assertUnavailable(result)
  assert.ok(ms < soonMs, `took ${ms} ms`)
  proxy.restore()
  await recovers()
  const [first, again] = [await call(), await call()]
  assert.equal(first.status, 201)
  assert.deepEqual(again.body, first.body)
})

test('503, not 401: a key that cannot be looked up', async () => {
  proxy.cut()
  assertUnavailable(await world.call('GET /api/ping', { key: newApiKey() }))
})

test('200: /readyz reports the outage and keeps the node in rotation', async () => {
  assert.deepEqual((await world.call('GET /readyz')).body, { status: 'ready' })
  proxy.cut()
  const { status, body } = await world.call('GET /readyz')
  assert.deepEqual([status, body.status, body.reasons[0].code], [200, 'degraded', 'database_unavailable'])
  assert.equal((await world.call('GET /healthz')).status, 200)
  proxy.restore()
  await recovers()
  assert.deepEqual((await world.call('GET /readyz')).body, { status: 'ready' })
})

test('every request in progress gets a response, and acknowledged writes persist', async () => {
  for (let round = 1; round <= 5; round++) {
    const calls = Array.from({ length: 150 }, (_, i) =>
      createFolder(i % 5 === 0 ? { 'Idempotency-Key': `outage-${round}-${i}` } : {}),
    )
    await calls[round * 10]
    proxy.cut()
    const { result: answers, ms } = await timed(Promise.all(calls))
    assert.ok(ms < 30_000, `took ${ms} ms`)
    for (const answer of answers) if (answer.status !== 201) assertUnavailable(answer)
    proxy.restore()
    await recovers()
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)
    const kept = await world.database.sql`select id from folders where id = any(${made})`
    assert.equal(kept.length, made.length)
  }
})

test('503 before the statement timeout when the database accepts queries and never responds', async () => {
  const many = () => [
    ...Array.from({ length: 8 }, () => createFolder()),
    ...Array.from({ length: 4 }, () =>
      createFolder({ 'Idempotency-Key': `frozen ${folders}`.replace(' ', '-') }),
    ),
  ]
  // Opens connections of every kind.
  await Promise.all(many())
  proxy.freeze()
  const probe = await timed(world.call('GET /readyz'))
  assert.deepEqual([probe.result.status, probe.result.body.status], [200, 'degraded'])
  assert.ok(probe.ms < soonMs, `/readyz took ${probe.ms} ms`)
  const { result: answers, ms } = await timed(Promise.all(many()))
  for (const answer of answers) assertUnavailable(answer)
  assert.ok(ms < soonMs, `took ${ms} ms`)

  // From now on no request waits at all.
  await assertUnavailableAtOnce()
  proxy.restore()
  await recovers()
})
