// Limits guesses at secrets: passwords of accounts, access links and shares. Only wrong guesses count, in three buckets:
// one secret from one network, one secret from all networks, and all secrets from one network.
import { ApiError } from './errors.ts'
import type { Quota, RateLimiter, RateLimitResult, Spend } from './rate-limit.ts'

const kinds = ['sign-in', 'account', 'access-link', 'share', 'forgot', 'letters'] as const
export type GuessKind = (typeof kinds)[number]

/**
 * Runs the check of one guess, and counts the guess when the check returns false. Throws 429 when there were too
 * many.
 */
export type Guess = (check: () => Promise<boolean>) => Promise<boolean>

/** `secret` identifies the target of the guesses: an e-mail address, a user id, the key of a link. */
export type GuessGuard = (kind: GuessKind, secret: string, network: string) => Guess

const windowSeconds = 900
const maxNameLength = 300

/**
 * A network may be a whole office, and a secret may be guessed at from many networks: each of these buckets has five
 * times the limit of one network at one secret. So a stranger cannot easily lock out the people who know the secret.
 */
export function createGuessGuard(limiter: RateLimiter, limit: number): GuessGuard {
  const quota = (operation: string, most: number): Quota => {
    return { name: 'guesses', limit: Math.min(most, 1e9), windowSeconds, operation }
  }
  const quotas = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        both: quota(`${kind} secret network`, limit),
        secret: quota(`${kind} secret`, limit * 5),
        network: quota(`${kind} network`, limit * 5),
      },
    ]),
  ) as Record<GuessKind, Record<'both' | 'secret' | 'network', Quota>>

  return (kind, secret, network) => async (check) => {
    const { both, secret: perSecret, network: perNetwork } = quotas[kind]
    const name = folded(secret.slice(0, maxNameLength))
    const spends: Spend[] = [
      { key: `${network} ${name}`, quota: both },
      { key: name, quota: perSecret },
      { key: network, quota: perNetwork },
    ]
    // Counted before the check and returned after: many concurrent guesses cannot all pass.
    requireAllowed(await limiter.takeAll(spends))
    let wrong = false
    try {
      wrong = !(await check())
      return !wrong
    } finally {
      if (!wrong) await limiter.refund(spends)
    }
  }
}

/**
 * Folds case letter by letter as Postgres does: writing İ for i must not give another ten guesses at the same
 * account.
 */
function folded(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0)!)).join('')
}

function requireAllowed({ allowed, retryAfterSeconds }: RateLimitResult): void {
  if (allowed) return
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
  throw new ApiError('rate_limited', { message, headers: { 'Retry-After': String(retryAfterSeconds) } })
}
