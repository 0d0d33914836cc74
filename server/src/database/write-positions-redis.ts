import { beatMs, createRedisClient, inTime, type RedisClient } from '../core/redis-client.ts'
import { createMemoryPositions, keptMs, type WritePositions } from './write-positions.ts'

/** Two nodes may record at the same time, so the later position wins, not the later call. */
const script = `
for i, key in ipairs(KEYS) do
  local known = redis.call('GET', key)
  if not known or tonumber(known) < tonumber(ARGV[1]) then redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
end`

const answerMs = 250

/**
 * Shares the positions between nodes. While Redis does not answer, no position is known, and everybody reads from the
 * primary.
 */
export function createRedisPositions(url: string): WritePositions {
  // This node knows at least what it could not store in Redis.
  const own = createMemoryPositions()
  let client = open()
  const timer = setInterval(beat, beatMs).unref()

  /** Reconnects. A connection without traffic would be closed. */
  function beat(): void {
    if (client.isOpen) {
      client.ping().catch(() => {})
    } else {
      client.destroy()
      client = open()
    }
  }

  function open(): RedisClient {
    const opened = createRedisClient(url)
    opened.on('error', () => {})
    opened.unref()
    opened.connect().catch(() => {})
    return opened
  }

  const keyOf = (userId: string) => `dailies:position:${userId}`

  return {
    async record(userIds, position) {
      await own.record(userIds, position)
      const command = ['EVAL', script, `${userIds.length}`, ...userIds.map(keyOf), `${position}`, `${keptMs}`]
      await inTime(client.sendCommand(command), answerMs).catch(() => client.destroy())
    },
    async find(userId) {
      const answer = inTime(client.sendCommand(['GET', keyOf(userId)]), answerMs)
      const [mine, shared] = await Promise.all([own.find(userId), answer.catch(() => undefined)])
      return shared === undefined ? undefined : Math.max(mine!, Number(shared ?? 0))
    },
    async close() {
      clearInterval(timer)
      client.destroy()
    },
  }
}
