// Brings a second video element to the frame that another one is playing, so that one can take the place of the other.
import type { Clock } from './clock.ts'

export type CatchUp = {
  /** The video that people see. */
  leader: HTMLVideoElement
  /** Loads the same frames from another source; nobody sees or hears it. */
  follower: HTMLVideoElement
  clock: Clock
  /** The current playback rate. */
  rate: () => number
  signal: AbortSignal
}

/** How far ahead of the leader the follower waits, in seconds; doubled each time that the leader gets there first. */
const firstLead = 0.4
const maxLead = 6.4

/** Small differences are removed by playing faster or slower, larger ones by another seek. In seconds. */
const maxDrift = 0.5

/** Ticks in a row that alignment may take before the follower starts again. */
const maxTicks = 240

/** Ticks in a row for which the leader may wait for data before the follower comes to it. */
const maxStalledTicks = 15

/**
 * Resolves with true at the moment when both play the same frame. False: the leader ends first. Rejects when the follower
 * cannot load, or when the signal is aborted.
 */
export async function catchUp(work: CatchUp): Promise<boolean> {
  const { leader, follower, clock, rate, signal } = work
  await loaded(follower, HTMLMediaElement.HAVE_METADATA, signal)
  for (let lead = firstLead; ; lead = Math.min(2 * lead, maxLead)) {
    const target = leader.currentTime + lead * rate()
    const isTooLate = target > clock.startOf(clock.count - 1)
    if (!isTooLate) {
      await seek(work, target)
      if (leader.currentTime > follower.currentTime) continue
    }
    const reached = await follow(work, isTooLate ? leader.duration : follower.currentTime)
    if (reached === 'end') return false
    if (reached === 'stalled') {
      await seek(work, leader.currentTime)
      if (isStalled(leader) && (await plays(work))) return true
      continue
    }
    if (isTooLate || reached === 'elsewhere') continue
    if ((await plays(work)) && (await aligned(work))) return true
  }
}

/** Resolves when the follower plays; false: the leader goes on without it. */
async function plays({ leader, follower, rate, signal }: CatchUp): Promise<boolean> {
  signal.throwIfAborted()
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  follower.playbackRate = rate()
  const playing = follower.play()
  playing.then(settle, settle)
  while (!isSettled) {
    await tick(signal)
    if (leader.ended || leader.currentTime - follower.currentTime > maxDrift) return false
  }
  await playing
  return true
}

/**
 * The follower shows the frame of this time, and waits there. It may have no data of later frames: while a video is paused, a
 * browser need not load them.
 */
async function seek({ follower, clock, signal }: CatchUp, time: number): Promise<void> {
  follower.pause()
  follower.currentTime = clock.middleOf(clock.at(time))
  await loaded(follower, HTMLMediaElement.HAVE_CURRENT_DATA, signal)
}

/** Resolves when the leader gets to this time or to its end, is sent elsewhere, or waits for data. */
async function follow({ leader, rate, signal }: CatchUp, time: number) {
  for (let ticks = 0; ticks < maxStalledTicks; ticks = isStalled(leader) ? ticks + 1 : 0) {
    await tick(signal)
    if (leader.ended) return 'end'
    if (leader.currentTime >= time) return 'time'
    if (time - leader.currentTime > maxLead * rate()) return 'elsewhere'
  }
  return 'stalled'
}

/** It plays, but its next frame is not there. It may never come: the parts of a proxy are deleted when the proxy is complete. */
function isStalled({ paused, seeking, readyState }: HTMLVideoElement): boolean {
  return !paused && !seeking && readyState < HTMLMediaElement.HAVE_FUTURE_DATA
}

async function aligned({ leader, follower, clock, rate, signal }: CatchUp): Promise<boolean> {
  const shown = [watchFrame(leader, clock), watchFrame(follower, clock)] as const
  try {
    for (let ticks = 0; ticks < maxTicks; ticks++) {
      await tick(signal)
      const behind = leader.currentTime - follower.currentTime
      if (Math.abs(behind) > maxDrift) return false
      const isClose = Math.abs(behind) < Math.max(0.3 / clock.perSecond, 0.008)
      const apart = Math.abs((shown[0].frame() ?? Number.NaN) - (shown[1].frame() ?? Number.NaN))
      // A hidden page is not painted, and a browser may not paint what is covered. Screens skip frames of high rates.
      const isSame =
        document.hidden ||
        apart * 50 <= clock.perSecond - 50 ||
        apart === 0 ||
        (Number.isNaN(apart) && ticks > 30)
      if (isClose && isSame) {
        follower.playbackRate = rate()
        return true
      }
      const wanted = rate() * (1 + Math.max(-0.5, Math.min(0.5, behind * 4)))
      if (Math.abs(follower.playbackRate - wanted) > 0.01) follower.playbackRate = wanted
    }
    return false
  } finally {
    for (const { stop } of shown) stop()
  }
}

/** The frame that was painted last. */
function watchFrame(video: HTMLVideoElement, clock: Clock) {
  let last: number | undefined
  const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    last = clock.startingAt(mediaTime)
    callback = video.requestVideoFrameCallback(onFrame)
  }
  let callback = video.requestVideoFrameCallback(onFrame)
  return { frame: () => last, stop: () => video.cancelVideoFrameCallback(callback) }
}

/** Resolves when the video has this much data and no seek is under way. */
export function loaded(video: HTMLVideoElement, state: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const finish = (act: () => void) => {
      ended.abort()
      act()
    }
    const look = () => {
      if (video.error) finish(() => reject(new Error(video.error!.message)))
      else if (video.readyState >= state && !video.seeking) finish(resolve)
    }
    const options = { signal: ended.signal }
    for (const name of ['loadedmetadata', 'loadeddata', 'canplay', 'seeked', 'error'])
      video.addEventListener(name, look, options)
    signal.addEventListener('abort', () => finish(() => reject(signal.reason)), options)
    if (signal.aborted) return finish(() => reject(signal.reason))
    look()
  })
}

/** The next animation frame; a hidden page has none, and gets a timer. */
async function tick(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 50)
    else requestAnimationFrame(resolve)
  })
  signal.throwIfAborted()
}
