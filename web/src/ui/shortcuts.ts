// Keyboard shortcuts of the current page. Each component registers its own; `?` lists them all, and the command menu
// runs them.
import { useEffect } from 'react'

export type Shortcut = {
  /**
   * The key as the keyboard names it (`/`, `n`, `ArrowLeft`), with modifiers in front (`Shift+ArrowLeft`, `Mod+k`: ⌘ or
   * Ctrl). A shortcut that is only listed may have any text (`Shift+click`). With `Mod` it also works while somebody
   * types.
   */
  keys: string
  /** The action, as a command: “Upload files”. */
  label: string
  /** Undefined if the component listens itself: the shortcut is then only listed. */
  run?: () => void
  /** Not listed in the command menu, which opens over the page. */
  hidden?: true
}

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

const groups = new Set<ShortcutGroup>()

/** The active shortcuts, in the order in which their components were mounted. */
export function shortcutGroups(): ShortcutGroup[] {
  const merged = new Map<string, Shortcut[]>()
  for (const { title, shortcuts } of groups) {
    const listed = merged.get(title) ?? []
    // Two viewers side by side register the same keys.
    const isNew = ({ keys }: Shortcut) => !listed.some((one) => one.keys === keys)
    merged.set(title, [...listed, ...shortcuts.filter(isNew)])
  }
  return [...merged].map(([title, shortcuts]) => ({ title, shortcuts }))
}

/** Groups with the same title are listed as one. Does not render, so the list may be created at every render. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const group = { title, shortcuts }
    groups.add(group)
    return () => void groups.delete(group)
  })
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented) return
  // An overlay has the focus, and handles keys itself.
  const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
  if (event.target instanceof Element && event.target.closest(over)) return
  const typing = isTyping(event.target)
  const all = [...groups].flatMap(({ shortcuts }) => shortcuts)
  const found = all.findLast(
    ({ keys, run }) => run && isPressed(keys, event) && (!typing || keys.startsWith('Mod+')),
  )
  if (!found) return
  event.preventDefault()
  found.run?.()
})

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const { modifiers, key } = parse(keys)
  const pressed = key.length === 1 ? event.key.toLowerCase() === key.toLowerCase() : event.key === key
  if (modifiers.length === 0) return event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey
  return (
    pressed &&
    (event.ctrlKey || event.metaKey) === modifiers.includes('Mod') &&
    event.altKey === modifiers.includes('Alt') &&
    event.shiftKey === modifiers.includes('Shift')
  )
}

/** `+` alone is a key. */
function parse(keys: string): { modifiers: string[]; key: string } {
  const parts = keys.length > 1 ? keys.split('+') : [keys]
  return { modifiers: parts.slice(0, -1), key: parts.at(-1)! }
}

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of a shortcut as they are labelled on the keyboard. */
export function keyName(keys: string): string {
  const { modifiers, key } = parse(keys)
  const shown = names[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key)
  if (modifiers.length === 0) return shown
  const words = modifiers.map((one) => (one === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : one))
  return [...words, shown].join(isMac && modifiers[0] === 'Mod' ? '' : '+')
}

/** How the command menu runs it; undefined if it cannot: several keys on one line, or a mouse action. */
export function runnable({ keys, run, hidden }: Shortcut): (() => void) | undefined {
  if (hidden) return undefined
  if (run) return run
  const key = keys === 'Space' ? ' ' : keys
  if (key.length > 1 && names[key] === undefined) return undefined
  // The component listens itself: dispatch the key press. Lists write letters in capitals, keyboards do not.
  const pressed = key.length === 1 ? key.toLowerCase() : key
  return () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
    )
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
