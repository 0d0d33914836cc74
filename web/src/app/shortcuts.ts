// Keys that do something on the page one is on. Each part of a page says which it has; `?` lists them all.
import { useEffect } from 'react'

export type Shortcut = {
  /** The key as the keyboard names it (`/`, `n`, `ArrowLeft`), or for the list alone any words (`Shift+click`). */
  keys: string
  /** What it does. */
  label: string
  /** Left out where the part listens itself: then it is only listed. */
  run?: () => void
}

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

const groups = new Set<ShortcutGroup>()

/** What can be pressed right now, in the order that the parts of the page came. */
export function shortcutGroups(): ShortcutGroup[] {
  const merged = new Map<string, Shortcut[]>()
  for (const { title, shortcuts } of groups) {
    const listed = merged.get(title) ?? []
    // Two viewers beside each other have the same keys.
    const isNew = ({ keys }: Shortcut) => !listed.some((one) => one.keys === keys)
    merged.set(title, [...listed, ...shortcuts.filter(isNew)])
  }
  return [...merged].map(([title, shortcuts]) => ({ title, shortcuts }))
}

/** Groups of the same title are listed as one. Nothing is drawn anew by this, so the list may be made at every render. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const group = { title, shortcuts }
    groups.add(group)
    return () => void groups.delete(group)
  })
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
    return
  // What lies over the page has the focus, and keys of its own.
  if (
    event.target instanceof Element &&
    event.target.closest('[role=dialog], [role=alertdialog], [role=menu]')
  )
    return
  const pressed = [...groups].flatMap(({ shortcuts }) => shortcuts)
  const found = pressed.findLast(({ keys, run }) => run && keys === event.key)
  if (!found) return
  event.preventDefault()
  found.run?.()
})

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
