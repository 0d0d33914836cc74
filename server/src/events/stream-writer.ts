// From events to the bytes of a stream: each is written once, and those who see the same get the same bytes.
import type { ProjectRole } from '../core/access.ts'
import { sight } from '../records/event.ts'
import { matchesFilter } from '../records/event-filter.ts'
import type { EventRow, Reader } from './read-events.ts'

/** Where a stream goes to. */
export type Outlet = {
  write(bytes: Buffer): void
  /** How many bytes wait to be taken by the other side. */
  buffered(): number
  /** Resolves when none do, or nobody takes them any more. */
  drained(): Promise<void>
  closed(): boolean
  end(): void
  /** Ends it without a word. */
  destroy(): void
}

export type Subscriber = Reader & {
  workspaceId: string
  /** The types of events that they want; null: all. */
  types: readonly string[] | null
  /** Everything up to this number was theirs to get. */
  position: number
  /** They have been told that they are up to date. */
  live: boolean
  outlet: Outlet
}

/** Who lets so much pile up does not read any more. */
export const mostBuffered = 256 * 1024

/** A word of our own, with the number to resume from. */
export function signal(name: 'ready' | 'reset', number: number): Buffer {
  return Buffer.from(`id: ${number}\nevent: ${name}\ndata: {"number":${number}}\n\n`)
}

/** A comment, and the number: so that who hears nothing for weeks does not resume from what is forgotten. */
export function heartbeat(number: number): Buffer {
  return Buffer.from(`: still here\nid: ${number}\n\n`)
}

function frame({ number, event }: EventRow): string {
  return `id: ${number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** Writes, unless the reader is too slow: then the stream is cut off, to be resumed. */
export function push({ outlet }: Subscriber, bytes: Buffer): void {
  if (outlet.buffered() > mostBuffered) outlet.destroy()
  else outlet.write(bytes)
}

/** The part of a batch that each reader gets; one for several batches would keep what nobody asks for again. */
export function createWriter(rows: readonly EventRow[]) {
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

  /** What of the batch this reader has not had and may have. */
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
