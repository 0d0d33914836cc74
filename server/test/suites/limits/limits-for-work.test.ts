// Ordinary work under the default limits, with a clock that the test advances.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { sendParts } from '../../helpers/uploads.ts'
import { newFile } from '../../worlds/samples.ts'
import { type CallOptions, startWorld } from '../../worlds/world.ts'

const env = { RATE_LIMITS: '', SESSION_RATE_LIMITS: '' }
const world = await startWorld({ env, limitClock: () => performance.now() })

const { now } = performance
let movedMs = 0
mock.method(performance, 'now', () => now.call(performance) + movedMs)

function wait(seconds: number): void {
  movedMs += seconds * 1000
}

/** Calls by the documented headers: `r` calls are left, and in `t` seconds the budget is full again. */
function careful(key: string) {
  const waits = new Map<string, number>()
  return async (operation: string, route: string, options: CallOptions) => {
    wait(waits.get(operation) ?? 0)
    const answer = await world.call(route, { ...options, key })
    const [, left, full] = /;r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit')!)!
    waits.set(operation, left === '0' ? Number(full) : 0)
    return answer
  }
}

/** Calls until a 429, waits for `Retry-After`, and expects the next call to succeed. */
function persistent(key: string) {
  return async (_operation: string, route: string, options: CallOptions) => {
    const answer = await world.call(route, { ...options, key })
    if (answer.status !== 429) return answer
    wait(Number(answer.headers.get('retry-after')))
    return world.call(route, { ...options, key })
  }
}

for (const [kind, client] of [
  ['the RateLimit header', careful],
  ['Retry-After', persistent],
] as const) {
  test(`200 uploads one by one: no 429 for a client that respects ${kind}`, async () => {
    const { id, owner } = await world.project()
    const call = client(owner.key)
    const before = movedMs
    for (let i = 0; i < 200; i++) {
      const body = { name: `still-${i}.txt`, size: 5 }
      const started = await call('start', `POST /api/projects/${id}/files/upload.multipart`, { body })
      assert.equal(started.status, 201, `start ${i}: ${JSON.stringify(started.body)}`)
      const parts = await sendParts(started.body.data.parts, Buffer.from('hello'))
      const route = `POST /api/files/${started.body.data.id}/upload.complete`
      const completed = await call('complete', route, { body: { parts } })
      assert.equal(completed.status, 204, `complete ${i}: ${JSON.stringify(completed.body)}`)
    }
    assert.ok(movedMs - before > 60_000, 'the client had to wait')
  })
}

test('polling Get File and List Versions each second for five minutes never exhausts the budget', async () => {
  const { id, owner } = await world.project()
  const file = await newFile(world, id, owner)
  for (let second = 0; second < 300; second++) {
    for (const route of [`GET /api/files/${file}`, `GET /api/projects/${id}/versions`]) {
      const answer = await world.call(route, { key: owner.key })
      assert.equal(answer.status, 200, `${route} after ${second} s`)
      assert.match(answer.headers.get('ratelimit')!, /;r=99;/)
    }
    wait(1)
  }
})
