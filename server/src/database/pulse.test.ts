import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { createCommitWatch, startPulse } from './pulse.ts'

test('a database that accepts connections and never answers is silent, also when this process is busy', async (t) => {
  const sockets: Socket[] = []
  const frozen = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as { port: number }
  const silent = Promise.withResolvers<void>()
  const address = { host: '127.0.0.1', port, user: 'none', database: 'none' }
  const tickMs = 50
  const pulse = startPulse(address, () => {}, tickMs)
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    frozen.close()
    await pulse.close()
  })
  pulse.onSilent(silent.resolve)
  await once(frozen, 'connection')
  // Several ticks become one.
  for (const until = performance.now() + 3 * tickMs; performance.now() < until; );
  await silent.promise
})

test('commits count as stuck after 2.5 s, and soon after an outage already after 0.5 s', () => {
  const commits = createCommitWatch()
  const twice = (seconds: number) => [commits.answered(seconds), commits.answered(seconds)]
  assert.deepEqual(twice(2), ['fine', 'fine'])
  assert.deepEqual(twice(3), ['perhaps stuck', 'stuck'])
  assert.deepEqual([commits.answered(0), commits.answered(3)], ['fine', 'perhaps stuck'])
  assert.equal(commits.answered(0), 'fine')
  commits.lost()
  commits.tick()
  assert.deepEqual(twice(0.4), ['fine', 'fine'])
  assert.deepEqual(twice(1), ['perhaps stuck', 'stuck'])
  for (let tick = 0; tick < 30; tick++) commits.tick()
  assert.deepEqual(twice(1), ['fine', 'fine'])
})
