import { useEffect, useEffectEvent } from 'react'

type KeyOptions = {
  /** Handles keys before other parts of the room. */
  first?: boolean
  /** Also with Ctrl or ⌘, which otherwise belong to the browser. */
  withControl?: boolean
}

/** Keys of the room, wherever the focus is, except in text fields and in menus or dialogs that handle keys themselves. */
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
