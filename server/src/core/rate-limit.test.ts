import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import type { Quota, RateLimitResult } from './rate-limit.ts'
import { createMemoryRateLimiter, rateLimitHeaders } from './rate-limit.ts'

const TIER4: Quota = { name: 'tier4', limit: 100, windowSeconds: 60 }

/** A clock in whole microseconds, read as the milliseconds of performance.now(). */
function fakeClock() {
  let micros = 0
  return {
    now: () => micros / 1000,
    micros: () => micros,
    advance: (by: number) => {
      micros += by
    },
  }
}

/** Textbook GCRA, with the time scaled by the limit so that every number is whole. */
function createModel({ limit, windowSeconds }: Quota) {
  const l = BigInt(limit)
  const window = BigInt(windowSeconds) * 1_000_000n
  const second = l * 1_000_000n
  let fullAt = 0n
  return (micros: number): RateLimitResult => {
    const now = BigInt(micros) * l
    const next = (fullAt > now ? fullAt : now) + window
    const allowed = next - now <= window * l
    if (allowed) fullAt = next
    return {
      allowed,
      remaining: Number((window * l - (fullAt - now)) / window),
      resetSeconds: Number(ceilDiv(fullAt - now, second)),
      retryAfterSeconds: allowed ? 0 : Number(ceilDiv(next - now - window * l, second)),
    }
  }
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b
}

// In this range doubles represent every product exactly; the limit is 37 million calls a minute.
const quotas = fc
  .record({
    limit: fc.integer({ min: 1, max: 1_000_000 }),
    windowSeconds: fc.integer({ min: 1, max: 86_400 }),
  })
  .filter(({ limit, windowSeconds }) => limit * windowSeconds * 1_000_000 < 2 ** 51)
  .map((quota) => ({ name: 'any', ...quota }))

test('every result equals that of the exact model, at any quota and any pace', () => {
  const smallQuotas = fc.record({
    name: fc.constant('small'),
    limit: fc.integer({ min: 1, max: 12 }),
    windowSeconds: fc.integer({ min: 1, max: 90 }),
  })
  // Pauses of fractions of an emission interval test the boundaries; a burst before each empties the bucket.
  const steps = fc.array(
    fc.record({
      intervals: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40 })),
      micros: fc.integer({ min: -2, max: 2 }),
      calls: fc.integer({ min: 1, max: 14 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  fc.assert(
    fc.property(fc.oneof(smallQuotas, quotas), steps, (quota, steps) => {
      const clock = fakeClock()
      const limiter = createMemoryRateLimiter(clock.now)
      const model = createModel(quota)
      const interval = (quota.windowSeconds * 1_000_000) / quota.limit
      for (const step of steps) {
        clock.advance(Math.max(0, Math.ceil(interval * step.intervals) + step.micros))
        for (let call = 0; call < step.calls; call++) {
          assert.deepEqual(limiter.take('key', quota), model(clock.micros()))
        }
      }
      limiter.close()
    }),
    { numRuns: 500 },
  )
})

test('retryAfterSeconds is sufficient and, to the second, not too long', () => {
  fc.assert(
    fc.property(quotas, fc.integer({ min: 0, max: 5_000_000 }), (anyQuota, pause) => {
      const quota = { ...anyQuota, limit: Math.min(anyQuota.limit, 50) }
      const clock = fakeClock()
      const limiter = createMemoryRateLimiter(clock.now)
      for (let call = 0; call < quota.limit; call++) limiter.take('key', quota)
      clock.advance(pause)
      let result = limiter.take('key', quota)
      while (result.allowed) result = limiter.take('key', quota)
      assert.ok(result.retryAfterSeconds >= 1)
      clock.advance((result.retryAfterSeconds - 1) * 1_000_000)
      assert.equal(limiter.take('key', quota).allowed, false)
      clock.advance(1_000_000)
      assert.equal(limiter.take('key', quota).allowed, true)
      limiter.close()
    }),
  )
})

test('100 a minute: 100 at once pass, the 101st does not, then one every 600 ms', () => {
  const clock = fakeClock()
  const limiter = createMemoryRateLimiter(clock.now)
  const take = () => limiter.take('key', TIER4)
  assert.deepEqual(take(), { allowed: true, remaining: 99, resetSeconds: 1, retryAfterSeconds: 0 })
  for (let call = 2; call < 100; call++) assert.equal(take().allowed, true)
  assert.deepEqual(take(), { allowed: true, remaining: 0, resetSeconds: 60, retryAfterSeconds: 0 })
  assert.deepEqual(take(), { allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 })
  for (let round = 0; round < 500; round++) {
    clock.advance(599_999)
    assert.equal(take().allowed, false)
    clock.advance(1)
    assert.equal(take().allowed, true)
    assert.equal(take().allowed, false)
  }
})

test('several buckets: all are spent or none; a returned call can be spent again', () => {
  const clock = fakeClock()
  const limiter = createMemoryRateLimiter(clock.now)
  const own: Quota = { name: 'key', limit: 2, windowSeconds: 60 }
  const person: Quota = { name: 'person', limit: 3, windowSeconds: 60 }
  const spends = (key: string) => [
    { key, quota: own },
    { key: 'person', quota: person },
  ]
  const allowed = ['a', 'a', 'a', 'b', 'c'].map((key) => limiter.takeAll(spends(key)).allowed)
  assert.deepEqual(allowed, [true, true, false, true, false])
  limiter.refund(spends('a'))
  // The refused call of `c` has spent nothing of its own quota.
  assert.equal(limiter.takeAll(spends('c')).remaining, 1)
  assert.equal(limiter.take('a', own).allowed, true)
  limiter.refund(spends('never seen'))
  assert.equal(limiter.take('never seen', own).remaining, 1)
})

test('a refused call spends nothing', () => {
  const clock = fakeClock()
  const limiter = createMemoryRateLimiter(clock.now)
  const quota = { name: 'one', limit: 1, windowSeconds: 10 }
  limiter.take('key', quota)
  for (let call = 0; call < 1000; call++) assert.equal(limiter.take('key', quota).retryAfterSeconds, 10)
  clock.advance(10_000_000)
  assert.equal(limiter.take('key', quota).allowed, true)
})

test('a billion a minute keeps its precision after a year of uptime', () => {
  const clock = fakeClock()
  const limiter = createMemoryRateLimiter(clock.now)
  const quota = { name: 'huge', limit: 1e9, windowSeconds: 60 }
  clock.advance(365 * 86_400 * 1_000_000)
  let result = limiter.take('key', quota)
  assert.equal(result.remaining, 999_999_999)
  for (let call = 0; call < 1_000_000; call++) result = limiter.take('key', quota)
  assert.equal(result.remaining, 998_999_999)
  // 60 ns a call: 3 microseconds return 50.
  clock.advance(3)
  assert.equal(limiter.take('key', quota).remaining, 998_999_999 + 50 - 1)
})

test('each key and quota has its own bucket; equal quotas share one', () => {
  const limiter = createMemoryRateLimiter(() => 0)
  const one = { name: 'one', limit: 1, windowSeconds: 60 }
  assert.equal(limiter.take('a', one).allowed, true)
  assert.equal(limiter.take('a', { ...one }).allowed, false)
  assert.equal(limiter.take('b', one).allowed, true)
  assert.equal(limiter.take('a', { ...one, name: 'other' }).allowed, true)
})

test('keys are removed once their quota is full again, and not before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 25_000_000 }), { maxLength: 30 }), (pauses) => {
      const clock = fakeClock()
      const limiter = createMemoryRateLimiter(clock.now)
      const quota = { name: 'small', limit: 3, windowSeconds: 20 }
      const model = createModel(quota)
      for (const [index, pause] of pauses.entries()) {
        clock.advance(pause)
        limiter.take(`passer-by ${index}`, quota)
        assert.deepEqual(limiter.take('key', quota), model(clock.micros()))
      }
      // Two windows later the next call finds no other key, and leaves only its own.
      for (const _ of [1, 2]) {
        clock.advance(20_000_000)
        limiter.take('key', quota)
      }
      clock.advance(20_000_000)
      limiter.take('last', quota)
      assert.ok(limiter.size() <= 2)
      limiter.close()
    }),
  )
})

test('the timer removes the keys of a quota without calls', (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  const clock = fakeClock()
  const limiter = createMemoryRateLimiter(clock.now)
  for (let key = 0; key < 1000; key++) limiter.take(`key ${key}`, TIER4)
  assert.equal(limiter.size(), 1000)
  for (const _ of [1, 2]) {
    clock.advance(60_000_000)
    mock.timers.tick(60_000)
  }
  assert.equal(limiter.size(), 0)
})

test('at the cap the least recently called keys are evicted first', () => {
  const limiter = createMemoryRateLimiter(() => 0, 1000)
  const quota = { name: 'one', limit: 1, windowSeconds: 60 }
  limiter.take('idle', quota)
  limiter.take('busy', quota)
  for (let key = 0; key < 10_000; key++) {
    limiter.take(`key ${key}`, quota)
    assert.equal(limiter.take('busy', quota).allowed, false)
    assert.ok(limiter.size() <= 1000)
  }
  assert.equal(limiter.take('key 9600', quota).allowed, false)
  assert.equal(limiter.take('idle', quota).allowed, true)
})

test('a quota that cannot be counted or written in a header throws', () => {
  const limiter = createMemoryRateLimiter()
  const wrong: Partial<Quota>[] = [{ limit: 0 }, { limit: 1.5 }, { limit: 2e9 }, { windowSeconds: 0 }]
  for (const part of [...wrong, { windowSeconds: 0.5 }, { name: 'a"b' }, { name: '' }]) {
    assert.throws(() => limiter.take('key', { ...TIER4, ...part }), RangeError)
  }
})

test('headers follow the IETF draft', () => {
  const limiter = createMemoryRateLimiter(() => 0)
  assert.deepEqual(rateLimitHeaders(TIER4, limiter.take('key', TIER4)), {
    policy: '"tier4";q=100;w=60',
    state: '"tier4";r=99;t=1',
  })
})
