// Controls a media element by index: seeks to a frame, and reports which frame is on the screen.
import type { Clock } from './clock.ts'
import { clamp } from './clock.ts'

export type MediaController = {
  /** The index on the screen; during a seek, its target. */
  index: () => number
  /** Seeks and pauses. Settles when exactly that frame is on the screen, or another seek begins. */
  pauseAt: (index: number) => Promise<void>
  /** Seeks, and plays on if it was playing. */
  jump: (index: number) => void
  /** `lastIndex` is the end of a loop at any time. Frames that are painted one by one never go beyond it; elements may. */
  play: (lastIndex?: () => number) => Promise<void>
  /**
   * Plays backwards at a negative rate, or changes that rate. Settles when another command ends it; false if it cannot.
   */
  rewind?: (rate: number) => Promise<boolean>
  close: () => void
}

export type OpenMedia = (
  element: HTMLMediaElement,
  clock: Clock,
  /** Called whenever another index is on the screen. */
  onShown: (index: number) => void,
  /** Called at the end of a file that does not play in the element. */
  onEnded?: () => void,
) => MediaController

/** A seek to the middle of a frame is nearly always exact; otherwise it is retried, corrected by the error. */
const maxTries = 6

/** How long painting a frame may take after its seek has ended, in ms. A busy machine gets up to 16 times as long. */
const paintTime = 300

/**
 * How long nobody seeks before the browser loads ahead again, in ms. Loading ahead takes the network and the processor
 * from the next seek (docs/performance.md).
 */
const restTime = 500

/**
 * A video. Its `currentTime` is the target of the last seek, not the visible frame: only the frame callback reports
 * that one. So a seek goes to the middle of a frame, and the frame counts as visible once the callback has reported it.
 */
export const openVideo: OpenMedia = (element, clock, onShown) => {
  const video = element as HTMLVideoElement
  let shown = 0
  /** Whether any frame was ever painted. */
  let seen = false
  /** Whether a frame was painted since the last seek began. */
  let painted = false
  /** While it is paused. */
  let wanted: number | undefined
  let sentTo: number | undefined
  let offBy = 0
  /** How often a seek showed a wrong frame, and which one last. */
  let tries = 0
  let wrong: number | undefined
  /** How often no frame was painted in time. */
  let waits = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let settle = () => {}

  const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
    callback = video.requestVideoFrameCallback(onFrame)
    shown = clock.startingAt(mediaTime)
    painted = true
    seen = true
    if (wanted === undefined || sentTo !== wanted) onShown(shown)
    if (!video.seeking) goOn()
  }
  let callback = video.requestVideoFrameCallback(onFrame)

  function pauseAt(index: number): Promise<void> {
    settle()
    video.pause()
    wanted = clamp(index, clock.count)
    tries = 0
    wrong = undefined
    waits = 0
    offBy = 0
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    send()
    return settled
  }

  /** One seek at a time: a browser that gets a new seek before the last one has finished paints nothing in between. */
  function send() {
    if (wanted === undefined || video.seeking || video.readyState < video.HAVE_METADATA) return
    clearTimeout(timer)
    sentTo = wanted
    painted = false
    loadOnly('metadata')
    video.currentTime = Math.max(0, clock.middleOf(wanted) + offBy / clock.perSecond)
  }

  /** `metadata` also loads what a seek needs; `auto` loads ahead as well. */
  function loadOnly(preload: 'metadata' | 'auto') {
    clearTimeout(resting)
    video.preload = preload
  }

  /** Called when a seek has ended and when a frame was painted; the later of the two completes it. */
  function goOn() {
    if (wanted === undefined) return
    if (sentTo === wanted) look()
    else if (painted) send()
    else {
      clearTimeout(timer)
      timer = setTimeout(send, paintTime)
    }
  }

  function look() {
    if (wanted === undefined) return
    clearTimeout(timer)
    if (painted && shown === wanted) return arrive(wanted)
    // The previous frame may still have been on its way to the screen.
    timer = setTimeout(sendAgain, paintTime * 2 ** Math.min(waits, 4))
  }

  function sendAgain() {
    if (wanted === undefined || video.seeking) return
    if (!painted) {
      // A hidden page is not painted: its target is what people see when they return. Some browsers do not repaint the
      // frame that is already on the screen.
      const isThere = seen && shown === wanted
      if (document.hidden || isThere || waits++ === maxTries) return arrive(wanted)
      return send()
    }
    if (tries++ === maxTries) return arrive(shown)
    // A frame counts as the target of a seek only when it is reported twice: the first report may be late.
    if (shown === wrong) offBy += wanted - shown
    wrong = shown === wrong ? undefined : shown
    send()
  }

  function arrive(index: number) {
    wanted = index
    shown = index
    resting = setTimeout(loadOnly, restTime, 'auto')
    onShown(index)
    settle()
  }

  video.addEventListener('seeked', goOn)
  video.addEventListener('loadedmetadata', send)
  return {
    index: () => wanted ?? shown,
    pauseAt,
    jump(index) {
      video.currentTime = clock.middleOf(clamp(index, clock.count))
    },
    async play() {
      wanted = undefined
      clearTimeout(timer)
      loadOnly('auto')
      settle()
      await video.play()
    },
    close() {
      clearTimeout(timer)
      clearTimeout(resting)
      settle()
      video.cancelVideoFrameCallback(callback)
      video.removeEventListener('seeked', goOn)
      video.removeEventListener('loadedmetadata', send)
      releaseOnceRemoved(video)
    },
  }
}

/** Audio has no frames: its position is its target. */
export const openAudio: OpenMedia = (audio, clock, onShown) => {
  let callback: number | undefined
  let settle = () => {}
  let wanted: number | undefined

  function follow() {
    onShown(clock.at(audio.currentTime))
    callback = requestAnimationFrame(follow)
  }
  function stop() {
    if (callback !== undefined) cancelAnimationFrame(callback)
    callback = undefined
  }
  function onSeeked() {
    if (wanted === undefined) return
    onShown(wanted)
    settle()
  }
  function send() {
    if (wanted !== undefined && audio.readyState >= audio.HAVE_METADATA)
      audio.currentTime = clock.startOf(wanted)
  }
  audio.addEventListener('seeked', onSeeked)
  audio.addEventListener('loadedmetadata', send)
  return {
    index: () => wanted ?? clock.at(audio.currentTime),
    pauseAt(index) {
      settle()
      stop()
      audio.pause()
      wanted = clamp(index, clock.count)
      const settled = new Promise<void>((resolve) => {
        settle = resolve
      })
      send()
      return settled
    },
    jump(index) {
      audio.currentTime = clock.startOf(clamp(index, clock.count))
    },
    async play() {
      wanted = undefined
      settle()
      stop()
      follow()
      await audio.play()
    },
    close() {
      stop()
      settle()
      audio.removeEventListener('seeked', onSeeked)
      audio.removeEventListener('loadedmetadata', send)
      releaseOnceRemoved(audio)
    },
  }
}

/**
 * A browser keeps the connection and the decoder of a removed element until it collects garbage, and it opens only six
 * connections to a server. An element that stays in the page only gets another controller.
 */
function releaseOnceRemoved(element: HTMLMediaElement): void {
  setTimeout(() => {
    if (element.isConnected) return
    element.removeAttribute('src')
    element.load()
  })
}
