// Shares presence between nodes with NOTIFY. Every node, the sender included, applies the messages in the order in which
// Postgres commits them, so that all nodes come to the same result; the sender applies its own reports at once as well.
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Presence } from '../../core/presence.ts'
import { CommentId, FileId, ProjectId, SessionId, UserId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import type { PresenceStore } from './presence-store.ts'

export type PresenceNotifications = {
  /** The payload; undefined when notifications may have been lost. */
  on(channel: 'dailies_presence', listener: (payload: string | undefined) => void): void
}

export type ExchangeOptions = {
  sql: Sql
  notifications: PresenceNotifications
  logger: Logger
  now: () => number
  /** How long a change waits for others, which are sent in the same statement. */
  changesMs: number
  /** How long a report without a change waits. Others only need it before the tab expires. */
  repeatsMs: number
}

/** Postgres accepts less than 8,000 bytes; a report takes at most 250. */
const maxPayloadBytes = 7_900

/**
 * A report as other nodes read it: file, project, user, session, tab, milliseconds since the report (null: the tab has
 * left), and the thread of a reply (`new`: a new comment; null: the person is not typing).
 */
const Message = z.tuple([
  FileId,
  ProjectId,
  UserId,
  SessionId,
  z.string().max(22),
  z.int().nonnegative().nullable(),
  CommentId.or(z.literal('new')).nullable(),
])
type Message = z.output<typeof Message>

type Report = { presence: Presence; seenAt: number | null }

export function createPresenceExchange(options: ExchangeOptions, store: PresenceStore) {
  const { sql, now, logger } = options
  const pending = new Map<string, Report>()
  let timer: { at: number; stop: () => void } | undefined
  let sending: Promise<void> | undefined
  let failing = false

  /** Sends the report with the next batch. `seenAt` is null when the tab has left. */
  function announce(presence: Presence, seenAt: number | null, isChange: boolean): void {
    const key = keyOf(presence)
    // The last report of a tab comes last: it may be about another file than the one before.
    pending.delete(key)
    pending.set(key, { presence, seenAt })
    sendWithin(isChange ? options.changesMs : options.repeatsMs)
  }

  function sendWithin(ms: number): void {
    const at = performance.now() + ms
    if (timer && timer.at <= at) return
    timer?.stop()
    const handle = setTimeout(send, ms)
    timer = { at, stop: () => clearTimeout(handle) }
  }

  function send(): void {
    timer = undefined
    if (sending) {
      sendWithin(options.changesMs)
      return
    }
    if (pending.size === 0) return
    const reports = [...pending.values()]
    pending.clear()
    sending = notify(payloadsOf(reports))
      .then(() => {
        failing = false
      })
      .catch((error) => {
        // Tabs report again in a few seconds.
        if (!failing) logger.warn({ err: error }, 'presence could not be sent to other nodes')
        failing = true
      })
      .finally(() => {
        sending = undefined
      })
  }

  /** Nothing is stored, so the commit does not wait for the disk. */
  async function notify(payloads: string[]): Promise<void> {
    await sql`
      select set_config('synchronous_commit', 'off', true), pg_notify('dailies_presence', payload)
      from unnest(${payloads}::text[]) payload`
  }

  function payloadsOf(reports: readonly Report[]): string[] {
    const payloads: string[] = []
    let items: string[] = []
    let bytes = 2
    for (const report of reports) {
      const item = JSON.stringify(messageOf(report))
      if (bytes + item.length + 1 > maxPayloadBytes) {
        payloads.push(`[${items.join()}]`)
        items = []
        bytes = 2
      }
      items.push(item)
      bytes += item.length + 1
    }
    return [...payloads, `[${items.join()}]`]
  }

  function messageOf({ presence, seenAt }: Report): Message {
    const { fileId, projectId, userId, sessionId, tab, typing } = presence
    const age = seenAt === null ? null : Math.max(0, Math.round(now() - seenAt))
    return [fileId, projectId, userId, sessionId, tab, age, typing && (typing.parentId ?? 'new')]
  }

  function apply([fileId, projectId, userId, sessionId, tab, age, place]: Message): void {
    const typing = place === null ? null : { parentId: place === 'new' ? null : place }
    const presence = { fileId, projectId, userId, sessionId, tab, typing }
    if (age !== null) return void store.put(presence, now() - age)
    store.remove(presence)
    // A report that this node has not sent yet is older than the departure.
    if (pending.get(keyOf(presence))?.seenAt != null) pending.delete(keyOf(presence))
  }

  options.notifications.on('dailies_presence', (payload) => {
    if (payload === undefined) return
    for (const message of messagesIn(payload)) apply(message)
  })

  return {
    announce,
    async close() {
      timer?.stop()
      await sending
    },
  }
}

function keyOf({ sessionId, tab, fileId }: Presence): string {
  return `${sessionId} ${tab} ${fileId}`
}

/** Messages of another release may have another form; they are ignored. */
function messagesIn(payload: string): Message[] {
  try {
    return z.array(Message).parse(JSON.parse(payload))
  } catch {
    return []
  }
}
