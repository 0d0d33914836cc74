// What others do, as it happens: each event of the project refreshes what it is about.
import { DailiesConnectionError, DailiesError, type DailiesEvent, type ResetEvent } from '@dailies/sdk'
import { useEffect, useSyncExternalStore } from 'react'
import { client } from './client.ts'
import { keys } from './queries.ts'
import { queryClient } from './query-client.ts'
import { createStore, useStore } from './store.ts'

/** A reset asks to read anew what is shown: something may have been missed. */
export type LiveEvent = DailiesEvent | ResetEvent
type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()

/** For parts that know better than to read everything anew, such as lists of comments. Give it a stable function. */
export function useLiveEvents(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Follows a project as long as something on the page does. */
export function useLive(projectId: string): void {
  useEffect(() => {
    const stream = streamOf(projectId)
    stream.enter()
    return stream.leave
  }, [projectId])
}

// From one page of a project to the next, the stream goes on.
const lingerMs = 5_000

type Stream = { projectId: string; enter: () => void; leave: () => void }

let current: Stream | undefined

function streamOf(projectId: string): Stream {
  if (current?.projectId !== projectId) current = createStream(projectId)
  return current
}

function createStream(projectId: string): Stream {
  let followers = 0
  let lastNumber: number | undefined
  let connection: AbortController | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined

  /**
   * A hidden tab hangs up, because browsers open only six connections to a server, and goes on from the last event
   * when it is shown again.
   */
  const follow = () => {
    connection?.abort()
    connection = undefined
    if (followers === 0 || document.hidden) return
    connection = new AbortController()
    void listen(connection.signal)
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const onReady = ({ number }: { number: number }) => {
      setConnection('live')
      // What was read while the stream was not there yet may be old already.
      if (lastNumber === undefined) tell(projectId, { type: 'reset', number })
      lastNumber = number
    }
    const onLost = () => setConnection('lost')
    try {
      const options = { lastEventId: lastNumber, signal, onReady, onLost }
      for await (const event of client.events.subscribe(projectId, options)) {
        lastNumber = event.number
        tell(projectId, event)
      }
    } catch (error) {
      if (signal.aborted) return
      // Access is lost, or the session has ended: reading anything says which.
      if (error instanceof DailiesError) tell(projectId, { type: 'reset', number: lastNumber ?? 0 })
      else if (!(error instanceof DailiesConnectionError)) throw error
    }
  }

  const end = () => {
    follow()
    document.removeEventListener('visibilitychange', follow)
    // Another project may be followed by now.
    if (current !== stream) return
    current = undefined
    setConnection('none')
  }

  const stream: Stream = {
    projectId,
    enter() {
      clearTimeout(lingering)
      if (followers++ > 0 || connection) return
      document.addEventListener('visibilitychange', follow)
      follow()
    },
    leave() {
      if (--followers === 0) lingering = setTimeout(end, lingerMs)
    },
  }
  return stream
}

function tell(projectId: string, event: LiveEvent): void {
  refresh(projectId, event)
  for (const listener of listeners) listener(event)
}

/** Uploads of many files are thousands of events: what they have in common is read again at most this often. */
const rereadMs = 2_000
const rereads = new Map<string, { at: number; timer?: ReturnType<typeof setTimeout> | undefined }>()

function staleSoon(queryKey: readonly unknown[]): void {
  const name = JSON.stringify(queryKey)
  const last = rereads.get(name)
  if (last?.timer !== undefined) return
  const reread = () => {
    rereads.set(name, { at: performance.now() })
    void queryClient.invalidateQueries({ queryKey })
  }
  const wait = last ? last.at + rereadMs - performance.now() : 0
  if (last === undefined || wait <= 0) reread()
  else rereads.set(name, { ...last, timer: setTimeout(reread, wait) })
}

/** Comments are kept up by their lists, one by one. */
function refresh(projectId: string, event: LiveEvent): void {
  const stale = (queryKey: readonly unknown[]) => void queryClient.invalidateQueries({ queryKey })
  if (event.type === 'reset') {
    stale(keys.project(projectId))
    // Of files, what is cheap to read; comments listen themselves.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [about, , part] }) => about === 'file' && part !== 'comments',
    })
    return
  }
  const { file, version } = event.data as { file?: { id: string } | null; version?: { id: string } }
  const about = event.type.slice(0, event.type.indexOf('.'))
  if (about === 'file' && file) {
    staleSoon(keys.project(projectId, 'files'))
    stale(keys.file(file.id, 'details'))
    // A new revision is one of a stack that only reading it tells.
    if (event.type === 'file.created' || event.type === 'file.deleted') stale(['revisions'])
  } else if (about === 'folder') stale(keys.project(projectId, 'folders'))
  else if (event.type === 'member.updated') {
    // The name and the avatar stand beside all that the person has made.
    stale(keys.project(projectId))
    stale(keys.projects)
  } else if (about === 'member') stale(keys.project(projectId, 'members'))
  else if (about === 'access_link') stale(keys.project(projectId, 'links'))
  else if (about === 'version') {
    stale(keys.project(projectId, 'versions'))
    if (version) stale(keys.version(version.id))
  } else if (about === 'project') {
    stale(keys.project(projectId, 'details'))
    stale(keys.projects)
  }
}

export type Connection = 'none' | 'live' | 'lost'

const connectionStore = createStore<{ connection: Connection }>({ connection: 'none' })

function setConnection(connection: Connection): void {
  connectionStore.set({ connection })
}

function watchNetwork(watcher: () => void): () => void {
  const changes = ['online', 'offline'] as const
  for (const change of changes) addEventListener(change, watcher)
  return () => {
    for (const change of changes) removeEventListener(change, watcher)
  }
}

/** Whether what is shown keeps up with the server, and why not. */
export function useConnection(): Connection | 'offline' {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const connection = useStore(connectionStore, (state) => state.connection)
  return online ? connection : 'offline'
}
