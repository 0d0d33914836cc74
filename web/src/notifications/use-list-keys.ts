import type { Notification } from '@dailies/sdk'
import type { RefObject } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'
import { useMarkRead } from './notification-queries.ts'

/** The keys of the page. The focus is on the row; Enter opens it, as it does any link. */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  items: readonly Notification[],
  markAllRead: (() => void) | undefined,
): void {
  const markRead = useMarkRead()
  const openers = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const focused = () => {
    const row = document.activeElement?.closest('li')
    return openers().findIndex((opener) => row?.contains(opener))
  }
  const step = (by: 1 | -1) => {
    const all = openers()
    const place = focused()
    const next = place < 0 ? 0 : Math.min(all.length - 1, Math.max(0, place + by))
    all[next]?.focus()
  }
  const readFocused = () => {
    const item = items[focused()]
    if (!item) return
    // The row may disappear, or its button; the focus stays in the list.
    const all = openers()
    all[Math.min(all.length - 1, focused() + 1)]?.focus()
    markRead(item)
  }
  useShortcuts('Notifications', [
    { keys: 'j', label: 'Next notification', run: () => step(1) },
    { keys: 'k', label: 'Previous notification', run: () => step(-1) },
    { keys: 'ArrowDown', label: 'Next notification', run: () => step(1), hidden: true },
    { keys: 'ArrowUp', label: 'Previous notification', run: () => step(-1), hidden: true },
    { keys: 'Enter', label: 'Open the notification' },
    { keys: 'e', label: 'Mark as read and go to the next', run: readFocused, hidden: true },
    { keys: 'Shift+E', label: 'Mark all as read', run: () => markAllRead?.() },
  ])
}
