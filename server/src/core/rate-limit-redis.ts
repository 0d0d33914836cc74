import { createHash } from 'node:crypto'
import type { RateLimiter, RateLimitResult, Spend } from './rate-limit.ts'
import { createMemoryRateLimiter, quotaIdentity, rateLimitResult, windowMicros } from './rate-limit.ts'
import {
  createRedisClient,
  beatMs as defaultBeatMs,
  inTime,
  isDelay,
  type RedisClient,
  reasonOf,
} from './redis-client.ts'

type RedisLimiterOptions = {
  /** How long a call waits for Redis. */
  answerMs?: number
  /** The interval at which Redis is tried, and tried again while it is unavailable. */
  beatMs?: number
}

/** After this many late or missing answers at the start, Redis counts as unavailable. */
const START_BEATS = 5
const HEARTBEAT: Spend[] = [{ key: 'self', quota: { name: 'heartbeat', limit: 1e9, windowSeconds: 1 } }]

// The bucket of rate-limit.ts, in microseconds of the Redis server's clock, which all nodes share. Unlike a node's
// monotonic clock it can be set back; a bucket from the future then counts as one touched now, so the wait stays
// within one window. One script handles all buckets of a call: it spends from each of them or, when one refuses, from
// none.
const SCRIPT = `
local cost = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local buckets = {}
for i, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local since, used = string.match(redis.call('GET', key) or '', '^(%d+) (%d+)$')
  since, used = tonumber(since) or now, tonumber(used) or 0
  if since > now then since, used = now, math.min(used, limit) end
  local elapsed = now - since
  if elapsed * limit >= used * window then
    since, used, elapsed = now, 0, 0
  elseif elapsed >= window then
    since, used, elapsed = since + window, used - limit, elapsed - window
  end
  if cost > 0 and used >= limit + math.floor(elapsed * limit / window) then return { 0, i, used, elapsed } end
  buckets[i] = { since, math.max(0, used + cost), elapsed, limit, window }
end
for i, key in ipairs(KEYS) do
  local since, used, elapsed, limit, window = unpack(buckets[i])
  local milliseconds = math.ceil((used * window - elapsed * limit) / limit / 1000)
  if milliseconds > 0 then
    redis.call('SET', key, string.format('%.0f %.0f', since, used), 'PX', string.format('%.0f', milliseconds))
  else
    redis.call('DEL', key)
  end
end
return { 1, 1, buckets[1][2], buckets[1][3] }`
const SCRIPT_SHA = createHash('sha1').update(SCRIPT).digest('hex')

/**
 * Shares quotas between nodes. While Redis is unavailable or slow, each node counts for itself in memory: a limiter
 * never fails a request and never delays one by more than `answerMs`. Throws only when `url` is not a Redis URL.
 */
export function createRedisRateLimiter(
  url: string,
  log: (line: string) => void,
  { answerMs = 250, beatMs = defaultBeatMs }: RedisLimiterOptions = {},
): RateLimiter {
  const memory = createMemoryRateLimiter()
  let state: 'starting' | 'up' | 'down' | 'closed' = 'starting'
  let client = open()
  let probing = false
  let delays = 0
  const timer = setInterval(beat, beatMs).unref()

  function open(): RedisClient {
    const opened = createRedisClient(url)
    opened.on('error', fall)
    opened.on('ready', beat)
    opened.on('connect', () => {
      // The client finishes connecting even when it is destroyed meanwhile.
      if (state === 'closed') opened.destroy()
    })
    // A limiter must not keep the process alive; a pending call is kept alive by its own timer.
    opened.unref()
    opened.connect().catch(() => {})
    return opened
  }

  /**
   * The only transition to `up`: one complete call within the time limit. A ping also succeeds where scripts may not
   * write.
   */
  async function beat(): Promise<void> {
    if (state === 'closed' || probing) return
    if (!client.isOpen) {
      client.destroy()
      client = open()
    }
    if (!client.isReady) return
    probing = true
    try {
      await inTime(ask(client, HEARTBEAT), answerMs)
      rise()
    } catch (error) {
      fall(error)
      // A peer that vanished silently leaves a connection that looks alive; a new connection shows whether it is.
      client.destroy()
    } finally {
      probing = false
    }
  }

  function rise(): void {
    if (state === 'down') log('rate limits: Redis is available again; nodes share their counts')
    if (state !== 'closed') state = 'up'
  }

  function fall(error: unknown): void {
    if (state === 'closed' || state === 'down') return
    // Until Redis has answered once, memory counts anyway. A starting process is busy, so the delay may be its own.
    if (state === 'starting' && isDelay(error) && ++delays < START_BEATS) return
    state = 'down'
    log(`rate limits: Redis does not answer (${reasonOf(error)}), this node counts in memory until it does`)
  }

  async function takeShared(spends: readonly Spend[]): Promise<RateLimitResult> {
    try {
      return await inTime(ask(client, spends), answerMs)
    } catch (error) {
      fall(error)
      return memory.takeAll(spends)
    }
  }

  async function refundShared(spends: readonly Spend[]): Promise<void> {
    await inTime(ask(client, spends, -1), answerMs).catch(fall)
  }

  return {
    take: (key, quota) => (state === 'up' ? takeShared([{ key, quota }]) : memory.take(key, quota)),
    takeAll: (spends) => (state === 'up' ? takeShared(spends) : memory.takeAll(spends)),
    refund: (spends) => (state === 'up' ? refundShared(spends) : memory.refund(spends)),
    async close() {
      state = 'closed'
      clearInterval(timer)
      client.destroy()
      await memory.close()
    },
  }
}

/** A cost of -1 returns a call that was spent. */
async function ask(client: RedisClient, spends: readonly Spend[], cost = 1): Promise<RateLimitResult> {
  const keys = spends.map(({ key, quota }) => `dailies:rl:${quotaIdentity(quota)}:${key}`)
  const limits = spends.flatMap(({ quota }) => [`${quota.limit}`, `${windowMicros(quota)}`])
  const rest = [`${keys.length}`, ...keys, `${cost}`, ...limits]
  const reply = await client.sendCommand(['EVALSHA', SCRIPT_SHA, ...rest]).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.sendCommand(['EVAL', SCRIPT, ...rest])
  })
  const [allowed, place, used, elapsed] = reply as unknown as [number, number, number, number]
  const { quota } = spends[place - 1]!
  return rateLimitResult(quota.limit, windowMicros(quota), allowed === 1, used, elapsed)
}
