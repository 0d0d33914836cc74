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
  /** Whether progress wakes the caller, too. */
  progress: boolean
  /** Ends the watch: the client is gone. */
  signal: AbortSignal
}

export type FileWatches = ReturnType<typeof createFileWatches>

export type FileWatchOptions = {
  sql: Sql
  feed: EventFeed
  logger: Logger
  /** The interval at which progress is read. */
  sampleMs?: number
}

/** The last progress that was read of a file, and the watches that it wakes. */
type Sampled = { seen: string | undefined; wakes: Set<() => void> }

export function createFileWatches({ sql, feed, logger, sampleMs = 2_000 }: FileWatchOptions) {
  const sampled = new Map<string, Sampled>()
  let timer: NodeJS.Timeout | undefined
  let sampling: Promise<void> | undefined

  async function sample(): Promise<void> {
    const rows = await sql<{ id: string; seen: string }>`
      select f.id, concat_ws(' ', f.status, g.state, g.progress, m.state, m.progress) as seen
      from files f left join generations g on g.file_id = f.id left join media m on m.file_id = f.id
      where f.id = any(${[...sampled.keys()]})`
    for (const { id, seen } of rows) {
      const file = sampled.get(id)
      if (!file || file.seen === seen) continue
      const first = file.seen === undefined
      file.seen = seen
      // The caller has read the file just before the first sample.
      if (!first) for (const wake of file.wakes) wake()
    }
  }

  function sampleNow(): void {
    sampling ??= sample()
      .catch((error) => logger.debug({ err: error }, 'progress could not be read; retrying'))
      .finally(() => {
        sampling = undefined
      })
  }

  /** Wakes at every change of the progress, until the returned function is called. */
  function followProgress(fileId: string, wake: () => void): () => void {
    const file = sampled.get(fileId) ?? { seen: undefined, wakes: new Set() }
    sampled.set(fileId, file)
    file.wakes.add(wake)
    timer ??= setInterval(sampleNow, sampleMs)
    return () => {
      file.wakes.delete(wake)
      if (file.wakes.size === 0 && sampled.get(fileId) === file) sampled.delete(fileId)
      if (sampled.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    watch({ fileId, reader, counters, progress, signal }: WatchedFile): FileWatch {
      const bell = createBell()
      const abort = () => bell.ring('aborted')
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const outlet = outletFor(fileId, bell, feed.closed)
      const follower = { ...reader, ...filesOnly, position: counters.last, outlet }
      const leave = feed.follow(follower, counters)
      const stop = progress ? followProgress(fileId, () => bell.ring('changed')) : () => {}
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
    /** How many files have their progress read. */
    size: () => sampled.size,
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
