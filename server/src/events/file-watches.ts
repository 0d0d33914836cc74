// Wakes calls that wait for a file. The end of an upload, a generation or the processing is an event, which the feed
// delivers with its checks of access. Progress emits no events, and a restricted reviewer gets none of a file that is hidden:
// one statement reads both for all watched files of the process.
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
  /** The file as the caller has read it. */
  file: WatchedState & { id: string }
  reader: Pick<EventFollower, 'hash' | 'credentialId' | 'userId' | 'projectId' | 'workspaceId'>
  /** Read before the file was: changes since then wake the caller. */
  counters: EventCounters
  /** Called when the progress has changed. */
  onProgress?: ((progress: FileProgress) => void) | undefined
  /** Ends the watch: the client is gone. */
  signal: AbortSignal
}

/** The fields that decide the end of a wait, and who sees the file. */
type WatchedState = { status: string; allowRestricted: boolean; media: { state: string } | null }

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
  /** The interval at which watched files are read. */
  sampleMs?: number | undefined
}

type Sample = FileProgress & WatchedState & { id: string }

type Listener = {
  /** The state that the caller knows. */
  state: string
  wake: () => void
  onProgress: (progress: FileProgress) => void
}

/** The last progress that was read of a file, as text, and the watches of the file. */
type Sampled = { progress?: string; listeners: Set<Listener> }

export function createFileWatches({ sql, feed, logger, sampleMs = 2_000 }: FileWatchOptions) {
  const sampled = new Map<string, Sampled>()
  let timer: NodeJS.Timeout | undefined
  let sampling = false

  async function sample(): Promise<void> {
    const rows = await sql<Sample>`
      select f.id, f.status, f.allow_restricted as "allowRestricted",
        case when g.file_id is not null then json_build_object('state', g.state, 'progress', g.progress) end as generation,
        case when m.file_id is not null then json_build_object('state', m.state, 'progress', m.progress) end as media
      from files f left join generations g on g.file_id = f.id left join media m on m.file_id = f.id
      where f.id = any(${[...sampled.keys()]})`
    for (const row of rows) send(row)
  }

  function send(row: Sample): void {
    const file = sampled.get(row.id)
    if (!file) return
    const { generation, media } = row
    const state = stateText(row)
    const progress = JSON.stringify([generation, media])
    const moved = progress !== file.progress
    file.progress = progress
    for (const listener of file.listeners) {
      // Progress is for callers who still see the file: one of another state reads it again first.
      if (listener.state !== state) {
        listener.state = state
        listener.wake()
      } else if (moved) listener.onProgress({ generation, media })
    }
  }

  async function sampleNow(): Promise<void> {
    if (sampling) return
    sampling = true
    await sample().catch((error) => logger.debug({ err: error }, 'progress could not be read; retrying'))
    sampling = false
  }

  function listen(fileId: string, listener: Listener): () => void {
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
    watch({ file, reader, counters, onProgress = () => {}, signal }: WatchedFile): FileWatch {
      const bell = createBell()
      const abort = () => bell.ring('aborted')
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const outlet = outletFor(file.id, bell, feed.closed)
      const follower = { ...reader, ...filesOnly, position: counters.last, outlet }
      const leave = feed.follow(follower, counters)
      const wake = () => bell.ring('changed')
      const stop = listen(file.id, { state: stateText(file), wake, onProgress })
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

const stateText = ({ status, allowRestricted, media }: WatchedState) =>
  `${status} ${allowRestricted} ${media?.state}`

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
