// What an attempt means for its delivery: done, tried again later, or given up.
import type { Outcome } from './send.ts'

const minute = 60
const hour = 3_600

/** How long after a failed attempt the next one is made, in seconds: ten attempts in three days and a bit. */
export const ladder = [
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

/** The longest that a receiver may ask us to wait. */
const longestWait = 24 * hour

export type Verdict =
  | { state: 'DELIVERED' }
  | { state: 'PENDING'; failed: boolean; waitSeconds: number }
  | { state: 'FAILED'; failure: 'EXHAUSTED' | 'GONE' }

/** `failures` counts the attempts that failed before this one; `chance` is from 0 to 1. */
export function judge(outcome: Outcome, failures: number, chance = Math.random()): Verdict {
  const { status, retryAfterSeconds } = outcome
  // It is not the receiver's doing, so another one takes it up at once.
  if (outcome.cut) return { state: 'PENDING', failed: false, waitSeconds: 0 }
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED' }
  if (status === 410) return { state: 'FAILED', failure: 'GONE' }
  const rung = ladder[failures]
  if (rung === undefined) return { state: 'FAILED', failure: 'EXHAUSTED' }
  // A tenth more or less, so that what failed together does not come back together.
  const wait = rung * (0.9 + 0.2 * chance)
  const asked = status === 429 || status === 503 ? Math.min(retryAfterSeconds ?? 0, longestWait) : 0
  return { state: 'PENDING', failed: true, waitSeconds: Math.max(wait, asked) }
}
