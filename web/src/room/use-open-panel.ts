// Shows hidden comments when a person starts to write.
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { RoomLayout } from './layout.ts'
import { isTyping } from './player/keys.ts'
import type { Room } from './room.ts'

export function useOpenPanel(room: Room, layout: RoomLayout): void {
  useEffect(() => {
    if (!layout.hidden && !layout.bare) return
    // The composer, which listens later, can only take the focus once it is visible.
    const press = (event: KeyboardEvent) => {
      if (!/^[cd]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      flushSync(layout.showPanel)
    }
    const before = room.store.get()
    const leave = room.store.subscribe(() => {
      const { composing, selected } = room.store.get()
      const isChosen = layout.form === 'over' && selected !== null && selected !== before.selected
      if ((composing && !before.composing) || isChosen) layout.showPanel()
    })
    addEventListener('keydown', press, true)
    return () => {
      leave()
      removeEventListener('keydown', press, true)
    }
  })
}
