// Playback for a page, connected to the review room.
import { useCallback, useState } from 'react'
import { useStore } from '../../data/store.ts'
import type { Range, Room } from '../room.ts'
import type { Clock } from './clock.ts'
import type { OpenMedia } from './media-controller.ts'
import { createPlayback, type Playback, type PlaybackState } from './playback.ts'

/** Pass `ref` to the media element. There is no playback until the clock is known. */
export function usePlayback(clock: Clock | null, open: OpenMedia, room: Room) {
  const [playback, setPlayback] = useState<Playback | null>(null)
  const ref = useCallback(
    (element: HTMLMediaElement | null) => {
      if (!element || !clock) return
      const next = createPlayback(element, clock, open)
      const leave = syncRoom(next, room)
      setPlayback(next)
      return () => {
        leave()
        next.close()
      }
    },
    [clock, open, room],
  )
  return { playback, ref }
}

function syncRoom(playback: Playback, room: Room): () => void {
  const { clock } = playback
  let last: PlaybackState | undefined
  const report = () => {
    const state = playback.store.get()
    if (state.index !== last?.index) room.moved(clock.placeOf(state.index))
    const { playing, range } = state
    if (playing !== last?.playing || range !== last.range) room.store.set({ playing, range })
    last = state
  }
  // The composer removes the range after a comment on it was sent.
  const listen = () => {
    const { range } = room.store.get()
    if (!isSameRange(range, playback.store.get().range)) playback.setRange(range)
  }
  report()
  const leaves = [
    playback.store.subscribe(report),
    room.store.subscribe(listen),
    room.setViewer({
      async show(place) {
        const index = clock.indexOf(place)
        if (index !== undefined) await playback.pauseAt(index)
      },
      pause: playback.pause,
      place: () => clock.placeOf(playback.index()),
    }),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}

function isSameRange(a: Range | null, b: Range | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.to === b.to)
}

export function usePlaybackState<Part>(playback: Playback, select: (state: PlaybackState) => Part): Part {
  return useStore(playback.store, select)
}
