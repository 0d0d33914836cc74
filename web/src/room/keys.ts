// The keys of the room. Who types is left alone, and so is who chooses from a menu or works in a dialog.
import { useEffect, useEffectEvent } from 'react'

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]',
    ) !== null
  )
}

/** By what the key writes, as in `{ '[': … }`, so that it is the same key on every keyboard that has it. */
export function useKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key]
    if (!act || isTyping(event.target)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
