import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { isTyping } from '../room/player/keys.ts'
import type { Room } from '../room/room.ts'
import { setDrawer } from './address.ts'

/** Opens the comments when the guest starts to write, or chooses a comment on the timeline. */
export function useOpenDrawer(room: Room, hasComments: boolean): void {
  useEffect(() => {
    if (!hasComments) return
    // The composer, which listens later, can only take the focus once it is visible.
    const press = (event: KeyboardEvent) => {
      if (!/^[cd]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      flushSync(() => setDrawer(true))
    }
    let before = room.store.get()
    const leave = room.store.subscribe(() => {
      const { composing, selected } = room.store.get()
      const begins = composing && !before.composing
      const chooses = selected !== null && selected !== before.selected
      before = room.store.get()
      if (begins || chooses) setDrawer(true)
    })
    addEventListener('keydown', press, true)
    return () => {
      leave()
      removeEventListener('keydown', press, true)
    }
  }, [room, hasComments])
}
