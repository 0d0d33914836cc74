import { useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'

type KeyOptions = {
  /** Handles the keys before other components of the room. */
  first?: boolean
  /** Also handles keys with Ctrl or ⌘, which the browser uses otherwise. */
  withControl?: boolean
}

/**
 * Keys of the room, wherever the focus is, except in text fields and in menus or dialogs that handle keys themselves.
 */
export function useKeys(
  onKey: (event: KeyboardEvent) => void,
  { first = false, withControl = false }: KeyOptions = {},
): void {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && !withControl) return
      if (event.target instanceof Element && event.target.closest(taken)) return
      handle(event)
    }
    addEventListener('keydown', listen, first)
    return () => removeEventListener('keydown', listen, first)
  }, [first, withControl])
}

const taken =
  'textarea, select, input:not([type="range"], [type="checkbox"]), [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="grid"]'

/** Keys that components of the comment panel handle themselves, for the list of shortcuts. */
const commentKeys = [
  { keys: 'c', label: 'Write a comment here' },
  { keys: 'd', label: 'Draw on the image' },
  { keys: 'ArrowUp', label: 'Previous comment' },
  { keys: 'ArrowDown', label: 'Next comment' },
  { keys: 'Ctrl+Enter', label: 'Send the comment' },
]

export function useCommentKeyList(): void {
  useShortcuts('Comments', commentKeys)
}
