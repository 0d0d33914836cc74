// Sends to every open stream how many unread notifications its person has. One statement counts for all people whose
// number may have changed, at most twice a second; people without a stream on this node are never counted.
import type { Logger } from 'pino'
import type { Sql } from '../core/sql.ts'
import type { UnreadFeed, UnreadFollower } from '../core/unread-feed.ts'
import { push } from '../events/stream-writer.ts'
import { countUnread, type UnreadSignal } from '../records/unread.ts'

export type UnreadOptions = {
  sql: Sql
  /** Whether the credentials are still valid, in their order. */
  areValid: (sql: Sql, followers: readonly { hash: Buffer; workspaceId: string }[]) => Promise<boolean[]>
  /** The payload is the ids of people, separated by spaces; undefined when notifications may have been lost. */
  notifications: { on(channel: 'dailies_unread', listener: (payload: string | undefined) => void): void }
  logger: Logger
  /** Called with the people who are about to receive a number: from then on they must not read an older state. */
  beforeSend?: ((userIds: readonly string[]) => Promise<void>) | undefined
  pace?: Partial<typeof usualPace> | undefined
}

/** All in milliseconds. */
const usualPace = {
  /** Between two counts. */
  countMs: 500,
  /** Everybody is counted at this interval: deleted comments, lost access and lost notifications announce nothing. */
  pollMs: 10_000,
  checkMs: 2_000,
  heartbeatMs: 15_000,
}

/** People per statement: other statements can run in between. */
const atOnce = 500

const heartbeat = Buffer.from(': still here\n\n')

type Person = { workspaceId: string; userId: string; followers: Set<UnreadFollower> }

export function createUnreadFeed(options: UnreadOptions): UnreadFeed {
  const { sql, areValid, notifications, logger } = options
  const pace = { ...usualPace, ...options.pace }
  const people = new Map<string, Person>()
  /** Streams that carry nothing else. */
  const own = new Set<UnreadFollower>()
  /** The last signal of each stream. */
  const sent = new Map<UnreadFollower, string>()
  /** The ids of people whose number may have changed. */
  const due = new Set<string>()
  let closed = false
  let failing = false
  let running: Promise<void> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let lastCount = -Infinity
  let checking: Promise<void> | undefined

  const keyOf = ({ workspaceId, userId }: UnreadFollower) => `${workspaceId} ${userId}`

  function join(follower: UnreadFollower): void {
    const { workspaceId, userId } = follower
    const key = keyOf(follower)
    const person = people.get(key) ?? { workspaceId, userId, followers: new Set() }
    people.set(key, person)
    person.followers.add(follower)
    count([userId])
  }

  function leave(follower: UnreadFollower): void {
    own.delete(follower)
    sent.delete(follower)
    const person = people.get(keyOf(follower))
    person?.followers.delete(follower)
    if (person?.followers.size === 0) people.delete(keyOf(follower))
  }

  function dismiss(follower: UnreadFollower): void {
    leave(follower)
    follower.outlet.end()
  }

  function count(userIds: Iterable<string>): void {
    for (const userId of userIds) due.add(userId)
    if (closed || running || waiting !== undefined || due.size === 0) return
    waiting = setTimeout(run, Math.max(0, lastCount + pace.countMs - performance.now()))
  }

  const everybody = () => [...people.values()].map(({ userId }) => userId)

  function run(): void {
    waiting = undefined
    running = countDue().then(
      () => ended(undefined),
      (error) => ended(error),
    )
  }

  function ended(error: unknown): void {
    running = undefined
    lastCount = performance.now()
    if (error !== undefined) failed(error)
    else failing = false
    count([])
  }

  async function countDue(): Promise<void> {
    const concerned = [...people.values()].filter(({ userId }) => due.has(userId))
    due.clear()
    for (let i = 0; i < concerned.length && !closed; i += atOnce) {
      const some = concerned.slice(i, i + atOnce)
      try {
        await send(some)
      } catch (error) {
        for (const { userId } of concerned.slice(i)) due.add(userId)
        throw error
      }
    }
  }

  async function send(some: readonly Person[]): Promise<void> {
    const followers = new Set(some.flatMap((person) => [...person.followers]))
    await dismissInvalid([...followers])
    const counts = await countUnread(sql, some)
    await options.beforeSend?.(some.map(({ userId }) => userId))
    for (const [i, person] of some.entries()) {
      const signal: UnreadSignal = { type: 'unread', ...counts[i]! }
      const text = JSON.stringify(signal)
      const bytes = Buffer.from(`event: unread\ndata: ${text}\n\n`)
      for (const follower of person.followers) {
        // A stream that joined after the check gets the number with the next count.
        if (sent.get(follower) === text || !followers.has(follower)) continue
        sent.set(follower, text)
        push(follower, bytes)
      }
    }
  }

  async function dismissInvalid(followers: readonly UnreadFollower[]): Promise<void> {
    if (followers.length === 0) return
    const valid = await areValid(sql, followers)
    for (const [i, follower] of followers.entries()) if (!valid[i]) dismiss(follower)
  }

  /** The other streams are checked by the broadcaster of their events. */
  async function check(): Promise<void> {
    const all = [...own]
    for (let i = 0; i < all.length; i += atOnce) await dismissInvalid(all.slice(i, i + atOnce))
  }

  function checkNow(): void {
    checking ??= check()
      .catch(failed)
      .finally(() => {
        checking = undefined
      })
  }

  /** Logs the first failure in a row. */
  function failed(error: unknown): void {
    if (!failing && !closed)
      logger.warn({ err: error }, 'unread notifications could not be counted; retrying')
    failing = true
  }

  notifications.on('dailies_unread', (payload) => {
    if (payload === undefined) return count(everybody())
    const open = new Set(everybody())
    count(payload.split(' ').filter((userId) => open.has(userId)))
  })
  const timers = [
    setInterval(() => count(everybody()), pace.pollMs),
    setInterval(checkNow, pace.checkMs),
    setInterval(() => {
      for (const follower of own) push(follower, heartbeat)
    }, pace.heartbeatMs),
  ]

  return {
    join,
    leave,
    follow(follower) {
      if (closed) follower.outlet.end()
      else {
        own.add(follower)
        join(follower)
      }
      return () => leave(follower)
    },
    size: () => own.size,
    closed: () => closed,
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(waiting)
      for (const follower of own) dismiss(follower)
      await Promise.all([running, checking])
    },
  }
}
