// The shortcuts of the player, as in editing software. They work everywhere in the room, except while a person types.
import { useEffect } from 'react'
import type { Deck } from './deck.ts'

/** For the list of shortcuts. */
export const playerKeys: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['J  K  L', 'Play backwards, pause, play forwards; press again for faster'],
  ['←  →  or  ,  .', 'One frame back or forward'],
  ['⇧←  ⇧→', 'Ten frames back or forward'],
  ['⇧,  ⇧.', 'One second back or forward'],
  ['I  O', 'Set in and out'],
  ['X', 'Clear in and out'],
  ['⇧I  ⇧O', 'Go to in or out'],
  ['Home  End', 'First or last frame'],
  ['R', 'Loop'],
  ['M', 'Mute'],
  ['F', 'Full screen'],
  ['G', 'Go to a timecode or frame'],
]

type More = { fullScreen: () => void; jump: () => void }

export function usePlayerKeys(deck: Deck | null, { fullScreen, jump }: More): void {
  useEffect(() => {
    if (!deck) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const act = actionOf(event, deck, { fullScreen, jump })
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [deck, fullScreen, jump])
}

function actionOf(event: KeyboardEvent, deck: Deck, more: More): (() => void) | undefined {
  const { clock } = deck
  const name = nameOf(event)
  const range = deck.store.get().range
  const second = Math.round(clock.perSecond)
  const byShift: Record<string, () => void> = {
    ArrowLeft: () => deck.step(-10 * clock.step),
    ArrowRight: () => deck.step(10 * clock.step),
    Comma: () => deck.step(-second),
    Period: () => deck.step(second),
    i: () => range && deck.go(range.from),
    o: () => range && deck.go(range.to),
  }
  const plain: Record<string, () => void> = {
    ' ': deck.toggle,
    k: deck.pause,
    j: () => deck.shuttle(-1),
    l: () => deck.shuttle(1),
    ArrowLeft: () => deck.step(-clock.step),
    ArrowRight: () => deck.step(clock.step),
    Comma: () => deck.step(-clock.step),
    Period: () => deck.step(clock.step),
    Home: () => deck.go(0),
    End: () => deck.go(clock.count - 1),
    i: deck.markIn,
    o: deck.markOut,
    x: () => deck.setRange(null),
    r: deck.toggleLoop,
    m: deck.toggleMuted,
    f: more.fullScreen,
    g: more.jump,
  }
  // The space bar presses a focused button, as everywhere.
  if (name === ' ' && (event.target as Element).closest('button, a, summary')) return undefined
  return event.shiftKey ? byShift[name] : plain[name]
}

/** With ⇧ the key gives another character on every keyboard layout, so the physical position counts. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (code === 'Comma' || code === 'Period') return code
  return key.length === 1 ? key.toLowerCase() : key
}

/** Fields, menus and dialogs handle keys themselves. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox], [role=radiogroup]',
    ) !== null
  )
}
