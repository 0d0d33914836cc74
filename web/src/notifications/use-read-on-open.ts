import { useEffect, useRef } from 'react'
import { client } from '../data/client.ts'
import { useUnread } from '../data/unread.ts'
import { useDebounced } from '../ui/debounced.ts'

/** A file that is only stepped over has not been looked at. */
const pauseMs = 1_000

/** Marks the notifications about a file as read when the person has opened it, once, and only if any are unread. */
export function useReadOnOpen(fileId: string | undefined): void {
  const { unread } = useUnread()
  const settled = useDebounced(fileId, pauseMs)
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (fileId === undefined || settled !== fileId || unread === undefined || done.current === fileId) return
    done.current = fileId
    // A failure is not shown, because the person did not ask for this: the notifications stay unread.
    if (unread > 0) client.notifications.read({ file: { id: fileId } }).catch(() => {})
  }, [fileId, settled, unread])
}
