// A media controller that also plays frames decoded one by one, on canvases above the videos: backwards, and two videos
// in step. Where a browser or a file does not allow that, the videos play as they do without it.
import { namedBy } from '../../data/derivatives.ts'
import type { Clock } from '../player/clock.ts'
import type { MediaController, OpenMedia } from '../player/media-controller.ts'
import type { Driver, FramePlayer, Track } from './frame-player.ts'
import styles from './frames.module.css'

/** A video of which frames are shown; the first is the one that leads. */
export type FrameVideo = {
  element: HTMLMediaElement
  clock: Clock
  /** The index in this video when playback is at an index. */
  indexOf: (index: number) => number
}

export type FrameOptions = {
  /** Videos that play with the first one. */
  others?: readonly FrameVideo[]
  /** The audible video, whose time playback follows forwards. Without this option, videos themselves play forwards. */
  driver?: () => Driver | undefined
}

export function withFrames(open: OpenMedia, { others = [], driver }: FrameOptions = {}): OpenMedia {
  return (element, clock, onShown, onEnded) => {
    const videos: FrameVideo[] = [{ element, clock, indexOf: (index) => index }, ...others]
    const canvases = videos.map(({ element: video }) => cover(video))
    /** The number of commands: one that waits ends when another is given. */
    let commands = 0
    /** Where playback begins, if not at the visible frame. */
    let from: number | undefined
    let rewound: PromiseWithResolvers<boolean> | undefined
    let rate = 1
    let isStarting = false
    /** The last frame on the canvases. */
    let painted = 0
    const media = open(element, clock, shown, onEnded)
    const frames = openOnce(videos, canvases, clock, {
      shown(index) {
        painted = index
        onShown(index)
      },
      ended: () => onEnded?.(),
      failed: fallBack,
    })
    const index = () => frames.player()?.index() ?? media.index()
    if (driver) void frames.open()

    /** The video has painted another frame. */
    function shown(index: number) {
      if (frames.player()?.index() !== undefined || isStarting) return
      uncover()
      onShown(index)
    }

    function uncover() {
      for (const canvas of canvases) canvas.hidden = true
    }

    function stop() {
      frames.player()?.stop()
      isStarting = false
      rewound?.resolve(true)
      rewound = undefined
    }

    /** Pauses with the canvases visible until the videos show the same frames. */
    async function pauseAt(index: number): Promise<void> {
      const command = ++commands
      from = undefined
      stop()
      await media.pauseAt(index)
      if (command === commands) uncover()
    }

    async function fallBack() {
      const reversed = rewound
      rewound = undefined
      const command = commands
      await media.pauseAt(painted)
      uncover()
      if (reversed) reversed.resolve(false)
      else if (command === commands) await media.play().catch(() => undefined)
    }

    async function play(lastIndex = () => clock.count - 1): Promise<void> {
      const isReversed = rewound !== undefined
      // It plays on, at another speed.
      if (driver && !isReversed && frames.player()?.index() !== undefined) return
      const command = ++commands
      const begin = index()
      stop()
      if (driver) {
        isStarting = true
        const player = await frames.open()
        if (command !== commands) return
        isStarting = false
        const start = { index: from ?? begin, lastIndex, rate: () => element.playbackRate, driver }
        if (player) return player.start(start)
      } else if (isReversed) {
        await media.pauseAt(begin)
        if (command !== commands) return
      }
      uncover()
      await media.play()
    }

    /** Settles when another command ends it; false if frames cannot be shown backwards. */
    async function rewind(next: number): Promise<boolean> {
      rate = next
      if (rewound) return rewound.promise
      const command = ++commands
      from = undefined
      const player = await frames.open()
      if (command !== commands) return true
      if (!player) return false
      rewound = Promise.withResolvers<boolean>()
      const { promise } = rewound
      const lastIndex = () => clock.count - 1
      player.start({ index: index(), lastIndex, rate: () => rate, driver: () => undefined })
      return promise
    }

    return {
      index,
      pauseAt,
      play,
      rewind,
      jump(index) {
        const player = frames.player()
        if (player?.index() !== undefined && !rewound) return player.jump(index)
        // With frames, playback begins there.
        from = index
        stop()
        media.jump(index)
      },
      close() {
        commands++
        stop()
        frames.close()
        for (const canvas of canvases) canvas.remove()
        media.close()
      },
    } satisfies MediaController
  }
}

function cover(video: HTMLMediaElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = styles.canvas!
  canvas.dataset.frames = ''
  canvas.hidden = true
  video.after(canvas)
  return canvas
}

type Watcher = Parameters<typeof import('./frame-player.ts').openFramePlayer>[2]

/** The player is opened when it is needed, and again when the videos have another source. */
function openOnce(
  videos: readonly FrameVideo[],
  canvases: readonly HTMLCanvasElement[],
  clock: Clock,
  watcher: Watcher,
) {
  let player: FramePlayer | undefined
  let opening: Promise<FramePlayer | undefined> | undefined
  let openedFor = ''
  let isClosed = false
  const urlOf = ({ element }: FrameVideo) => element.currentSrc || element.src
  const sources = () => videos.map((video) => namedBy(urlOf(video))).join()

  function close() {
    player?.close()
    player = undefined
    opening = undefined
  }

  async function load(): Promise<FramePlayer | undefined> {
    if (!canDecode(videos)) return undefined
    const tracks = videos.map(
      (video, at): Track => ({
        canvas: canvases[at]!,
        clock: video.clock,
        indexOf: video.indexOf,
        url: () => urlOf(video),
      }),
    )
    const own = openedFor
    const opened = await import('./frame-player.ts')
      .then(({ openFramePlayer }) =>
        openFramePlayer(tracks, clock, {
          ...watcher,
          failed() {
            close()
            // Not again: the same part would fail again.
            opening = Promise.resolve(undefined)
            watcher.failed()
          },
        }),
      )
      .catch(() => undefined)
    if (isClosed || own !== openedFor) return void opened?.close()
    player = opened
    return opened
  }

  return {
    /** Undefined if the frames cannot be decoded one by one. */
    open(): Promise<FramePlayer | undefined> {
      const now = sources()
      if (opening && now === openedFor) return opening
      close()
      openedFor = now
      opening = load()
      return opening
    },
    player: () => player,
    close() {
      isClosed = true
      close()
    },
  }
}

/** Originals may have frames that depend on those of another group. WebCodecs needs a secure page. */
function canDecode(videos: readonly FrameVideo[]): boolean {
  return (
    typeof VideoDecoder === 'function' &&
    videos.every(
      ({ element }) =>
        /^https?:/.test(element.currentSrc || element.src) && element.dataset.plays !== 'original',
    )
  )
}
