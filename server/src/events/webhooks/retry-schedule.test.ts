import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextState, retryDelays } from './retry-schedule.ts'
import { type Outcome, unsent } from './send.ts'

function outcome(status: number | null, changes: Partial<Outcome> = {}): Outcome {
  return { ...unsent(''), status, ...changes }
}

function waits(failed: Outcome, failures: number): number[] {
  return [0, 0.5, 1].map((chance) => {
    const next = nextState(failed, failures, chance)
    assert.equal(next.state, 'PENDING')
    return Math.round((next as { waitSeconds: number }).waitSeconds * 10) / 10
  })
}

test('any 2xx counts as delivered, even when the answer was incomplete', () => {
  for (const status of [200, 202, 204, 299])
    assert.deepEqual(nextState(outcome(status, { error: 'cut' }), 0), { state: 'DELIVERED' })
})

test('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, varied by a tenth; then the delivery fails', () => {
  assert.deepEqual(retryDelays, [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])
  for (const status of [null, 100, 199, 300, 302, 400, 404, 429, 500, 503]) {
    for (const [failures, delay] of retryDelays.entries())
      assert.deepEqual(waits(outcome(status), failures), [delay * 0.9, delay, Math.round(delay * 11) / 10])
    assert.deepEqual(nextState(outcome(status), retryDelays.length), {
      state: 'FAILED',
      failure: 'EXHAUSTED',
    })
  }
})

test('410 fails the delivery at once', () => {
  assert.deepEqual(nextState(outcome(410), 0), { state: 'FAILED', failure: 'GONE' })
})

test('Retry-After extends the delay, never shortens it, up to a limit', () => {
  for (const status of [429, 503]) {
    assert.deepEqual(waits(outcome(status, { retryAfterSeconds: 60 }), 0), [60, 60, 60])
    assert.deepEqual(waits(outcome(status, { retryAfterSeconds: 1 }), 0), [4.5, 5, 5.5])
    assert.deepEqual(waits(outcome(status, { retryAfterSeconds: 1e9 }), 0), [86400, 86400, 86400])
  }
  assert.deepEqual(waits(outcome(500, { retryAfterSeconds: 60 }), 0), [4.5, 5, 5.5])
})

test('a request aborted by the shutdown is retried at once and does not count as a failure', () => {
  assert.deepEqual(nextState(outcome(null, { cut: true }), retryDelays.length), {
    state: 'PENDING',
    failed: false,
    waitSeconds: 0,
  })
})
