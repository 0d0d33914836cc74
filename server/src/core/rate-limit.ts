/** Must be a constant object: limiters and headers cache values derived from it. */
export type Quota = {
  /** Sent to clients in headers. */
  name: string
  limit: number
  windowSeconds: number
  /** The operation that the quota is for, when each operation has its own. */
  operation?: string
}

/** Calls of one operation per minute, by its tier. */
export type TierLimits = { default: number; tier2: number; tier3: number; tier4: number }

export type RateLimits = TierLimits & { auth: number; guesses: number }

export type RateLimitResult = {
  allowed: boolean
  remaining: number
  /** Whole seconds until the quota is full. */
  resetSeconds: number
  /** Whole seconds until a call passes; 0 when this one passed. */
  retryAfterSeconds: number
}

/** One call of a key's quota. */
export type Spend = { key: string; quota: Quota }

export type RateLimiter = {
  /** Spends one call of the key's quota. The same key with another quota is another bucket. */
  take(key: string, quota: Quota): RateLimitResult | Promise<RateLimitResult>
  /**
   * Spends one call of every bucket, or of none. Returns the result of the first bucket, or of the one that refuses.
   */
  takeAll(spends: readonly Spend[]): RateLimitResult | Promise<RateLimitResult>
  /** Returns one call to each bucket. */
  refund(spends: readonly Spend[]): void | Promise<void>
  close(): Promise<void>
}

export type MemoryRateLimiter = {
  take(key: string, quota: Quota): RateLimitResult
  takeAll(spends: readonly Spend[]): RateLimitResult
  refund(spends: readonly Spend[]): void
  close(): Promise<void>
  /** The number of stored keys, at most twice the keys in use. */
  size(): number
}

// GCRA stores the time at which a bucket is full. Here that time is `since + used * window / limit`, stored as two
// whole numbers: a sum of rounded intervals drifts (a call is 60 ns at a billion a minute), this one cannot.
type Bucket = { since: number; used: number }

// A bucket not touched for a window is full and needs no storage. So a table has two generations: calls move their
// bucket into the young one, and once per window the old one is discarded as a whole. Nothing is ever scanned.
type Table = {
  limit: number
  window: number
  young: Map<string, Bucket>
  old: Map<string, Bucket>
  turnsAt: number
}

const SWEEP_MS = 60_000

/**
 * `now` is in milliseconds and never goes back: a step of the wall clock must not lock anyone out. Beyond `maxKeys`,
 * a quota evicts the least recently called keys, which resets their quota.
 */
export function createMemoryRateLimiter(
  now = () => performance.now(),
  maxKeys = 1_000_000,
): MemoryRateLimiter {
  const tables = new Map<string, Table>()
  const tableOfQuota = new WeakMap<Quota, Table>()
  // Calls rotate the generations of their own table; the timer is for tables without calls.
  const timer = setInterval(sweep, SWEEP_MS).unref()

  function take(key: string, quota: Quota): RateLimitResult {
    return takeAt(key, quota, Math.round(now() * 1000))
  }

  function takeAt(key: string, quota: Quota, at: number): RateLimitResult {
    const table = tableOfQuota.get(quota) ?? findTable(quota)
    return spend(bucketOf(table, key, at), table.limit, table.window, at)
  }

  function takeAll(spends: readonly Spend[]): RateLimitResult {
    const at = Math.round(now() * 1000)
    const first = takeAt(spends[0]!.key, spends[0]!.quota, at)
    if (!first.allowed) return first
    for (let i = 1; i < spends.length; i++) {
      const result = takeAt(spends[i]!.key, spends[i]!.quota, at)
      if (result.allowed) continue
      refund(spends.slice(0, i))
      return result
    }
    return first
  }

  function refund(spends: readonly Spend[]): void {
    const at = Math.round(now() * 1000)
    for (const { key, quota } of spends) {
      const bucket = bucketOf(tableOfQuota.get(quota) ?? findTable(quota), key, at)
      bucket.used = Math.max(0, bucket.used - 1)
    }
  }

  function bucketOf(table: Table, key: string, at: number): Bucket {
    if (at >= table.turnsAt) turn(table, at)
    return table.young.get(key) ?? admit(table, key, at)
  }

  function findTable(quota: Quota): Table {
    const identity = quotaIdentity(quota)
    let table = tables.get(identity)
    if (table === undefined) {
      const window = windowMicros(quota)
      table = { limit: quota.limit, window, young: new Map(), old: new Map(), turnsAt: 0 }
      tables.set(identity, table)
    }
    tableOfQuota.set(quota, table)
    return table
  }

  function admit(table: Table, key: string, at: number): Bucket {
    if (table.young.size >= maxKeys / 2) turn(table, at)
    const bucket = table.old.get(key) ?? { since: at, used: 0 }
    table.young.set(key, bucket)
    return bucket
  }

  function sweep(): void {
    const at = Math.round(now() * 1000)
    for (const table of tables.values()) if (at >= table.turnsAt) turn(table, at)
  }

  function size(): number {
    let keys = 0
    for (const { young, old } of tables.values()) keys += young.size + old.size
    return keys
  }

  async function close(): Promise<void> {
    clearInterval(timer)
  }

  return { take, takeAll, refund, size, close }
}

function turn(table: Table, at: number): void {
  table.old = table.young
  table.young = new Map()
  table.turnsAt = at + table.window
}

function spend(bucket: Bucket, limit: number, window: number, at: number): RateLimitResult {
  let elapsed = at - bucket.since
  if (elapsed * limit >= bucket.used * window) {
    bucket.since = at
    bucket.used = 0
    elapsed = 0
  } else if (elapsed >= window) {
    // A window returns exactly the limit. Subtracting both keeps the products below within 2^53 for up to 75 million
    // calls a minute; above that they are off by less than a millionth of a call, and errors do not accumulate.
    bucket.since += window
    bucket.used -= limit
    elapsed -= window
  }
  const allowed = bucket.used < limit + Math.floor((elapsed * limit) / window)
  if (allowed) bucket.used += 1
  return rateLimitResult(limit, window, allowed, bucket.used, elapsed)
}

/** The state after a call as a result for the caller: `used` calls in `elapsed` microseconds. */
export function rateLimitResult(
  limit: number,
  window: number,
  allowed: boolean,
  used: number,
  elapsed: number,
): RateLimitResult {
  const refilled = elapsed * limit
  const owed = used * window - refilled
  const second = limit * 1_000_000
  return {
    allowed,
    remaining: allowed ? limit + Math.floor(refilled / window) - used : 0,
    resetSeconds: Math.ceil(owed / second),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((owed + window - limit * window) / second)),
  }
}

export function windowMicros(quota: Quota): number {
  return quota.windowSeconds * 1_000_000
}

/**
 * Identifies a quota by its values, so that equal quotas share their buckets and a changed quota starts with empty
 * ones.
 */
export function quotaIdentity({ name, limit, windowSeconds, operation }: Quota): string {
  const whole = Number.isSafeInteger(limit) && Number.isSafeInteger(windowSeconds)
  if (!whole || limit < 1 || limit > 1e9 || windowSeconds < 1 || !/^[a-z0-9_-]+$/i.test(name)) {
    throw new RangeError(`not a quota: ${JSON.stringify({ name, limit, windowSeconds })}`)
  }
  const identity = `${name}:${limit}:${windowSeconds}`
  return operation === undefined ? identity : `${identity}:${operation}`
}

type HeaderTexts = { policy: string; stateStart: string }

const headerTexts = new WeakMap<Quota, HeaderTexts>()

/** The values of `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitHeaders(quota: Quota, result: RateLimitResult): { policy: string; state: string } {
  const { policy, stateStart } = headerTexts.get(quota) ?? writeHeaderTexts(quota)
  return { policy, state: `${stateStart}${result.remaining};t=${result.resetSeconds}` }
}

function writeHeaderTexts(quota: Quota): HeaderTexts {
  const { name, limit, windowSeconds } = quota
  const texts = { policy: `"${name}";q=${limit};w=${windowSeconds}`, stateStart: `"${name}";r=` }
  headerTexts.set(quota, texts)
  return texts
}
