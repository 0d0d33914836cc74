// Changes the source of a video and keeps the frame: paused, the frame stays visible until the new source shows it; playing, a
// second video element plays the new source on the same frame while the first one loads it. The first element stays the one
// that everything else is connected to.
import { catchUp, loaded } from './catch-up.ts'
import { clamp } from './clock.ts'
import { type MediaController, type OpenMedia, openVideo } from './media-controller.ts'
import type { Playback, PlaybackState } from './playback.ts'

export type Switcher = {
  /** For `createPlayback`. */
  open: OpenMedia
  /**
   * Changes the source. `apply` sets it on the video element, synchronously. Returns false when the new source cannot be
   * loaded. A change that is under way is cancelled by the next one.
   */
  change: (playback: Playback, change: Change) => Promise<boolean>
  cancel: () => void
}

export type Change = {
  src: string
  apply: () => void
  /** Covers the video while it has no frame to show. */
  cover: HTMLCanvasElement | null
}

/** The stand-in while people see it instead of the video. */
type Standing = { index: () => number; stop: () => void }

/** `openInner` controls the element when nothing stands in for it. */
export function createSwitcher(openInner: OpenMedia = openVideo): Switcher {
  let report: (index: number) => void = () => {}
  let standing: Standing | undefined
  let running: AbortController | undefined
  let current: Promise<boolean> | undefined
  let cover: HTMLCanvasElement | null = null

  const open: OpenMedia = (element, clock, onShown) => {
    report = onShown
    const media = openInner(element, clock, (index) => {
      if (!standing) onShown(index)
    })
    /** The frame of the stand-in covers the video, which has none yet. */
    let covered = false
    const uncover = () => {
      if (!covered || element.readyState < element.HAVE_CURRENT_DATA || element.seeking) return
      covered = false
      showCover(cover, null)
    }
    return {
      ...media,
      index: () => standing?.index() ?? media.index(),
      async pauseAt(index) {
        covered ||= standing !== undefined
        standing?.stop()
        await media.pauseAt(index)
        uncover()
      },
      jump(index) {
        if (!standing) return media.jump(index)
        covered = true
        standing.stop()
        media.jump(index)
        void media.play().catch(() => {})
        element.addEventListener('seeked', uncover, { once: true })
      },
      close() {
        running?.abort()
        standing?.stop()
        media.close()
      },
    } satisfies MediaController
  }

  async function change(playback: Playback, next: Change): Promise<boolean> {
    // A change whose source is applied is completed first.
    if (standing) await current
    running?.abort()
    current = run(playback, next)
    return current
  }

  async function run(playback: Playback, next: Change): Promise<boolean> {
    const ended = new AbortController()
    running = ended
    cover = next.cover
    const video = playback.element as HTMLVideoElement
    const standIn = createStandIn(video, next.src)
    try {
      // A person who plays or pauses meanwhile makes it the other kind of change.
      for (;;) {
        await forwards(playback, ended.signal)
        const { playing } = playback.store.get()
        if (playing && !video.ended) {
          if (await whilePlaying(playback, standIn, next, ended.signal)) return true
          await paused(playback, ended.signal)
        } else if (await whilePaused(playback, standIn, next, ended.signal)) return true
      }
    } catch {
      return ended.signal.aborted
    } finally {
      standIn.remove()
      standIn.removeAttribute('src')
      standIn.load()
      if (running === ended) running = undefined
    }
  }

  /** False: it plays by now. */
  async function whilePaused(
    playback: Playback,
    standIn: HTMLVideoElement,
    { apply, cover }: Change,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock } = playback
    await loaded(standIn, HTMLMediaElement.HAVE_METADATA, signal)
    standIn.currentTime = clock.middleOf(clamp(playback.index(), clock.count))
    await loaded(standIn, HTMLMediaElement.HAVE_CURRENT_DATA, signal)
    if (playback.store.get().playing) return false
    await applyPaused(playback, apply, cover)
    return true
  }

  /** False: the video ended or was paused first. */
  async function whilePlaying(
    playback: Playback,
    standIn: HTMLVideoElement,
    { apply, cover }: Change,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock, store } = playback
    const video = playback.element as HTMLVideoElement
    const rate = () => store.get().rate
    const interrupted = new AbortController()
    const unsubscribe = store.subscribe(() => {
      if (!store.get().playing || store.get().rate <= 0) interrupted.abort()
    })
    const both = AbortSignal.any([signal, interrupted.signal])
    try {
      if (!(await catchUp({ leader: video, follower: standIn, clock, rate, signal: both }))) return false
      // The same frame is on both: from here on people see and hear the stand-in, and the video loads the new source.
      const { muted } = video
      standing = stand(playback, standIn, () => {
        interrupted.abort()
        showCover(cover, standIn)
        standing = undefined
        standIn.remove()
        standIn.pause()
        Object.assign(video, { muted, playbackRate: Math.abs(rate()) })
      })
      Object.assign(standIn, { volume: video.volume, muted })
      video.muted = true
      apply()
      const isThere = await catchUp({ leader: standIn, follower: video, clock, rate, signal: both })
      standing?.stop()
      showCover(cover, null)
      // The video ends before it has caught up.
      if (!isThere) void playback.pauseAt(clock.at(standIn.currentTime))
      return true
    } catch (error) {
      // The source has changed already: the person has paused or sought elsewhere in it.
      if (video.src === standIn.src && !signal.aborted) return true
      if (interrupted.signal.aborted && !signal.aborted) return false
      throw error
    } finally {
      unsubscribe()
    }
  }

  /** Shows the stand-in, and reports its frames. */
  function stand(playback: Playback, standIn: HTMLVideoElement, leave: () => void): Standing {
    const { clock } = playback
    let index = clock.at(standIn.currentTime)
    const onFrame: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      index = clock.startingAt(mediaTime)
      report(index)
      callback = standIn.requestVideoFrameCallback(onFrame)
    }
    let callback = standIn.requestVideoFrameCallback(onFrame)
    Object.assign(standIn.style, { zIndex: '1', blockSize: 'calc(100% - 1px)' })
    standIn.dataset.standIn = 'shown'
    return {
      index: () => index,
      stop() {
        standIn.cancelVideoFrameCallback(callback)
        leave()
      },
    }
  }

  return { open, change, cancel: () => running?.abort() }
}

/** Changes the source of a video that does not play: the frame stays visible until the new source shows it. */
export async function applyPaused(
  playback: Playback,
  apply: () => void,
  cover: HTMLCanvasElement | null,
): Promise<void> {
  const { failed } = playback.store.get()
  const index = playback.index()
  showCover(cover, playback.element)
  apply()
  await (failed ? playback.retry() : playback.pauseAt(index))
  showCover(cover, null)
}

/** Resolves when the video does not play forwards. */
function paused(playback: Playback, signal: AbortSignal): Promise<void> {
  return once(playback, ({ playing, rate }) => !playing || rate <= 0, signal)
}

/** Resolves when the video does not play backwards: there, frames are decoded one by one from the present source. */
function forwards(playback: Playback, signal: AbortSignal): Promise<void> {
  return once(playback, ({ playing, rate }) => !playing || rate > 0, signal)
}

function once(
  { store }: Playback,
  holds: (state: PlaybackState) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const look = () => {
      if (!holds(store.get())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = store.subscribe(look)
    signal.addEventListener('abort', () => {
      unsubscribe()
      reject(signal.reason)
    })
    look()
  })
}

/** Behind the video, and one pixel longer: browsers may not paint what is hidden or covered. */
function createStandIn(video: HTMLVideoElement, src: string): HTMLVideoElement {
  const standIn = document.createElement('video')
  Object.assign(standIn, { muted: true, playsInline: true, preload: 'auto', preservesPitch: true, src })
  standIn.disableRemotePlayback = true
  standIn.className = video.className
  const size = { inset: '0 0 auto', blockSize: 'calc(100% + 1px)' }
  Object.assign(standIn.style, { position: 'absolute', pointerEvents: 'none', ...size })
  standIn.setAttribute('aria-hidden', 'true')
  standIn.dataset.standIn = ''
  video.before(standIn)
  return standIn
}

/** Null uncovers the video. */
export function showCover(cover: HTMLCanvasElement | null, element: HTMLMediaElement | null): void {
  if (!cover) return
  const video = element instanceof HTMLVideoElement && element.videoWidth > 0 ? element : undefined
  cover.hidden = !video
  if (!video) return
  cover.width = video.videoWidth
  cover.height = video.videoHeight
  cover.getContext('2d')?.drawImage(video, 0, 0)
}
