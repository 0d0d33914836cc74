// How the review room is divided between the file and the comments. The browser remembers it.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShortcuts } from '../ui/shortcuts.ts'
import { type RoomForm, useRoomForm } from './form.ts'
import { isTyping } from './player/keys.ts'
import type { Room } from './room.ts'

const key = 'dailies.room'

type Kept = {
  /** Whether the comments are hidden beside or below the image. */
  hidden: boolean
  /** Width of the comments beside the image, in pixels. */
  width: number
  /** Height of the comments below the image, in percent of the window; null: the height that the image leaves. */
  height: number | null
}

export const limits = { width: [280, 640], height: [20, 75] } as const

const usual: Kept = { hidden: false, width: 384, height: null }

export type RoomLayout = Kept & {
  form: RoomForm
  /** Only the image and its controls are visible. */
  bare: boolean
  togglePanel: () => void
  showPanel: () => void
  toggleBare: () => void
  resize: (size: { width?: number; height?: number }) => void
}

export function useRoomLayout(): RoomLayout {
  const form = useRoomForm()
  const [kept, setKept] = useState(read)
  const [bare, setBare] = useState(false)
  const drawer = useDrawer(form)
  const keep = (change: Partial<Kept>) => {
    const next = { ...kept, ...change }
    localStorage.setItem(key, JSON.stringify(next))
    setKept(next)
  }
  const hidden = form === 'over' ? !drawer.open : kept.hidden
  const setPanel = (shown: boolean) => {
    if (form === 'over') drawer.setOpen(shown)
    else keep({ hidden: !shown })
  }
  const layout: RoomLayout = {
    ...kept,
    form,
    hidden,
    bare,
    togglePanel: () => (bare ? setBare(false) : setPanel(hidden)),
    showPanel: () => {
      setBare(false)
      if (hidden) setPanel(true)
    },
    toggleBare: () => setBare(!bare),
    resize: ({ width = kept.width, height = kept.height }) =>
      keep({
        hidden: false,
        width: within(width, limits.width),
        height: height === null ? null : within(height, limits.height),
      }),
  }
  useShortcuts('Review room', [
    { keys: '\\', label: 'Show or hide comments', run: layout.togglePanel },
    { keys: '|', label: 'Hide controls', run: layout.toggleBare },
    ...(bare ? [{ keys: 'Escape', label: 'Show controls', run: layout.toggleBare }] : []),
  ])
  return layout
}

/**
 * Shows hidden comments when a person starts to write. `showComments`: something else has their place, which a selected comment
 * takes back.
 */
export function useOpenPanel(room: Room, layout: RoomLayout, showComments?: () => void): void {
  useEffect(() => {
    if (!layout.hidden && !layout.bare && !showComments) return
    const show = () => {
      showComments?.()
      layout.showPanel()
    }
    // The composer, which listens later, can only take the focus once it is visible.
    const press = (event: KeyboardEvent) => {
      if (!/^[cd]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
        return
      flushSync(show)
    }
    const before = room.store.get()
    const leave = room.store.subscribe(() => {
      const { composing, selected } = room.store.get()
      const isChosen =
        (layout.form === 'over' || showComments) && selected !== null && selected !== before.selected
      if ((composing && !before.composing) || isChosen) show()
    })
    addEventListener('keydown', press, true)
    return () => {
      leave()
      removeEventListener('keydown', press, true)
    }
  })
}

/** Over the image the comments are closed at first; they stay open when a phone is rotated while somebody writes. */
function useDrawer(form: RoomForm) {
  const [open, setOpen] = useState(false)
  const [before, setBefore] = useState(form)
  if (before !== form) {
    setBefore(form)
    setOpen(form === 'over' && document.activeElement instanceof HTMLTextAreaElement)
  }
  return { open, setOpen }
}

function read(): Kept {
  try {
    const { hidden, width, height } = { ...usual, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
    return {
      hidden: hidden === true,
      width: within(Number(width), limits.width),
      height: height === null ? null : within(Number(height), limits.height),
    }
  } catch {
    return usual
  }
}

export function within(value: number, [least, most]: readonly [number, number]): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least
}
