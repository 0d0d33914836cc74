// Broadcasts events to the open streams of this process. The events of a workspace are read once for all subscribers, and
// before each batch one statement checks who of them may still read.
import type { Logger } from 'pino'
import type { ProjectRole } from '../core/access.ts'
import type { Sql } from '../core/sql.ts'
import type { UnreadFeed } from '../core/unread-feed.ts'
import type { PresenceFeed } from './presence/presence.ts'
import { type Batch, type CurrentRoles, isLost, type Reader, readAfter } from './read-events.ts'
import { createBatchWriter, heartbeat, push, type Subscriber, signal } from './stream-writer.ts'

/** Hints that there are new events. Some may be lost, so the broadcaster polls as well. */
type EventNotifications = {
  /** The payload is the workspace and its last number; undefined when notifications may have been lost. */
  on(channel: 'dailies_events', listener: (payload: string | undefined) => void): void
}

export type BroadcasterOptions = {
  sql: Sql
  currentRoles: CurrentRoles
  notifications: EventNotifications
  presence: Pick<PresenceFeed, 'join' | 'leave' | 'check'>
  /** Sends the number of unread notifications through the streams of browsers. */
  unread?: Pick<UnreadFeed, 'join' | 'leave'>
  logger: Logger
  /** Called with the people who are about to receive events: from then on they must not read an older state. */
  beforeSend?: ((userIds: readonly string[]) => Promise<void>) | undefined
  /** The interval of heartbeats on quiet streams. */
  heartbeatMs?: number
  /** The interval at which the access of every stream is checked. */
  checkMs?: number | undefined
  /** The interval at which the broadcaster looks for events without a notification. */
  pollMs?: number
}

export type Broadcaster = {
  /** Sends everything after the position of the subscriber, who has caught up before. */
  join(subscriber: Subscriber): void
  leave(subscriber: Subscriber): void
  size(): number
  /** Whether the broadcaster is closed: streams that are still catching up must end, too. */
  closed(): boolean
  /** Ends all streams. */
  close(): Promise<void>
}

/** The reading position in a workspace, and its subscribers. */
type Tail = {
  workspaceId: string
  subscribers: Set<Subscriber>
  /** The number of the last event read. */
  position: number
  reading: boolean
  /** Whether to read once more: there were new events during the last read, or it failed. */
  again: boolean
}

/** Events after which a person may see more or less than before. */
const changesAccess = /^(member|project)\.|^file\.(updated|deleted)$/

function projectsWithNewAccess({ rows }: Batch): Set<string> {
  const changes = rows.filter(({ event }) => changesAccess.test(event.type))
  return new Set(changes.flatMap(({ projectId }) => projectId ?? []))
}

/** The number of credentials per statement: other statements can run in between. */
const checkedAtOnce = 1_000

export function createBroadcaster(options: BroadcasterOptions): Broadcaster {
  const { sql, currentRoles, notifications, presence, unread, logger } = options
  const tails = new Map<string, Tail>()
  let closed = false
  let failing = false
  let checking: Promise<void> | undefined
  let polling: Promise<void> | undefined

  function join(subscriber: Subscriber): void {
    const { workspaceId, position } = subscriber
    if (closed) {
      subscriber.outlet.end()
      return
    }
    let tail = tails.get(workspaceId)
    if (!tail) {
      tail = { workspaceId, subscribers: new Set(), position, reading: false, again: false }
      tails.set(workspaceId, tail)
    }
    tail.subscribers.add(subscriber)
    follow(tail)
  }

  function leave(subscriber: Subscriber): void {
    const tail = tails.get(subscriber.workspaceId)
    tail?.subscribers.delete(subscriber)
    presence.leave(subscriber)
    unread?.leave(subscriber)
    if (tail?.subscribers.size === 0) tails.delete(subscriber.workspaceId)
  }

  /** Reads until there are no new events. */
  async function follow(tail: Tail): Promise<void> {
    tail.again = true
    if (tail.reading) return
    tail.reading = true
    try {
      while (tail.again && tail.subscribers.size > 0) {
        tail.again = false
        await readOn(tail)
      }
      failing = false
    } catch (error) {
      // Polling retries: a subscriber who has just joined may wait for events that the others have received.
      tail.again = true
      failed(error)
    } finally {
      tail.reading = false
    }
  }

  async function readOn(tail: Tail): Promise<void> {
    // A subscriber who has just joined is behind; the others skip what they have received.
    let from = Number.POSITIVE_INFINITY
    for (const { position } of tail.subscribers) if (position < from) from = position
    const here = [...tail.subscribers]
    const batch = await readAfter(sql, tail.workspaceId, from)
    if (isLost(from, batch.counters)) return reset(tail, batch)
    const projects = new Set(batch.rows.map(({ projectId }) => projectId))
    const concerned = here.filter(({ projectId }) => projects.has(projectId))
    const roleOf = await rolesOf(concerned)
    await options.beforeSend?.([...new Set(concerned.map(({ userId }) => userId))])
    const bytesFor = createBatchWriter(batch.rows)
    for (const subscriber of here) {
      if (!tail.subscribers.has(subscriber)) continue
      if (projects.has(subscriber.projectId)) {
        const role = roleOf(subscriber)
        if (role === undefined) {
          dismiss(subscriber)
          continue
        }
        const bytes = bytesFor(subscriber, role)
        if (bytes.length > 0) push(subscriber, bytes)
      }
      advance(subscriber, batch)
    }
    for (const projectId of projectsWithNewAccess(batch)) presence.check(projectId)
    tail.position = batch.end
    if (batch.full) tail.again = true
  }

  function advance(subscriber: Subscriber, { end, full }: Batch): void {
    subscriber.position = Math.max(subscriber.position, end)
    if (subscriber.live || full) return
    subscriber.live = true
    push(subscriber, signal('ready', subscriber.position))
    presence.join(subscriber)
    if (subscriber.browser && subscriber.types === null) unread?.join(subscriber)
  }

  /** Events that a subscriber waits for are no longer stored. */
  function reset(tail: Tail, { counters }: Batch): void {
    for (const subscriber of tail.subscribers) {
      if (!isLost(subscriber.position, counters)) continue
      subscriber.position = counters.last
      push(subscriber, signal('reset', counters.last))
    }
    tail.again = true
  }

  function dismiss(subscriber: Subscriber): void {
    leave(subscriber)
    subscriber.outlet.end()
  }

  /** Checks each token once per project and scope. */
  async function rolesOf(subscribers: Subscriber[]): Promise<(of: Subscriber) => ProjectRole | undefined> {
    const keyOf = ({ hash, projectId, scope }: Reader) => hash.toString('latin1') + projectId + scope
    const readers = new Map(subscribers.map((subscriber) => [keyOf(subscriber), subscriber]))
    if (readers.size === 0) return () => undefined
    const roles = await currentRoles(sql, [...readers.values()])
    const byKey = new Map([...readers.keys()].map((key, i) => [key, roles[i]]))
    return (subscriber) => byKey.get(keyOf(subscriber))
  }

  async function poll(): Promise<void> {
    if (tails.size === 0) return
    for (const tail of tails.values()) if (tail.again) follow(tail)
    const rows = await sql<{ workspaceId: string; last: number }>`
      select workspace_id as "workspaceId", last_number as last from event_counters
      where workspace_id = any(${[...tails.keys()]}::uuid[])`
    for (const { workspaceId, last } of rows) {
      const tail = tails.get(workspaceId)
      if (tail && last !== tail.position) follow(tail)
    }
  }

  const everybody = () => [...tails.values()].flatMap(({ subscribers }) => [...subscribers])

  /** Ends the streams of revoked and expired credentials, and of removed members. */
  async function check(): Promise<void> {
    const all = everybody()
    for (let i = 0; i < all.length; i += checkedAtOnce) {
      const some = all.slice(i, i + checkedAtOnce)
      const roleOf = await rolesOf(some)
      for (const subscriber of some) if (roleOf(subscriber) === undefined) dismiss(subscriber)
    }
  }

  /** Without the database: a client must not abandon a stream because the database is slow. */
  function beat(): void {
    for (const subscriber of everybody()) push(subscriber, heartbeat(subscriber.position))
  }

  /** Logs the first failure in a row; polling retries. */
  function failed(error: unknown): void {
    if (!failing && !closed) logger.warn({ err: error }, 'events could not be read; retrying')
    failing = true
  }

  const pollNow = () => {
    polling ??= poll()
      .catch(failed)
      .finally(() => {
        polling = undefined
      })
  }
  const checkNow = () => {
    checking ??= check()
      .catch(failed)
      .finally(() => {
        checking = undefined
      })
  }
  notifications.on('dailies_events', (payload) => {
    if (payload === undefined) return pollNow()
    const [workspaceId = '', last] = payload.split(' ')
    const tail = tails.get(workspaceId)
    if (tail && Number(last) > tail.position) follow(tail)
  })
  const timers = [
    setInterval(pollNow, options.pollMs ?? 1_000),
    setInterval(checkNow, options.checkMs ?? 2_000),
    setInterval(beat, options.heartbeatMs ?? 15_000),
  ]

  return {
    join,
    leave,
    closed: () => closed,
    size: () => [...tails.values()].reduce((sum, { subscribers }) => sum + subscribers.size, 0),
    async close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      for (const { subscribers } of tails.values()) for (const subscriber of subscribers) dismiss(subscriber)
      await Promise.all([polling, checking])
    },
  }
}
