// The number of unread notifications. The stream of a project carries it; on other pages it has a stream of its own, so that a
// tab never has more than one stream open.
import { DailiesConnectionError, DailiesError, type UnreadSignal } from '@dailies/sdk'
import { useEffect } from 'react'
import { client } from './client.ts'
import { keys } from './queries.ts'
import { queryClient } from './query-client.ts'
import { createStore, useStore } from './store.ts'

type Unread = {
  /** Undefined until the server has said it. */
  unread: number | undefined
  /** When the newest unread notification changed. */
  newest: string | null
}

const store = createStore<Unread>({ unread: undefined, newest: null })

/** A signal of a stream. */
export function applyUnread({ unread, newest }: UnreadSignal): void {
  const before = store.get()
  if (before.unread === unread && before.newest === newest) return
  store.set({ unread, newest })
  void queryClient.invalidateQueries({ queryKey: keys.notifications })
  // A notification often is work: a request, a mention, a comment on an upload.
  void queryClient.invalidateQueries({ queryKey: keys.inbox })
}

/** Shows the expected number until the server sends the real one. */
export function expectRead(count: number): void {
  const { unread } = store.get()
  if (unread !== undefined) store.set({ unread: Math.max(0, unread - count) })
}

export function useUnread(): Unread {
  return useStore(store, (state) => state)
}

/** Follows the number while the page has no stream of a project. */
export function useUnreadStream(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    let connection: AbortController | undefined
    // A hidden tab closes its stream, as it does with that of a project.
    const follow = () => {
      connection?.abort()
      connection = document.hidden ? undefined : new AbortController()
      if (connection) void listen(connection.signal)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection?.abort()
    }
  }, [enabled])
}

async function listen(signal: AbortSignal): Promise<void> {
  try {
    for await (const unread of client.notifications.subscribe({ signal })) applyUnread(unread)
  } catch (error) {
    // The session ended: the next request finds out.
    const isExpected = error instanceof DailiesError || error instanceof DailiesConnectionError
    if (!signal.aborted && !isExpected) throw error
  }
}
