import type { Comment } from '@dailies/sdk'
import { useEffect, useState } from 'react'
import { type Place, useRoom } from '../room.ts'

/** While the video plays, a comment on one frame stays highlighted this long. */
export const lingerMs = 1_000
/** Tolerance for files without frames, such as audio. */
const nearMs = 100

type Placed = Pick<Comment, 'id' | 'anchor' | 'duration' | 'frame'>

/** The comments on the visible frame or page, or on a range that includes it. */
export function onScreenAt(comments: readonly Placed[], place: Place, playing: boolean): string[] {
  const { page, ms, frame: shown } = place
  const isHere = ({ anchor, duration, frame }: Placed): boolean => {
    if (anchor === null) return false
    if (page !== undefined) return page >= anchor && page <= anchor + (duration ?? 0)
    if (ms === undefined) return false
    if (!playing && !duration && frame !== null && shown !== undefined) return frame === shown
    // An anchor is a whole millisecond; the start of a frame may not be.
    return ms > anchor - 1 && ms < anchor + Math.max(duration ?? 0, playing ? lingerMs : nearMs)
  }
  return comments.filter(isHere).map(({ id }) => id)
}

/** Returns the same array while the same comments are on the screen: it changes rarely, the place with every frame. */
export function useOnScreen(comments: readonly Comment[]): readonly string[] {
  const room = useRoom()
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    const look = () => {
      const { place, playing } = room.store.get()
      const now = onScreenAt(comments, place, playing)
      setIds((before) => (before.join() === now.join() ? before : now))
    }
    look()
    return room.store.subscribe(look)
  }, [room, comments])
  return ids
}
