// Keeps an audio element in step with the media element that a person controls.
import type { Playback } from '../player/playback.ts'

/** Larger drifts are corrected by a seek, in seconds. A seek is heard; another speed by some percent is not. */
const mostDrift = 0.2
const leastDrift = 0.008
const mostCorrection = 0.06

/** In steps of a percent, so that the speed does not change all the time. */
function correctionOf(drift: number): number {
  if (Math.abs(drift) < leastDrift) return 0
  return Math.round(Math.max(-1, Math.min(1, -drift / 0.1)) * mostCorrection * 100) / 100
}

/** Whether the element plays a piece for scrubbing. */
const isPiece = (audio: HTMLMediaElement) => audio.dataset.piece !== undefined

export type Following = {
  /** How far the audio is ahead of the video, in seconds. */
  drift: () => number
  stop: () => void
}

/** `latency`: how long audio takes from the element to the ears, in seconds. */
export function follow(audio: HTMLMediaElement, { element }: Playback, latency: () => number): Following {
  const ended = new AbortController()
  const on = (target: HTMLMediaElement, names: string, listener: () => void) => {
    for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: ended.signal })
  }
  const lead = () => (element.paused ? 0 : latency() * element.playbackRate)
  const drift = () => audio.currentTime - element.currentTime - lead()
  const isRunning = () => !element.paused && !element.ended && !element.seeking && element.readyState >= 3

  function seek() {
    if (audio.readyState >= audio.HAVE_METADATA) audio.currentTime = element.currentTime + lead()
  }

  /** Scrubbing plays a piece while the video is paused. */
  function hush() {
    if (!audio.paused && !isPiece(audio)) audio.pause()
  }

  function adjust() {
    if (!isRunning()) return hush()
    if (audio.seeking || audio.readyState < audio.HAVE_METADATA) return
    const off = drift()
    if (audio.paused) {
      if (Math.abs(off) > leastDrift) seek()
      // Refused or interrupted: the next round tries again.
      audio.play().catch(() => undefined)
    } else if (Math.abs(off) > mostDrift) seek()
    const rate = element.playbackRate * (1 + correctionOf(off))
    if (Math.abs(audio.playbackRate - rate) > 1e-4) audio.playbackRate = rate
  }

  on(element, 'play playing pause waiting ratechange emptied ended', adjust)
  on(element, 'seeking', hush)
  on(element, 'seeked', () => {
    if (!element.paused && Math.abs(drift()) > leastDrift) seek()
    adjust()
  })
  on(audio, 'loadedmetadata', seek)
  on(audio, 'loadedmetadata canplay seeked', adjust)
  // Not an animation frame: those stop in a hidden page, which plays on.
  const timer = setInterval(adjust, 100)
  adjust()
  return {
    drift,
    stop() {
      ended.abort()
      clearInterval(timer)
      audio.pause()
    },
  }
}
