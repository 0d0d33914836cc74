// The event stream of a project: changes by other people appear on the page as they happen.
import { DailiesConnectionError, DailiesError } from '@dailies/sdk'
import { useEffect, useSyncExternalStore } from 'react'
import { client } from './client.ts'
import { applyEvent } from './live-updates.ts'
import { applyPresence, forgetViewers } from './presence.ts'
import { createStore, useStore } from './store.ts'
import { applyUnread } from './unread.ts'

/** Follows the events of a project while a mounted component calls this. */
export function useLive(projectId: string): void {
  useEffect(() => {
    const stream = streamOf(projectId)
    stream.enter()
    return stream.leave
  }, [projectId])
}

// The stream stays open while a person moves between pages of a project.
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
   * A hidden tab closes its stream, because browsers open only six connections to a server, and resumes after the last
   * event when it is shown again.
   */
  const follow = () => {
    connection?.abort()
    connection = undefined
    forgetViewers()
    if (followers === 0 || document.hidden) return
    connection = new AbortController()
    void listen(connection.signal)
  }

  async function listen(signal: AbortSignal): Promise<void> {
    const onReady = ({ number }: { number: number }) => {
      setConnection('live')
      // Queries that were loaded before the stream opened may already be out of date.
      if (lastNumber === undefined) applyEvent(projectId, { type: 'reset', number })
      lastNumber = number
    }
    const onLost = () => {
      setConnection('lost')
      forgetViewers()
    }
    try {
      const signals = { onPresence: applyPresence, onUnread: applyUnread }
      const options = { lastEventId: lastNumber, signal, onReady, onLost, ...signals }
      for await (const event of client.events.subscribe(projectId, options)) {
        lastNumber = event.number
        applyEvent(projectId, event)
      }
    } catch (error) {
      if (signal.aborted) return
      // The person lost access, or the session ended: loading any query finds out which.
      if (error instanceof DailiesError) applyEvent(projectId, { type: 'reset', number: lastNumber ?? 0 })
      else if (!(error instanceof DailiesConnectionError)) throw error
    }
  }

  const end = () => {
    follow()
    document.removeEventListener('visibilitychange', follow)
    // Another project may be open by now.
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

/** Whether the page is up to date with the server; if not, why. */
export function useConnection(): Connection | 'offline' {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const connection = useStore(connectionStore, (state) => state.connection)
  return online ? connection : 'offline'
}
