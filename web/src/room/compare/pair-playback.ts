// Playback of two media elements as one, connected to their review rooms.
import { useCallback, useEffect, useState } from 'react'
import { type Clock, clamp } from '../player/clock.ts'
import type { OpenMedia } from '../player/media-controller.ts'
import { createPlayback, type Playback } from '../player/playback.ts'
import type { Room } from '../room.ts'
import { type Follower, isLonger, isSameCount, partnerOf } from './pair.ts'
import type { Sides } from './sides.ts'

export type Which = 'left' | 'right'

export type PairPlayback = {
  playback: Playback
  /** The longer file, whose indexes the playback uses, so that all of it can be reached. */
  leader: Which
  /** Whether the same index is the same frame in both. */
  alike: boolean
  /** The index of one file when the playback is at an index. */
  indexOf: (which: Which, index: number) => number
  /** The index of the playback when one file is at an index. */
  playbackIndex: (which: Which, index: number) => number
}

type Clocks = Record<Which, Clock>
type Elements = Partial<Record<Which, HTMLMediaElement>>

/** Opens the leading media element together with its follower. */
export type OpenTwo = (follower: Follower) => OpenMedia

/** `elements` are the refs of the two media elements; `heard` is the side whose audio plays. */
export function usePairPlayback({ left, right }: Sides, clocks: Clocks, open: OpenTwo, heard: Which) {
  const [elements, setElements] = useState<Elements>({})
  const [pair, setPair] = useState<PairPlayback | null>(null)
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
      syncRoom(next, 'left', leftRoom, leftClock),
      syncRoom(next, 'right', rightRoom, rightClock),
    ]
    setPair(next)
    return () => {
      for (const leave of leaves) leave()
      next.playback.close()
      setPair(null)
    }
  }, [elements.left, elements.right, leftClock, rightClock, open, leftRoom, rightRoom])
  useEffect(() => {
    if (!pair || !elements.left || !elements.right) return
    const { left: leftElement, right: rightElement } = elements
    // The playback only controls the volume of the leading element.
    const hear = () => {
      const { volume, muted } = pair.playback.store.get()
      Object.assign(leftElement, { volume, muted: muted || heard !== 'left' })
      Object.assign(rightElement, { volume, muted: muted || heard !== 'right' })
    }
    hear()
    return pair.playback.store.subscribe(hear)
  }, [pair, elements, heard])
  return { pair, elements: { left: takeLeft, right: takeRight } }
}

function createPair(elements: Record<Which, HTMLMediaElement>, clocks: Clocks, open: OpenTwo): PairPlayback {
  const leader: Which = isLonger(clocks.left, clocks.right) ? 'left' : 'right'
  const follower: Which = leader === 'left' ? 'right' : 'left'
  const openBoth = open({ element: elements[follower], clock: clocks[follower] })
  const [there, back] = [
    partnerOf(clocks[leader], clocks[follower]),
    partnerOf(clocks[follower], clocks[leader]),
  ]
  return {
    playback: createPlayback(elements[leader], clocks[leader], openBoth),
    leader,
    alike: isSameCount(clocks.left, clocks.right),
    indexOf: (which, index) => (which === leader ? index : there(index)),
    playbackIndex: (which, index) => clamp(which === leader ? index : back(index), clocks[leader].count),
  }
}

function syncRoom(
  { playback, indexOf, playbackIndex }: PairPlayback,
  which: Which,
  room: Room,
  clock: Clock,
): () => void {
  const here = (index: number) => clock.placeOf(indexOf(which, index))
  let last = { index: -1, playing: false }
  const report = () => {
    const { index, playing } = playback.store.get()
    if (playing !== last.playing) room.store.set({ playing })
    if (index !== last.index) room.moved(here(index))
    last = { index, playing }
  }
  report()
  const leaves = [
    playback.store.subscribe(report),
    room.setViewer({
      async show(place) {
        const index = clock.indexOf(place)
        if (index !== undefined) await playback.pauseAt(playbackIndex(which, index))
      },
      pause: playback.pause,
      place: () => here(playback.index()),
    }),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}
