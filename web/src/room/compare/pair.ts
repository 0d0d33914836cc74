// Two media elements that play as one. The first leads: playback uses its indexes. The second follows: to the frame while
// paused; while playing, its speed is adjusted by how far it is ahead or behind.
import { type Clock, clamp } from '../player/clock.ts'
import type { OpenMedia } from '../player/media-controller.ts'

/** The second media element, and its clock. */
export type Follower = { element: HTMLMediaElement; clock: Clock }

/** Further apart than this, in seconds, the follower seeks. */
const farApart = 0.4
/** How much faster or slower the follower may play to catch up. */
const maxNudge = 0.15

/** The index of the second file when the first is at an index: the same frame at equal rates, otherwise the same time. */
export function partnerOf(first: Clock, second: Clock): (index: number) => number {
  if (isSameCount(first, second)) return (index) => clamp(index, second.count)
  return (index) => second.at(first.startOf(index) + 1e-6)
}

/** Compared by the start times of frames: an average rate means nothing if the rate varies. */
export function isSameCount(a: Clock, b: Clock): boolean {
  if (a.unit !== b.unit) return false
  const last = Math.min(a.count, b.count) - 1
  return [1, last >> 1, last].every((index) => Math.abs(a.startOf(index) - b.startOf(index)) < 1e-5)
}

/** Whether the first is longer. Audio may continue after the last frame, so with equal counts the frames decide. */
export function isLonger(first: Clock, second: Clock): boolean {
  return isSameCount(first, second) ? first.count > second.count : first.seconds > second.seconds
}

/** The speed at which the follower catches up; undefined if it is too far away and has to seek. */
export function followerRate(rate: number, ahead: number, tolerance: number): number | undefined {
  if (Math.abs(ahead) > farApart * Math.max(1, rate)) return undefined
  if (Math.abs(ahead) < tolerance) return rate
  const nudge = Math.min(maxNudge, Math.max(-maxNudge, ahead * 1.5))
  return rate * (1 - nudge)
}

export function openPair(open: OpenMedia, follower: Follower): OpenMedia {
  return (leader, clock, onShown) => {
    const partner = partnerOf(clock, follower.clock)
    const second = follower.element
    let running = false
    const b = open(second, follower.clock, () => undefined)
    const a = open(leader, clock, (index) => {
      if (running) keepInStep()
      onShown(index)
    })

    function keepInStep() {
      if (second.ended || second.seeking || leader.seeking) return
      const ahead = second.currentTime - leader.currentTime
      const rate = followerRate(leader.playbackRate, ahead, 0.5 / clock.perSecond)
      if (rate === undefined) second.currentTime = Math.min(leader.currentTime, follower.clock.seconds)
      else if (second.playbackRate !== rate) second.playbackRate = rate
    }

    /** Pauses the element that has data until the other one has, too. */
    const wait = () => {
      if (!running) return
      const both = [leader, second].filter((element) => !element.ended)
      const isReady = both.every(
        ({ seeking, readyState }) => !seeking && readyState >= leader.HAVE_FUTURE_DATA,
      )
      for (const element of both) {
        if (isReady && element.paused) element.play().catch(() => undefined)
        else if (!isReady && !element.paused && element.readyState >= leader.HAVE_FUTURE_DATA) element.pause()
      }
    }
    const ended = new AbortController()
    for (const element of [leader, second]) {
      for (const name of ['waiting', 'canplay', 'seeked', 'playing'])
        element.addEventListener(name, wait, { signal: ended.signal })
    }
    leader.addEventListener('ratechange', () => (second.playbackRate = leader.playbackRate), {
      signal: ended.signal,
    })

    return {
      index: a.index,
      async pauseAt(index) {
        running = false
        await Promise.all([a.pauseAt(index), b.pauseAt(partner(index))])
      },
      jump(index) {
        a.jump(index)
        b.jump(partner(index))
      },
      async play() {
        running = true
        second.playbackRate = leader.playbackRate
        const begun = [a.play(), ...(partner(a.index()) < follower.clock.count - 1 ? [b.play()] : [])]
        await Promise.all(begun).catch((error: unknown) => {
          // Paused until the other is ready; it resumes by itself.
          if (!running || (error as DOMException).name !== 'AbortError') throw error
        })
      },
      close() {
        running = false
        ended.abort()
        a.close()
        b.close()
        second.pause()
      },
    }
  }
}
