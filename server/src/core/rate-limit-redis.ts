import { createHash } from 'node:crypto'
import { ConnectionTimeoutError, createClient, SocketTimeoutError } from 'redis'
import type { Quota, RateLimiter, Verdict } from './rate-limit.ts'
import { createMemoryRateLimiter, quotaIdentity, verdictOf, windowMicros } from './rate-limit.ts'

const BEAT_MS = 1000
/** After so many answers that came too late or not at all, Redis counts as away from the start. */
const START_BEATS = 5
const HEARTBEAT: Quota = { name: 'heartbeat', limit: 1e9, windowSeconds: 1 }

// The bucket of rate-limit.ts, in microseconds of the server's clock, which all nodes share. Unlike theirs it can
// be set back; a bucket from the future then counts as one touched now, so the wait stays within one window.
const SCRIPT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local since, used = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
since, used = tonumber(since) or now, tonumber(used) or 0
if since > now then since, used = now, math.min(used, limit) end
local elapsed = now - since
if elapsed * limit >= used * window then
  since, used, elapsed = now, 0, 0
elseif elapsed >= window then
  since, used, elapsed = since + window, used - limit, elapsed - window
end
if used >= limit + math.floor(elapsed * limit / window) then return { 0, used, elapsed } end
used = used + 1
local milliseconds = math.ceil((used * window - elapsed * limit) / limit / 1000)
redis.call('SET', KEYS[1], string.format('%.0f %.0f', since, used), 'PX', string.format('%.0f', milliseconds))
return { 1, used, elapsed }`
const SCRIPT_SHA = createHash('sha1').update(SCRIPT).digest('hex')

type Client = ReturnType<typeof clientFor>

/**
 * Shares quotas between nodes. While Redis is away or slow each node counts for itself in memory: a limiter never
 * fails a request and never holds one for longer than `answerMs`. Throws only when `url` is not a Redis URL.
 */
export function createRedisRateLimiter(
  url: string,
  log: (line: string) => void,
  answerMs = 250,
): RateLimiter {
  const memory = createMemoryRateLimiter()
  let state: 'starting' | 'up' | 'down' | 'closed' = 'starting'
  let client = open()
  let probing = false
  let delays = 0
  const timer = setInterval(beat, BEAT_MS).unref()

  function open(): Client {
    const opened = clientFor(url)
    opened.on('error', fall)
    opened.on('ready', beat)
    opened.on('connect', () => {
      // The client connects to the end even when it is destroyed meanwhile.
      if (state === 'closed') opened.destroy()
    })
    // Nobody's process stays up for a limiter; a call under way is held by its own timer.
    opened.unref()
    opened.connect().catch(() => {})
    return opened
  }

  /** The only way up: one call that goes all the way, in time. A ping also succeeds where scripts may not write. */
  async function beat(): Promise<void> {
    if (state === 'closed' || probing) return
    if (!client.isOpen) {
      client.destroy()
      client = open()
    }
    if (!client.isReady) return
    probing = true
    try {
      await inTime(ask(client, 'self', HEARTBEAT), answerMs)
      rise()
    } catch (error) {
      fall(error)
      // A peer that vanished without a word leaves a connection that looks alive; a new one tells.
      client.destroy()
    } finally {
      probing = false
    }
  }

  function rise(): void {
    if (state === 'down') log('rate limits: Redis answers again, nodes share their counts')
    if (state !== 'closed') state = 'up'
  }

  function fall(error: unknown): void {
    if (state === 'closed' || state === 'down') return
    // Until Redis has answered once, memory counts anyway, and a process that starts is busy: the delay may be its own.
    if (state === 'starting' && isDelay(error) && ++delays < START_BEATS) return
    state = 'down'
    log(`rate limits: Redis does not answer (${reasonOf(error)}), this node counts alone until it does`)
  }

  async function takeShared(key: string, quota: Quota): Promise<Verdict> {
    try {
      return await inTime(ask(client, key, quota), answerMs)
    } catch (error) {
      fall(error)
      return memory.take(key, quota)
    }
  }

  return {
    take: (key, quota) => (state === 'up' ? takeShared(key, quota) : memory.take(key, quota)),
    async close() {
      state = 'closed'
      clearInterval(timer)
      client.destroy()
      await memory.close()
    },
  }
}

function clientFor(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    // The client's own timeout ends when a command is written, so it does not notice a server that is silent.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
    disableClientInfo: true,
    // The heartbeat reconnects, since its timer can be cleared; the client's cannot. The socket timeout is for
    // servers that accept and then say nothing: an idle connection has a heartbeat a second.
    socket: { connectTimeout: BEAT_MS, socketTimeout: 3 * BEAT_MS, reconnectStrategy: false },
  })
}

async function ask(client: Client, key: string, quota: Quota): Promise<Verdict> {
  const window = windowMicros(quota)
  const rest = ['1', `dailies:rl:${quotaIdentity(quota)}:${key}`, `${quota.limit}`, `${window}`]
  const reply = await client.sendCommand(['EVALSHA', SCRIPT_SHA, ...rest]).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return client.sendCommand(['EVAL', SCRIPT, ...rest])
  })
  const [allowed, used, elapsed] = reply as unknown as [number, number, number]
  return verdictOf(quota.limit, window, allowed === 1, used, elapsed)
}

class TooLate extends Error {}

function isDelay(error: unknown): boolean {
  return [TooLate, ConnectionTimeoutError, SocketTimeoutError].some((kind) => error instanceof kind)
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise: patience, reject } = Promise.withResolvers<never>()
  // Patience has five parts: when this process is busy itself, however long, it loses one of them and not all.
  let parts = 5
  const timer = setInterval(() => {
    parts -= 1
    if (parts === 0) reject(new TooLate(`nothing in ${ms} ms`))
  }, ms / parts)
  try {
    return await Promise.race([answer, patience])
  } finally {
    clearInterval(timer)
  }
}

/** A refused connection to a name with two addresses is an AggregateError, which has a code but no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
