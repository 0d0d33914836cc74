// Who follows what happens, in this process. The events of a workspace are read once for all who follow one of its
// projects, and whether they still may is asked once for all of them, before each batch.
import type { Logger } from 'pino'
import type { ProjectRole } from '../core/access.ts'
import type { Sql } from '../core/sql.ts'
import type { Listening } from '../database/notifications.ts'
import { type Batch, isLost, type Reader, readAfter, rolesNow } from './read-events.ts'
import { createWriter, heartbeat, push, type Subscriber, signal } from './stream-writer.ts'

export type HubOptions = {
  sql: Sql
  listening: Listening
  logger: Logger
  /** How often a quiet stream gives a sign of life. */
  heartbeatMs?: number
  /** How often every stream is checked whether its credential may still read. */
  checkMs?: number
  /** How often it is looked whether something was missed. */
  pollMs?: number
}

export type Hub = {
  /** From now on they get what follows their position, which is not far behind. */
  join(subscriber: Subscriber): void
  leave(subscriber: Subscriber): void
  size(): number
  /** It takes no more: those who are not here yet must end, too. */
  closed(): boolean
  /** Ends all streams. */
  close(): Promise<void>
}

/** The end of what happens in a workspace. */
type Tail = {
  workspaceId: string
  subscribers: Set<Subscriber>
  /** Up to here it has been read. */
  position: number
  reading: boolean
  /** Something happened while it was being read. */
  again: boolean
}

/** Credentials that are checked in one statement, so that others get their turn between. */
const checkedAtOnce = 1_000

export function createHub(options: HubOptions): Hub {
  const { sql, listening, logger } = options
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
    if (tail?.subscribers.size === 0) tails.delete(subscriber.workspaceId)
  }

  /** Reads on until nothing is new. */
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
      // The clock goes on with it: who has just come may wait for what the others have had.
      tail.again = true
      failed(error)
    } finally {
      tail.reading = false
    }
  }

  async function readOn(tail: Tail): Promise<void> {
    // Whoever has just come is behind the others, who have what they get now already.
    let from = Number.POSITIVE_INFINITY
    for (const { position } of tail.subscribers) if (position < from) from = position
    const here = [...tail.subscribers]
    const batch = await readAfter(sql, tail.workspaceId, from)
    if (isLost(from, batch.counters)) return startAnew(tail, batch)
    const projects = new Set(batch.rows.map(({ projectId }) => projectId))
    const concerned = here.filter(({ projectId }) => projects.has(projectId))
    const roleOf = await rolesOf(concerned)
    const bytesFor = createWriter(batch.rows)
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
    tail.position = batch.end
    if (batch.full) tail.again = true
  }

  function advance(subscriber: Subscriber, { end, full }: Batch): void {
    subscriber.position = Math.max(subscriber.position, end)
    if (subscriber.live || full) return
    subscriber.live = true
    push(subscriber, signal('ready', subscriber.position))
  }

  /** What somebody waits for is not there, or not any more. */
  function startAnew(tail: Tail, { counters }: Batch): void {
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

  /** The same token at the same project is asked for once. */
  async function rolesOf(subscribers: Subscriber[]): Promise<(of: Subscriber) => ProjectRole | undefined> {
    const keyOf = ({ hash, projectId }: Reader) => hash.toString('latin1') + projectId
    const readers = new Map(subscribers.map((subscriber) => [keyOf(subscriber), subscriber]))
    if (readers.size === 0) return () => undefined
    const roles = await rolesNow(sql, [...readers.values()])
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

  /** Ends the streams of credentials that were revoked or have expired, and of people who were removed. */
  async function check(): Promise<void> {
    const all = everybody()
    for (let i = 0; i < all.length; i += checkedAtOnce) {
      const some = all.slice(i, i + checkedAtOnce)
      const roleOf = await rolesOf(some)
      for (const subscriber of some) if (roleOf(subscriber) === undefined) dismiss(subscriber)
    }
  }

  /** Asks the database nothing: a client must not take a stream for dead because the database is slow. */
  function beat(): void {
    for (const subscriber of everybody()) push(subscriber, heartbeat(subscriber.position))
  }

  /** Said once, until it works again; whatever it was, it is tried again by the clock. */
  function failed(error: unknown): void {
    if (!failing && !closed) logger.warn({ err: error }, 'events cannot be read now; it is tried again')
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
  listening.on('dailies_events', (payload) => {
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
