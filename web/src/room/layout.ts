// How the room is divided between the picture and the comments. It is remembered in this browser.
import { useState } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'

const key = 'dailies.room'

type Kept = {
  /** Whether the comments are hidden. */
  hidden: boolean
  /** How wide they are beside the picture, in pixels. */
  width: number
  /** How high they are below it, in hundredths of the window. */
  height: number
}

export const limits = { width: [280, 640], height: [20, 75] } as const

const usual: Kept = { hidden: false, width: 384, height: 40 }

export type RoomLayout = Kept & {
  /** Nothing but the picture and its controls. */
  bare: boolean
  togglePanel: () => void
  toggleBare: () => void
  resize: (size: Partial<Pick<Kept, 'width' | 'height'>>) => void
}

export function useRoomLayout(): RoomLayout {
  const [kept, setKept] = useState(read)
  const [bare, setBare] = useState(false)
  const keep = (change: Partial<Kept>) => {
    const next = { ...kept, ...change }
    localStorage.setItem(key, JSON.stringify(next))
    setKept(next)
  }
  const layout: RoomLayout = {
    ...kept,
    bare,
    togglePanel: () => (bare ? setBare(false) : keep({ hidden: !kept.hidden })),
    toggleBare: () => setBare(!bare),
    resize: ({ width = kept.width, height = kept.height }) =>
      keep({ hidden: false, width: within(width, limits.width), height: within(height, limits.height) }),
  }
  useShortcuts('Review room', [
    { keys: '\\', label: 'Show or hide the comments', run: layout.togglePanel },
    { keys: '|', label: 'Nothing but the picture', run: layout.toggleBare },
    ...(bare ? [{ keys: 'Escape', label: 'Back to the room', run: layout.toggleBare }] : []),
  ])
  return layout
}

function read(): Kept {
  try {
    const { hidden, width, height } = { ...usual, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
    return {
      hidden: hidden === true,
      width: within(Number(width), limits.width),
      height: within(Number(height), limits.height),
    }
  } catch {
    return usual
  }
}

export function within(value: number, [least, most]: readonly [number, number]): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least
}
