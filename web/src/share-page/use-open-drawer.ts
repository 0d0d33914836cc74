import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isTyping } from '../room/player/keys.ts'
import type { Room } from '../room/room.ts'
import { setDrawer } from './address.ts'

/**
 * Opens the comments when the guest presses C or D. The composer handles these keys, but its code is loaded late: the comments
 * call the result when they are shown, and the key takes effect then, unless the guest has done something else since.
 */
export function useDrawerKeys(hasComments: boolean): () => () => void {
  const isShown = useRef(false)
  const early = useRef<string>(undefined)
  useEffect(() => {
    if (!hasComments) return
    const forget = () => {
      early.current = undefined
    }
    const press = (event: KeyboardEvent) => {
      forget()
      if (!/^[cd]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      // The composer, which listens later, can only take the focus once it is visible.
      flushSync(() => setDrawer(true))
      if (!isShown.current) early.current = event.key
    }
    addEventListener('keydown', press, true)
    addEventListener('pointerdown', forget, true)
    addEventListener('popstate', forget)
    return () => {
      removeEventListener('keydown', press, true)
      removeEventListener('pointerdown', forget, true)
      removeEventListener('popstate', forget)
    }
  }, [hasComments])
  return useCallback(() => {
    isShown.current = true
    const key = early.current
    if (key !== undefined)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return () => {
      isShown.current = false
    }
  }, [])
}

/** Opens the comments when the guest starts to write, or chooses a comment on the timeline. */
export function useOpenDrawer(room: Room, hasComments: boolean): void {
  useEffect(() => {
    if (!hasComments) return
    let before = room.store.get()
    return room.store.subscribe(() => {
      const { composing, selected } = room.store.get()
      const begins = composing && !before.composing
      const chooses = selected !== null && selected !== before.selected
      before = room.store.get()
      if (begins || chooses) setDrawer(true)
    })
  }, [room, hasComments])
}
