import { useEffect } from 'react'
import { isTyping } from '../player/keys.ts'
import type { ModelStage } from './stage.ts'

/** For the list of keys. */
export const modelKeys: readonly (readonly [keys: string, what: string])[] = [
  ['←  →', 'Around the model'],
  ['⇧↑  ⇧↓', 'Over and under it'],
  ['+  −', 'Closer, or further away'],
  ['0', 'As at the beginning'],
]

export function useModelKeys(stage: ModelStage | null): void {
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
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [stage])
}
