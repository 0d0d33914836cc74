import { ApiError } from '../core/errors.ts'
import type { Quota, RateLimiter, Verdict } from '../core/rate-limit.ts'

/** Counts a guess at a secret, per what is guessed at and per network, if known; throws 429 when there were too many. */
export type GuessGuard = (at: string, network?: string) => Promise<void>

const windowSeconds = 900

/** One network may stand for an office, so it has five times as many. */
export function createGuessGuard(limiter: RateLimiter, limit: number): GuessGuard {
  const perSecret: Quota = { name: 'guesses', limit, windowSeconds, operation: 'secret' }
  const perNetwork: Quota = { name: 'guesses', limit: limit * 5, windowSeconds, operation: 'network' }
  return async (at, network) => {
    if (network !== undefined) requireAllowed(await limiter.take(network, perNetwork))
    requireAllowed(await limiter.take(folded(at), perSecret))
  }
}

/** As Postgres does it, letter by letter: whoever writes İ for i must not have another ten guesses at the same account. */
function folded(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0)!)).join('')
}

function requireAllowed({ allowed, retryAfterSeconds }: Verdict): void {
  if (allowed) return
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
  throw new ApiError('rate_limited', { message, headers: { 'Retry-After': String(retryAfterSeconds) } })
}
