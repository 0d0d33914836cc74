// Tells the people who share which files the guest opened, and how far they got: what was played or read, not what was
// skipped.
import type { FileDetails } from '@dailies/sdk'
import { useEffect } from 'react'
import { parting } from '../data/client.ts'
import type { Room, RoomState } from '../room/room.ts'

/** While a video plays, in ms. */
const everyMs = 15_000

/** Smaller steps are not worth a request. */
const least = 0.01

type Progress = {
  /** Takes the state of the room at each change; returns how far the guest got, from 0 to 1. */
  follow: (state: Pick<RoomState, 'place' | 'playing'>) => number
}

export function createProgress(media: FileDetails['media']): Progress {
  let farthest = 0
  const partOf = ({ place, playing }: Pick<RoomState, 'place' | 'playing'>): number => {
    const { kind, durationMs, pages } = media ?? {}
    if (kind === 'VIDEO' || kind === 'AUDIO') {
      if (!playing || place.ms === undefined || !durationMs) return 0
      // The last frame begins before the end.
      return durationMs - place.ms < 250 ? 1 : place.ms / durationMs
    }
    if (kind === 'DOCUMENT') return pages ? (place.page ?? 1) / pages : 0
    return 1
  }
  return {
    follow(state) {
      farthest = Math.max(farthest, Math.min(1, partOf(state)))
      return farthest
    },
  }
}

export function useViewReports(room: Room, { id: fileId, media }: FileDetails): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one visit of one file; renewed URLs are no other file.
  useEffect(() => {
    const progress = createProgress(media)
    let [farthest, reported] = [0, 0]
    const send = (watched?: number) => {
      // A report that does not arrive keeps no guest from watching.
      void parting.openShare
        .reportView({ fileId, ...(watched !== undefined && { watched }) })
        .catch(() => undefined)
    }
    const report = () => {
      if (farthest - reported < least && !(farthest === 1 && reported < 1)) return
      reported = farthest
      send(Number(farthest.toFixed(4)))
    }
    let wasPlaying = false
    const follow = () => {
      const state = room.store.get()
      farthest = progress.follow(state)
      if (wasPlaying && !state.playing) report()
      wasPlaying = state.playing
    }
    const hide = () => document.hidden && report()
    const timer = setInterval(report, everyMs)
    const leave = room.store.subscribe(follow)
    document.addEventListener('visibilitychange', hide)
    send()
    follow()
    return () => {
      clearInterval(timer)
      leave()
      document.removeEventListener('visibilitychange', hide)
      report()
    }
  }, [room, fileId])
}
