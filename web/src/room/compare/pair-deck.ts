// The deck of two players, and how it informs their rooms.
import { useCallback, useEffect, useState } from 'react'
import { type Clock, clamp } from '../player/clock.ts'
import { createDeck, type Deck } from '../player/deck.ts'
import type { OpenReel } from '../player/reel.ts'
import type { Room } from '../room.ts'
import { isLonger, isSameCount, openPair, partnerOf } from './pair.ts'
import type { Sides } from './sides.ts'

export type Which = 'left' | 'right'

export type PairDeck = {
  deck: Deck
  /** The deck counts by the longer file, so that all of it can be seen. */
  leader: Which
  /** Whether the same number is the same frame in both. */
  alike: boolean
  /** The index of one file when the deck is at an index. */
  indexOf: (which: Which, index: number) => number
  /** The index of the deck when one file is at an index. */
  deckIndex: (which: Which, index: number) => number
}

type Clocks = Record<Which, Clock>
type Elements = Partial<Record<Which, HTMLMediaElement>>

/** `elements` are the refs of the two media elements; `heard` is the side whose audio plays. */
export function usePairDeck({ left, right }: Sides, clocks: Clocks, open: OpenReel, heard: Which) {
  const [elements, setElements] = useState<Elements>({})
  const [pair, setPair] = useState<PairDeck | null>(null)
  const takeLeft = useCallback(
    (element: HTMLMediaElement) => setElements((now) => ({ ...now, left: element })),
    [],
  )
  const takeRight = useCallback(
    (element: HTMLMediaElement) => setElements((now) => ({ ...now, right: element })),
    [],
  )
  const { left: leftClock, right: rightClock } = clocks
  const [leftRoom, rightRoom] = [left.room, right.room]
  useEffect(() => {
    if (!elements.left || !elements.right) return
    const both = { left: elements.left, right: elements.right }
    const next = createPair(both, { left: leftClock, right: rightClock }, open)
    const leaves = [
      tellRoom(next, 'left', leftRoom, leftClock),
      tellRoom(next, 'right', rightRoom, rightClock),
    ]
    setPair(next)
    return () => {
      for (const leave of leaves) leave()
      next.deck.close()
      setPair(null)
    }
  }, [elements.left, elements.right, leftClock, rightClock, open, leftRoom, rightRoom])
  useEffect(() => {
    if (!pair || !elements.left || !elements.right) return
    const { left: leftElement, right: rightElement } = elements
    // The deck only knows the one that leads.
    const hear = () => {
      const { volume, muted } = pair.deck.store.get()
      Object.assign(leftElement, { volume, muted: muted || heard !== 'left' })
      Object.assign(rightElement, { volume, muted: muted || heard !== 'right' })
    }
    hear()
    return pair.deck.store.subscribe(hear)
  }, [pair, elements, heard])
  return { pair, elements: { left: takeLeft, right: takeRight } }
}

function createPair(elements: Record<Which, HTMLMediaElement>, clocks: Clocks, open: OpenReel): PairDeck {
  const leader: Which = isLonger(clocks.left, clocks.right) ? 'left' : 'right'
  const follower: Which = leader === 'left' ? 'right' : 'left'
  const reel = openPair(open, { element: elements[follower], clock: clocks[follower] })
  const [there, back] = [
    partnerOf(clocks[leader], clocks[follower]),
    partnerOf(clocks[follower], clocks[leader]),
  ]
  return {
    deck: createDeck(elements[leader], clocks[leader], reel),
    leader,
    alike: isSameCount(clocks.left, clocks.right),
    indexOf: (which, index) => (which === leader ? index : there(index)),
    deckIndex: (which, index) => clamp(which === leader ? index : back(index), clocks[leader].count),
  }
}

function tellRoom(
  { deck, indexOf, deckIndex }: PairDeck,
  which: Which,
  room: Room,
  clock: Clock,
): () => void {
  const here = (index: number) => clock.placeOf(indexOf(which, index))
  let told = -1
  const tell = () => {
    const { index } = deck.store.get()
    if (index === told) return
    told = index
    room.moved(here(index))
  }
  tell()
  const leaves = [
    deck.store.subscribe(tell),
    room.setViewer({
      async show(place) {
        const index = clock.indexOf(place)
        if (index !== undefined) await deck.stand(deckIndex(which, index))
      },
      pause: deck.pause,
      place: () => here(deck.index()),
    }),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}
