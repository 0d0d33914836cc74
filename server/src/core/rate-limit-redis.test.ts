import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createClient } from '@redis/client'
import { patienceMs, until } from '../../test/helpers/until.ts'
import { startRedis, startSilentProxy, withoutRedis } from '../../test/stand-ins/redis-process.ts'
import { createGuessGuard, type GuessGuard } from './guesses.ts'
import type { Quota, RateLimiter, RateLimitResult } from './rate-limit.ts'
import { createRedisRateLimiter } from './rate-limit-redis.ts'

const TEN: Quota = { name: 'ten', limit: 10, windowSeconds: 60 }

/** Redis is tried again this often, not every second. */
const beatMs = 50

const limiters: RateLimiter[] = []

// Registered before Redis is started, so that the connections close before it ends.
after(async () => {
  for (const limiter of limiters) await limiter.close()
  admin.destroy()
})

const redis = withoutRedis ? undefined : await startRedis()
const url = redis?.url ?? 'redis://127.0.0.1'
const admin = createClient({ url, socket: { reconnectStrategy: 20 } }).on('error', () => {})

describe('with a server', { skip: withoutRedis }, () => {
  before(() => admin.connect())

  beforeEach(async () => {
    await until(() => admin.isReady)
    await admin.flushAll()
  })

  test('two limiters share one budget with the same results as in memory', async () => {
    const [a, b] = [await connected(), await connected()]
    const first = await a.take('key', TEN)
    assert.deepEqual(first, { allowed: true, remaining: 9, resetSeconds: 6, retryAfterSeconds: 0 })
    for (let call = 2; call < 10; call++) await (call % 2 ? a : b).take('key', TEN)
    const last = await b.take('key', TEN)
    assert.deepEqual([last.allowed, last.remaining, last.retryAfterSeconds], [true, 0, 0])
    const refused = await a.take('key', TEN)
    assert.deepEqual([refused.allowed, refused.remaining], [false, 0])
    assert.ok(refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= 6)
    assert.equal((await b.take('key', TEN)).allowed, false)
    assert.equal((await b.take('another', TEN)).remaining, 9)
    assert.equal((await b.take('key', { ...TEN, name: 'other' })).remaining, 9)
  })

  test('20 calls at once on a quota of 10: exactly 10 pass', async () => {
    const pair = [await connected(), await connected()]
    const calls = Array.from({ length: 20 }, (_, index) => pair[index % 2]!.take('key', TEN))
    const results = await Promise.all(calls)
    assert.equal(results.filter((result) => result.allowed).length, 10)
  })

  test('several buckets: all are spent or none; a returned call can be spent again', async () => {
    const [here, there] = [await connected(), await connected()]
    const spends = (key: string) => [
      { key, quota: { name: 'key', limit: 2, windowSeconds: 60 } },
      { key: 'person', quota: { name: 'person', limit: 3, windowSeconds: 60 } },
    ]
    const allowed = []
    for (const [limiter, key] of [
      [here, 'a'],
      [there, 'a'],
      [here, 'a'],
      [there, 'b'],
      [here, 'c'],
    ] as const)
      allowed.push((await limiter.takeAll(spends(key))).allowed)
    assert.deepEqual(allowed, [true, true, false, true, false])
    await there.refund(spends('a'))
    // The refused call of `c` has spent nothing of its own quota.
    const { remaining } = await here.takeAll(spends('c'))
    assert.equal(remaining, 1)
    assert.equal((await here.take('a', spends('a')[0]!.quota)).allowed, true)
  })

  test('wrong guesses count across both nodes, correct ones on neither', async () => {
    const [here, there] = [createGuessGuard(await connected(), 3), createGuessGuard(await connected(), 3)]
    const guess = (guard: GuessGuard, right: boolean) =>
      guard('access-link', 'key', '192.0.2.1')(async () => right)
    for (let i = 0; i < 5; i++) assert.equal(await guess(i % 2 ? here : there, true), true)
    for (const guard of [here, there, here]) assert.equal(await guess(guard, false), false)
    for (const guard of [here, there]) await assert.rejects(guess(guard, true), { code: 'rate_limited' })
  })

  test('a refused call spends nothing, and a spent quota refills', async () => {
    const limiter = await connected()
    const quota = { name: 'two', limit: 2, windowSeconds: 60 }
    const passed: number[] = []
    for (const seconds of [0, 20, 10, 30]) {
      await letPass(quota, seconds)
      const calls = Array.from({ length: 10 }, () => limiter.take('key', quota))
      passed.push((await Promise.all(calls)).filter(({ allowed }) => allowed).length)
    }
    // Two at once, then one every half minute, however many were refused in between.
    assert.deepEqual(passed, [2, 0, 1, 1])
  })

  test('keys have the prefix and expire when their quota is full', async () => {
    const limiter = await connected()
    await limiter.take('key', TEN)
    assert.deepEqual(await admin.keys('*ten*'), ['dailies:rl:ten:10:60:key'])
    const left = await admin.pTTL('dailies:rl:ten:10:60:key')
    assert.ok(left > 0 && left <= 6000)
    await limiter.take('short', { name: 'short', limit: 20, windowSeconds: 1 })
    await until(async () => (await admin.exists('dailies:rl:short:20:1:short')) === 0)
  })

  test('a server that lost the script gets it again; nothing is logged', async () => {
    const lines: string[] = []
    const limiter = await connected(lines)
    await limiter.take('key', TEN)
    await admin.scriptFlush()
    assert.equal((await limiter.take('key', TEN)).remaining, 8)
    assert.deepEqual(lines, [])
  })

  test('a server clock set back by an hour locks nobody out', async () => {
    const limiter = await connected()
    const inAnHour = (Date.now() + 3_600_000) * 1000
    await admin.set('dailies:rl:ten:10:60:key', `${inAnHour} 17`)
    const result = await limiter.take('key', TEN)
    assert.deepEqual(result, { allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 6 })
  })

  test('after kill -9 the node counts in memory at once; after a restart it shares again', async () => {
    const lines: string[] = []
    const limiter = await connected(lines)
    await limiter.take('key', TEN)
    const inFlight = Array.from({ length: 5 }, () => limiter.take('key', TEN))
    await redis!.kill()
    for (const result of await Promise.all(inFlight)) assert.equal(result.allowed, true)
    await until(() => isInMemory(limiter))
    const alone = await spendAll(limiter, 'another key')
    assert.equal(alone.filter((result) => result.allowed).length, 10)
    redis!.start()
    await until(() => !isInMemory(limiter))
    assert.equal((await limiter.take('key', TEN)).remaining, 9)
    assert.match(
      lines.join('\n'),
      /^rate limits: Redis does not answer .*\nrate limits: Redis is available again.*$/,
    )
  })

  test('a server that hangs delays no call for long, and is used again when it resumes', async () => {
    const lines: string[] = []
    const limiter = await connected(lines, { answerMs: 250 })
    redis!.pause()
    try {
      const start = performance.now()
      const results = await spendAll(limiter, 'key')
      assert.ok(performance.now() - start < 2000)
      assert.equal(results.filter((result) => result.allowed).length, 10)
      assert.equal(isInMemory(limiter), true)
    } finally {
      redis!.resume()
    }
    await until(() => !isInMemory(limiter))
    assert.equal(lines.length, 2)
  })

  test('a server that refuses writes counts as unavailable, although it answers pings', async () => {
    const lines: string[] = []
    const limiter = await connected(lines)
    await admin.configSet('maxmemory', '1')
    try {
      assert.equal((await limiter.take('key', TEN)).allowed, true)
      assert.match(lines.join('\n'), /^rate limits: Redis does not answer \(OOM .*$/)
    } finally {
      await admin.configSet('maxmemory', '0')
    }
    await until(() => !isInMemory(limiter))
    assert.equal(lines.length, 2)
  })

  test('a late first answer is not logged when the next attempt connects', async () => {
    const proxy = await startSilentProxy(url, 2)
    const lines: string[] = []
    const limiter = createRedisRateLimiter(proxy.url, (line) => lines.push(line), { beatMs })
    limiters.push(limiter)
    await until(() => !isInMemory(limiter))
    assert.ok(proxy.connections() >= 3)
    assert.deepEqual(lines, [])
  })

  test('a server that accepts and never answers is logged once, soon after the start', async () => {
    const proxy = await startSilentProxy(url, Number.POSITIVE_INFINITY)
    const lines: string[] = []
    const limiter = createRedisRateLimiter(proxy.url, (line) => lines.push(line), { answerMs: 50, beatMs })
    limiters.push(limiter)
    await until(() => lines.length > 0)
    assert.match(lines.join('\n'), /^rate limits: Redis does not answer .*$/)
    assert.equal(isInMemory(limiter), true)
  })

  test('after close, the connection closes and the process exits', async () => {
    const before = await connections()
    // Closed at once, while it still connects; the program below gives it time to finish.
    await createRedisRateLimiter(url, assert.fail).close()
    assert.equal(await runToEnd(url, 'await until(() => limiter.take("key", quota) instanceof Promise)'), 0)
    assert.equal(await connections(), before)
  })
})

test('without a server nothing throws, waits or keeps the process alive: one log line, and memory counts', async () => {
  const lines: string[] = []
  const nowhere = `unix://${join(tmpdir(), `dailies-no-redis-${process.pid}.sock`)}`
  const limiter = createRedisRateLimiter(nowhere, (line) => lines.push(line))
  const results = await spendAll(limiter, 'key')
  assert.equal(results.filter((result) => result.allowed).length, 10)
  await until(() => lines.length > 0)
  await limiter.close()
  assert.equal(lines.length, 1)
  assert.equal(await runToEnd(nowhere, 'await until(() => lines > 0)'), 0)
})

/** Long timeouts by default: these tests are not about a busy test machine. */
async function connected(lines: string[] = [], { answerMs = 5000 } = {}): Promise<RateLimiter> {
  const limiter = createRedisRateLimiter(url, (line) => lines.push(line), { answerMs, beatMs })
  limiters.push(limiter)
  await until(() => !isInMemory(limiter))
  return limiter
}

/** Moves the calls of a key back by this time of the Redis server's clock, as if it had passed. */
async function letPass({ name, limit, windowSeconds }: Quota, seconds: number): Promise<void> {
  const key = `dailies:rl:${name}:${limit}:${windowSeconds}:key`
  const [since, used] = (await admin.get(key))?.split(' ') ?? []
  if (since === undefined) return
  await admin.set(key, `${Number(since) - seconds * 1_000_000} ${used}`, { expiration: 'KEEPTTL' })
}

/** Memory returns a result synchronously, Redis a promise. */
function isInMemory(limiter: RateLimiter): boolean {
  return !(limiter.take('who counts?', { name: 'probe', limit: 1e9, windowSeconds: 1 }) instanceof Promise)
}

async function spendAll(limiter: RateLimiter, key: string): Promise<RateLimitResult[]> {
  return await Promise.all(Array.from({ length: 20 }, () => limiter.take(key, TEN)))
}

async function connections(): Promise<number> {
  const list = (await admin.sendCommand(['CLIENT', 'LIST'])) as unknown as string
  return list.split('\n').length
}

/** Runs a program that opens a limiter, waits for a state of it, and closes it; returns its exit code. */
async function runToEnd(address: string, waitForState: string): Promise<number> {
  const program = `
    import { createRedisRateLimiter } from ${JSON.stringify(import.meta.resolve('./rate-limit-redis.ts'))}
    import { until } from ${JSON.stringify(import.meta.resolve('../../test/helpers/until.ts'))}
    const quota = ${JSON.stringify(TEN)}
    let lines = 0
    const limiter = createRedisRateLimiter(${JSON.stringify(address)}, () => lines++)
    ${waitForState}
    await limiter.close()
    await limiter.close()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: patienceMs,
  })
  const [code] = await once(child, 'exit')
  return code
}
