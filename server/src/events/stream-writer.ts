// Turns events into the bytes of a stream. Each event is serialised once, and subscribers who see the same events share
// the same bytes.
import type { ProjectRole } from '../core/access.ts'
import { sight } from '../records/event.ts'
import { matchesFilter } from '../records/event-filter.ts'
import type { EventRow, Reader } from './read-events.ts'

/** The connection of one stream. */
export type Outlet = {
  write(bytes: Buffer): void
  /** The number of bytes that the client has not read yet. */
  buffered(): number
  /** Resolves when the client has read all bytes, or has disconnected. */
  drained(): Promise<void>
  closed(): boolean
  end(): void
  /** Closes the connection without sending what is buffered. */
  destroy(): void
}

export type Subscriber = Reader & {
  credentialId: string
  userId: string
  workspaceId: string
  /** Whether the stream belongs to a browser, which also gets the number of unread notifications. */
  browser: boolean
  /** Filters for event types; null for all. */
  types: readonly string[] | null
  /** Every event up to this number was sent, or was not for this subscriber. */
  position: number
  /** Whether `ready` was sent. */
  live: boolean
  outlet: Outlet
}

/** Disconnect a client with more than this buffered. */
export const maxBuffered = 256 * 1024

/** A message of the stream itself, with the number to resume from. */
export function signal(name: 'ready' | 'reset', number: number): Buffer {
  return Buffer.from(`id: ${number}\nevent: ${name}\ndata: {"number":${number}}\n\n`)
}

/**
 * A comment with the current number: a client without events for weeks must not resume from a number that is no
 * longer stored.
 */
export function heartbeat(number: number): Buffer {
  return Buffer.from(`: still here\nid: ${number}\n\n`)
}

function frame({ number, event }: EventRow): string {
  return `id: ${number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Writes, or disconnects a client that reads too slowly; it resumes by itself. */
export function push(
  { outlet }: { outlet: Pick<Outlet, 'write' | 'buffered' | 'destroy'> },
  bytes: Buffer,
): void {
  if (outlet.buffered() > maxBuffered) outlet.destroy()
  else outlet.write(bytes)
}

/** Writes one batch. A new writer for each batch: the caches would otherwise hold bytes that are never used again. */
export function createBatchWriter(rows: readonly EventRow[]) {
  const frames = new Map<EventRow, string>()
  const shared = new Map<string, Buffer>()

  function bytes(subscriber: Subscriber, role: ProjectRole): Buffer {
    let text = ''
    for (const row of rows) {
      if (row.projectId !== subscriber.projectId || row.number <= subscriber.position) continue
      if (row.reach > sight[role] || (subscriber.types && !matchesFilter(subscriber.types, row.event.type)))
        continue
      let written = frames.get(row)
      if (written === undefined) {
        written = frame(row)
        frames.set(row, written)
      }
      text += written
    }
    return Buffer.from(text)
  }

  /** The events of the batch that this subscriber has not received and may see. */
  return (subscriber: Subscriber, role: ProjectRole): Buffer => {
    const { projectId, types, position } = subscriber
    const key = `${projectId} ${sight[role]} ${position} ${types?.join() ?? ''}`
    let found = shared.get(key)
    if (found === undefined) {
      found = bytes(subscriber, role)
      shared.set(key, found)
    }
    return found
  }
}
