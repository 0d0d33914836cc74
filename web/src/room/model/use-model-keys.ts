import { useEffect } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { isTyping } from '../player/keys.ts'
import type { ModelStage } from './stage.ts'

/** For the list of shortcuts. */
const modelKeys = [
  { keys: '←  →', label: 'Turn left or right' },
  { keys: '⇧↑  ⇧↓', label: 'Turn up or down' },
  { keys: '+  −', label: 'Zoom in or out' },
  { keys: '0', label: 'Reset the view' },
]

export function useModelKeys(stage: ModelStage | null): void {
  useShortcuts('Model', modelKeys)
  useEffect(() => {
    if (!stage) return
    const actions: Record<string, () => void> = {
      ArrowLeft: () => stage.turn(-10, 0),
      ArrowRight: () => stage.turn(10, 0),
      'Shift+ArrowUp': () => stage.turn(0, 10),
      'Shift+ArrowDown': () => stage.turn(0, -10),
      '+': () => stage.turn(0, 0, 1 / 1.2),
      '=': () => stage.turn(0, 0, 1 / 1.2),
      '-': () => stage.turn(0, 0, 1.2),
      '0': stage.reset,
    }
    const onKey = (event: KeyboardEvent) => {
      const { key, shiftKey } = event
      const action = actions[shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key]
      // When two models turn together, one of them handles the keys.
      if (event.defaultPrevented) return
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [stage])
}
