// What others do, as it happens: each event of the project refreshes what it is about.
import { DailiesConnectionError, DailiesError, type DailiesEvent, type ResetEvent } from '@dailies/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { client } from './client.ts'
import { keys } from './queries.ts'

export type LiveEvent = DailiesEvent | ResetEvent
type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()

/** For parts that know better than to read everything anew, such as lists of comments. */
export function useLiveEvents(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/**
 * Follows a project while the page is looked at. A hidden tab hangs up, because browsers open only six connections to a
 * server, and goes on from the last event when it is shown again.
 */
export function useLive(projectId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (projectId === undefined) return
    let lastEventId: number | undefined
    let ended = new AbortController()
    const seen = (number: number) => {
      lastEventId = number
    }
    const follow = () => {
      ended.abort()
      ended = new AbortController()
      if (!document.hidden) void listen(queries, projectId, lastEventId, seen, ended.signal)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      ended.abort()
      setConnection('idle')
    }
  }, [projectId, queries])
}

async function listen(
  queries: QueryClient,
  projectId: string,
  lastEventId: number | undefined,
  seen: (number: number) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const events = client.events.subscribe(projectId, {
      lastEventId,
      signal,
      onReady: ({ number }) => {
        seen(number)
        setConnection('live')
      },
    })
    for await (const event of events) {
      seen(event.number)
      refresh(queries, projectId, event)
      for (const listener of listeners) listener(event)
    }
  } catch (error) {
    if (signal.aborted) return
    // Access is lost, or the session has ended: reading anything says which.
    if (error instanceof DailiesError) {
      await queries.invalidateQueries({ queryKey: keys.project(projectId) })
      await queries.invalidateQueries({ queryKey: ['file'] })
    } else if (!(error instanceof DailiesConnectionError)) throw error
  }
}

/** Comments are kept up by their lists, one by one. */
function refresh(queries: QueryClient, projectId: string, event: LiveEvent): void {
  const stale = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey })
  if (event.type === 'reset') {
    stale(keys.project(projectId))
    stale(['file'])
    return
  }
  const { file, version } = event.data as { file?: { id: string } | null; version?: { id: string } }
  const about = event.type.slice(0, event.type.indexOf('.'))
  if (about === 'file' && file) {
    stale(keys.project(projectId, 'files'))
    stale(keys.file(file.id, 'details'))
    stale(keys.file(file.id, 'revisions'))
  } else if (about === 'folder') stale(keys.project(projectId, 'folders'))
  else if (about === 'member') stale(keys.project(projectId, 'members'))
  else if (about === 'access_link') stale(keys.project(projectId, 'links'))
  else if (about === 'version') {
    stale(keys.project(projectId, 'versions'))
    if (version) stale(keys.version(version.id))
  } else if (about === 'project') {
    stale(keys.project(projectId, 'details'))
    stale(keys.projects)
  }
}

export type Connection = 'idle' | 'live' | 'offline'

let connection: Connection = 'idle'
const watchers = new Set<() => void>()

function setConnection(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const watcher of watchers) watcher()
}

addEventListener('offline', () => setConnection('offline'))
addEventListener('online', () => setConnection('idle'))

/** Whether what is shown keeps up with the server. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => connection,
  )
}
