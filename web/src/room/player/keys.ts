// The shortcuts of the player, as in editing software. They work everywhere in the room, except while a person types.
import { useEffect } from 'react'
import { switchCounting } from '../counting.ts'
import type { Playback } from './playback.ts'

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
  ['⇧G', 'Switch between source, record, frames and seconds'],
]

type More = { fullScreen: () => void; jump: () => void }

export function usePlayerKeys(playback: Playback | null, { fullScreen, jump }: More): void {
  useEffect(() => {
    if (!playback) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const act = actionOf(event, playback, { fullScreen, jump })
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [playback, fullScreen, jump])
}

function actionOf(event: KeyboardEvent, playback: Playback, more: More): (() => void) | undefined {
  const { clock } = playback
  const name = nameOf(event)
  const range = playback.store.get().range
  const second = Math.round(clock.perSecond)
  const byShift: Record<string, () => void> = {
    ArrowLeft: () => playback.step(-10 * clock.step),
    ArrowRight: () => playback.step(10 * clock.step),
    Comma: () => playback.step(-second),
    Period: () => playback.step(second),
    i: () => range && playback.go(range.from),
    o: () => range && playback.go(range.to),
    g: () => switchCounting(clock.unit),
  }
  const plain: Record<string, () => void> = {
    ' ': playback.toggle,
    k: playback.pause,
    j: () => playback.shuttle(-1),
    l: () => playback.shuttle(1),
    ArrowLeft: () => playback.step(-clock.step),
    ArrowRight: () => playback.step(clock.step),
    Comma: () => playback.step(-clock.step),
    Period: () => playback.step(clock.step),
    Home: () => playback.go(0),
    End: () => playback.go(clock.count - 1),
    i: playback.markIn,
    o: playback.markOut,
    x: () => playback.setRange(null),
    r: playback.toggleLoop,
    m: playback.toggleMuted,
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
