// Playback for a page, connected to the review room.
import { useCallback, useState } from 'react'
import { useStore } from '../../data/store.ts'
import type { Range, Room } from '../room.ts'
import type { Clock } from './clock.ts'
import { createDeck, type Deck, type DeckState } from './deck.ts'
import type { OpenReel } from './reel.ts'

/** Pass `ref` to the media element. There is no playback until the clock is known. */
export function useDeck(clock: Clock | null, open: OpenReel, room: Room) {
  const [deck, setDeck] = useState<Deck | null>(null)
  const ref = useCallback(
    (element: HTMLMediaElement | null) => {
      if (!element || !clock) return
      const next = createDeck(element, clock, open)
      const leave = tellRoom(next, room)
      setDeck(next)
      return () => {
        leave()
        next.close()
      }
    },
    [clock, open, room],
  )
  return { deck, ref }
}

function tellRoom(deck: Deck, room: Room): () => void {
  const { clock } = deck
  let told: DeckState | undefined
  const tell = () => {
    const state = deck.store.get()
    if (state.index !== told?.index) room.moved(clock.placeOf(state.index))
    const { playing, range } = state
    if (playing !== told?.playing || range !== told.range) room.store.set({ playing, range })
    told = state
  }
  // The composer removes the range after a comment on it was sent.
  const listen = () => {
    const { range } = room.store.get()
    if (!isSameRange(range, deck.store.get().range)) deck.setRange(range)
  }
  tell()
  const leaves = [
    deck.store.subscribe(tell),
    room.store.subscribe(listen),
    room.setViewer({
      async show(place) {
        const index = clock.indexOf(place)
        if (index !== undefined) await deck.stand(index)
      },
      pause: deck.pause,
      place: () => clock.placeOf(deck.index()),
    }),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}

function isSameRange(a: Range | null, b: Range | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to)
}

export function useDeckState<Part>(deck: Deck, select: (state: DeckState) => Part): Part {
  return useStore(deck.store, select)
}
