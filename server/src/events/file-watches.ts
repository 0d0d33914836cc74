// Wakes calls that wait for a file. The end of an upload, a generation or the processing is an event, which the feed
// delivers with its checks of access. Progress emits no events: one statement reads it for all watched files of the process.
import type { Logger } from 'pino'
import type { EventCounters, EventFeed, EventFollower, EventOutlet } from '../core/event-feed.ts'
import type { Sql } from '../core/sql.ts'

/**
 * Why a watch has woken its caller. `interrupted`: by the shutdown of the server, or because the database is unavailable.
 * `lost`: the credential may no longer read the project.
 */
export type Woken = 'changed' | 'timeout' | 'interrupted' | 'lost' | 'aborted'

export type FileWatch = {
  /** Resolves when the file may have changed since the last call, or when there is no more to wait for. */
  next(timeoutMs: number): Promise<Woken>
  close(): void
}

export type WatchedFile = {
  fileId: string
  reader: Pick<EventFollower, 'hash' | 'credentialId' | 'userId' | 'projectId' | 'workspaceId'>
  /** Read before the file was: changes since then wake the caller. */
  counters: EventCounters
  /** Called when the progress has changed. */
  onProgress?: ((progress: FileProgress) => void) | undefined
  /** Ends the watch: the client is gone. */
  signal: AbortSignal
}

/** How far a generation and the processing are; null for files without one. */
export type FileProgress = {
  generation: { state: string; progress: number | null } | null
  media: { state: string; progress: number | null } | null
}

export type FileWatches = ReturnType<typeof createFileWatches>

export type FileWatchOptions = {
  sql: Sql
  feed: EventFeed
  logger: Logger
  /** The interval at which progress is read. */
  sampleMs?: number
}

type Sample = FileProgress & {
  id: string
  /** Changes with what decides the end of a wait, or who sees the file: the caller must read the file again. */
  state: string
}

type Listener = { wake: () => void; onProgress: (progress: FileProgress) => void }

/** The last sample of a file, as text, and the watches of the file. */
type Sampled = { state?: string; text?: string; listeners: Set<Listener> }

export function createFileWatches({ sql, feed, logger, sampleMs = 2_000 }: FileWatchOptions) {
  const sampled = new Map<string, Sampled>()
  let timer: NodeJS.Timeout | undefined
  let sampling = false

  async function sample(): Promise<void> {
    const rows = await sql<Sample>`
      select f.id, concat_ws(' ', f.status, f.allow_restricted, m.state) as state,
        case when g.file_id is not null then json_build_object('state', g.state, 'progress', g.progress) end as generation,
        case when m.file_id is not null then json_build_object('state', m.state, 'progress', m.progress) end as media
      from files f left join generations g on g.file_id = f.id left join media m on m.file_id = f.id
      where f.id = any(${[...sampled.keys()]})`
    for (const row of rows) tell(row)
  }

  function tell({ id, state, generation, media }: Sample): void {
    const file = sampled.get(id)
    const text = JSON.stringify([state, generation, media])
    if (!file || file.text === text) return
    const wakes = file.state !== undefined && file.state !== state
    Object.assign(file, { state, text })
    for (const { wake, onProgress } of file.listeners) wakes ? wake() : onProgress({ generation, media })
  }

  async function sampleNow(): Promise<void> {
    if (sampling) return
    sampling = true
    await sample().catch((error) => logger.debug({ err: error }, 'progress could not be read; retrying'))
    sampling = false
  }

  function followProgress(fileId: string, listener: Listener): () => void {
    const file = sampled.get(fileId) ?? { listeners: new Set() }
    sampled.set(fileId, file)
    file.listeners.add(listener)
    timer ??= setInterval(sampleNow, sampleMs)
    return () => {
      file.listeners.delete(listener)
      if (file.listeners.size === 0) sampled.delete(fileId)
      if (sampled.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    watch({ fileId, reader, counters, onProgress, signal }: WatchedFile): FileWatch {
      const bell = createBell()
      const abort = () => bell.ring('aborted')
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const outlet = outletFor(fileId, bell, feed.closed)
      const follower = { ...reader, ...filesOnly, position: counters.last, outlet }
      const leave = feed.follow(follower, counters)
      const wake = () => bell.ring('changed')
      const stop = onProgress ? followProgress(fileId, { wake, onProgress }) : () => {}
      return {
        next: bell.next,
        close() {
          abort()
          signal.removeEventListener('abort', abort)
          stop()
          leave()
        },
      }
    },
  }
}

const filesOnly = { scope: 'files:read', browser: false, types: ['file.*'] } as const

/** Rings for events of the file; other events of its project are ignored. */
function outletFor(fileId: string, { ring, ended }: Bell, closed: () => boolean): EventOutlet {
  return {
    write(bytes) {
      if (bytes.includes(fileId) || bytes.includes('event: reset')) ring('changed')
    },
    buffered: () => 0,
    drained: async () => {},
    closed: () => closed() || ended(),
    end: () => ring(closed() ? 'interrupted' : 'lost'),
    destroy: () => ring('interrupted'),
  }
}

type Bell = ReturnType<typeof createBell>

/** Remembers a ring until the next call waits. After the end, every call returns the reason of the end. */
function createBell() {
  let rung: Woken | undefined
  let wake = () => {}
  const ended = () => rung !== undefined && rung !== 'changed'
  return {
    ended,
    ring(reason: Woken): void {
      if (!ended()) rung = reason
      wake()
    },
    async next(timeoutMs: number): Promise<Woken> {
      if (rung === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, timeoutMs)
        await promise
        clearTimeout(timer)
        wake = () => {}
      }
      const reason = rung ?? 'timeout'
      if (reason === 'changed') rung = undefined
      return reason
    },
  }
}
