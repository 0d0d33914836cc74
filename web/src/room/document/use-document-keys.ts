import { useEffect } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { isTyping } from '../player/keys.ts'
import type { PageZoom } from './page-sizes.ts'

/** For the list of shortcuts. */
const documentKeys = [
  { keys: '←  →', label: 'Previous or next page' },
  { keys: 'Home  End', label: 'First or last page' },
  { keys: '+  −', label: 'Zoom in or out' },
  { keys: '0', label: 'Fit page' },
  { keys: 'W', label: 'Fit width' },
]

type Commands = {
  goTo: (page: number) => void
  current: number
  total: number
  zoomBy: (direction: 1 | -1) => void
  setZoom: (zoom: PageZoom) => void
}

export function useDocumentKeys({ goTo, current, total, zoomBy, setZoom }: Commands): void {
  useShortcuts('Document', documentKeys)
  useEffect(() => {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => goTo(current - 1),
      ArrowRight: () => goTo(current + 1),
      Home: () => goTo(1),
      End: () => goTo(total),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      '0': () => setZoom('page'),
      w: () => setZoom('width'),
    }
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key]
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
