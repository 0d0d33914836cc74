import { useEffect, useEffectEvent } from 'react'

/** Keys of the room, wherever the focus is; not while one writes, or in a menu or dialog that takes keys itself. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(taken)) return
      handle(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const taken =
  'textarea, select, input:not([type="range"], [type="checkbox"], [type="radio"]), [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="grid"]'
