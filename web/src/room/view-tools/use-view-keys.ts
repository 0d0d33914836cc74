// The keys of the view tools. Digits count by their position on the keyboard, because ⇧ changes what they type.
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useRoom } from '../room.ts'
import { useKeys } from '../use-keys.ts'
import {
  type Channel,
  nextMask,
  resetView,
  setExposure,
  toggle,
  toggleChannel,
  viewStore,
} from './view-state.ts'

/** For the list of shortcuts. */
const viewKeys = [
  { keys: 'p', label: 'View tools' },
  { keys: '⇧P', label: 'Reset the view' },
  { keys: 'h', label: 'Safe areas' },
  { keys: '⇧H', label: 'Next aspect mask' },
  { keys: 'y', label: 'False colour' },
  { keys: '⇧1 … ⇧5', label: 'Only red, green, blue, alpha or luma; again for all' },
  { keys: '⇧↑  ⇧↓', label: 'Exposure up or down by half a stop' },
]
const stillKeys = [
  { keys: 's', label: 'Copy a still' },
  { keys: '⇧S', label: 'Download a still' },
]

const channelKeys: Record<string, Channel> = {
  Digit1: 'red',
  Digit2: 'green',
  Digit3: 'blue',
  Digit4: 'alpha',
  Digit5: 'luma',
}

export type ViewActions = {
  openPanel: () => void
  fit: () => void
  hasAlpha: boolean
  /** Undefined without permission to download. */
  still: { copy: () => void; download: () => void } | undefined
}

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** The action of a key, for the page and for the open panel. */
export function viewAction(event: Key, actions: ViewActions): (() => void) | undefined {
  const { key, code, shiftKey } = event
  const channel = shiftKey ? channelKeys[code] : undefined
  if (channel) return () => (channel !== 'alpha' || actions.hasAlpha) && toggleChannel(channel)
  const { exposure } = viewStore.get()
  const byShift: Record<string, (() => void) | undefined> = {
    p() {
      resetView()
      actions.fit()
    },
    h: nextMask,
    s: actions.still?.download,
    arrowup: () => setExposure(exposure + 0.5),
    arrowdown: () => setExposure(exposure - 0.5),
  }
  const plain: Record<string, (() => void) | undefined> = {
    p: actions.openPanel,
    h: () => toggle('safeAreas'),
    y: () => toggle('falseColour'),
    s: actions.still?.copy,
  }
  return (shiftKey ? byShift : plain)[key.toLowerCase()]
}

export function useViewKeys(actions: ViewActions): void {
  const room = useRoom()
  useShortcuts('View', actions.still ? [...viewKeys, ...stillKeys] : viewKeys)
  useKeys(
    (event) => {
      // While a person draws, P is the pen.
      if (room.store.get().pen && event.key.toLowerCase() === 'p') return
      const act = viewAction(event, actions)
      if (!act) return
      event.preventDefault()
      act()
    },
    // Before the list of comments, which ↑ and ↓ move through.
    { first: true },
  )
}
