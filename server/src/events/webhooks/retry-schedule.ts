// The retry schedule: the next state of a delivery after an attempt.
import type { Outcome } from './send.ts'

const minute = 60
const hour = 3_600

/** Seconds from a failed attempt to the next one: ten attempts within a little more than three days. */
export const retryDelays = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** The longest Retry-After that is honoured. */
const longestWait = 24 * hour

export type NextState =
  | { state: 'DELIVERED' }
  | { state: 'SKIPPED' }
  | { state: 'PENDING'; failed: boolean; waitSeconds: number }
  | { state: 'FAILED'; failure: 'EXHAUSTED' | 'GONE' }

/** `failures` counts the failed attempts before this one; `chance` is a random number from 0 to 1. */
export function nextState(outcome: Outcome, failures: number, chance = Math.random()): NextState {
  const { status, retryAfterSeconds } = outcome
  // The shutdown of this server is not the receiver's fault: another process retries at once.
  if (outcome.cut) return { state: 'PENDING', failed: false, waitSeconds: 0 }
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED' }
  if (status === 410) return { state: 'FAILED', failure: 'GONE' }
  const delay = retryDelays[failures]
  if (delay === undefined) return { state: 'FAILED', failure: 'EXHAUSTED' }
  // Vary by a tenth, so that deliveries that failed together are not retried together.
  const wait = delay * (0.9 + 0.2 * chance)
  const asked = status === 429 || status === 503 ? Math.min(retryAfterSeconds ?? 0, longestWait) : 0
  return { state: 'PENDING', failed: true, waitSeconds: Math.max(wait, asked) }
}
