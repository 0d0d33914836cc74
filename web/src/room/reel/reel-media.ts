// Plays files one after another on two video elements that take turns: one is visible, the other has loaded the next file and
// painted its first frame. To the player, both look like one media element.
import type { MediaController, OpenMedia } from '../player/media-controller.ts'
import { openVideo } from '../player/media-controller.ts'
import { ReelElement, type TimePart } from './reel-element.ts'
import { frameIn, indexIn, type Segment } from './segments.ts'

type Deck = {
  video: HTMLVideoElement
  segment?: Segment
  media?: MediaController
  /** The first frame of its file is being painted, behind the visible video. */
  preparing?: Promise<void> | undefined
  isReady: boolean
}

/** An animation frame is at most this much early, in ms. */
const early = 6

export type Reel = { element: HTMLMediaElement; open: OpenMedia }

export type ReelOptions = {
  videos: readonly [HTMLVideoElement, HTMLVideoElement]
  segments: readonly Segment[]
  /** The frame to begin with, as a time in seconds. */
  begin: number
  /** The URL of a file; asked for each time that it is loaded. */
  sourceOf: (segment: Segment) => string
}

export function createReel({ videos, segments, begin, sourceOf }: ReelOptions): Reel {
  const decks: [Deck, Deck] = [
    { video: videos[0], isReady: false },
    { video: videos[1], isReady: false },
  ]
  let active = decks[0]
  const other = () => (active === decks[0] ? decks[1] : decks[0])
  const element = new ReelElement(videos, () => active.video, begin)
  element.bufferedParts = () =>
    decks.flatMap(({ video, segment }) => (segment ? bufferedOf(video, segment) : []))
  let onShown: (index: number) => void = () => {}
  let isPlaying = false
  /** The frame that is being sought in another file. */
  let target: number | undefined
  let seeks = 0
  let supersede = () => {}
  /** Cancels the change to the next file. */
  let border: (() => void) | undefined
  let stop: ReturnType<typeof setTimeout> | undefined
  const ended = new AbortController()

  element.reload = () => {
    if (active.segment) load(active, active.segment)
  }

  function load(deck: Deck, segment: Segment): MediaController {
    deck.media?.close()
    deck.segment = segment
    release(deck)
    deck.video.src = sourceOf(segment)
    deck.video.playbackRate = element.playbackRate
    deck.media = openVideo(deck.video, segment.clock, (frame) => shown(deck, frame))
    return deck.media
  }

  /** The deck is used for something else than what it was prepared for. */
  function release(deck: Deck): void {
    deck.isReady = false
    deck.preparing = undefined
  }

  /** Loads a file behind the visible one, and paints its first frame. */
  function prepare(segment: Segment | undefined): void {
    const deck = other()
    if (!segment || (deck.segment === segment && (deck.isReady || deck.preparing))) return
    const media = deck.segment === segment ? deck.media! : load(deck, segment)
    const preparing = media.pauseAt(segment.first).then(() => {
      if (deck.preparing !== preparing) return
      release(deck)
      deck.isReady = true
    })
    deck.preparing = preparing
  }

  const after = ({ offset }: Segment) => segments.find((one) => one.offset > offset)

  function show(deck: Deck): void {
    for (const one of decks) one.video.dataset.deck = one === deck ? 'shown' : 'behind'
    active = deck
  }

  function shown(deck: Deck, frame: number): void {
    const { segment } = deck
    if (deck !== active || !segment || target !== undefined) return
    onShown(indexIn(segment, frame))
    if (!isPlaying || border) return
    if (frame >= segment.last) cross(segment, frame)
    else stopInTime(deck, segment)
  }

  /** A frame is reported after it was painted, too late to stop before the handle that follows: a timer stops in time. */
  function stopInTime({ video }: Deck, segment: Segment): void {
    const { clock, last } = segment
    const wait = (clock.middleOf(last) - video.currentTime) / element.playbackRate
    clearTimeout(stop)
    if (last === clock.count - 1 || wait > 0.5) return
    stop = setTimeout(() => {
      const isDue = isPlaying && active.segment === segment && !border && target === undefined
      if (isDue && clock.at(video.currentTime) >= last) cross(segment, last)
    }, wait * 1000)
  }

  /** The last frame of a file is visible: the next file follows when its time is over. */
  function cross(segment: Segment, frame: number): void {
    const { clock, last } = segment
    const length = (clock.startOf(last + 1) - clock.startOf(last)) / element.playbackRate
    const due = performance.now() + (frame === last ? length * 1000 : 0)
    // The handle that follows must not be visible.
    if (last < clock.count - 1) active.video.pause()
    const next = after(segment)
    if (next) prepare(next)
    const look = (now: number) => {
      border = undefined
      if (!isPlaying || active.segment !== segment) return
      if (now < due - early) border = soon(look)
      else if (!next) finish()
      else if (other().isReady) change()
      else {
        element.dispatchEvent(new Event('waiting'))
        void other().preparing?.then(() => look(performance.now()))
      }
    }
    border = soon(look)
  }

  /** Both videos change places in one animation frame. */
  function change(): void {
    const before = active
    const deck = other()
    show(deck)
    release(deck)
    deck.video.playbackRate = element.playbackRate
    before.video.pause()
    void deck.media!.play().catch(() => {})
    onShown(deck.segment!.offset)
    prepare(after(deck.segment!))
    // A file of one frame is over at once.
    if (deck.segment!.first === deck.segment!.last) cross(deck.segment!, deck.segment!.last)
  }

  function finish(): void {
    isPlaying = false
    active.video.pause()
    element.dispatchEvent(new Event('ended'))
  }

  function stopCrossing(): void {
    border?.()
    border = undefined
    clearTimeout(stop)
  }

  /** Settles when the frame is visible, or another seek begins. */
  async function seek(index: number): Promise<void> {
    const number = ++seeks
    supersede()
    const superseded = new Promise<void>((resolve) => {
      supersede = resolve
    })
    stopCrossing()
    const { segment, frame } = frameIn(segments, index)
    const isHere = active.segment === segment || active.segment === undefined
    const deck = isHere ? active : other()
    target = index
    if (!isHere) active.video.pause()
    const media = deck.segment === segment ? deck.media! : load(deck, segment)
    release(deck)
    await Promise.race([media.pauseAt(frame), superseded])
    if (number !== seeks) return
    target = undefined
    show(deck)
    onShown(indexIn(segment, media.index()))
    prepare(after(segment))
    if (isPlaying) void media.play().catch(() => {})
  }

  /** Without a frame callback: at the end of the file, and where a hidden page is not painted. */
  function passed(deck: Deck): void {
    const { segment, video } = deck
    if (deck !== active || !segment || !isPlaying || border || target !== undefined) return
    if (video.ended || segment.clock.at(video.currentTime) > segment.last) cross(segment, segment.last + 1)
  }
  for (const deck of decks)
    for (const name of ['ended', 'timeupdate'])
      deck.video.addEventListener(name, () => passed(deck), { signal: ended.signal })

  const open: OpenMedia = (_element, _clock, report) => {
    onShown = report
    show(active)
    return {
      index: () => target ?? (active.segment ? indexIn(active.segment, active.media!.index()) : 0),
      async pauseAt(index) {
        isPlaying = false
        await seek(index)
      },
      jump(index) {
        const { segment, frame } = frameIn(segments, index)
        stopCrossing()
        if (active.segment === segment && target === undefined) active.media!.jump(frame)
        else void seek(index)
      },
      async play() {
        isPlaying = true
        const { segment, media } = active
        if (!segment || !media || target !== undefined) return
        if (media.index() >= segment.last) cross(segment, segment.last)
        else await media.play()
      },
      close() {
        stopCrossing()
        supersede()
        ended.abort()
        element.close()
        for (const { media, video } of decks) {
          video.pause()
          media?.close()
        }
      },
    }
  }
  return { element: element as unknown as HTMLMediaElement, open }
}

/** In the next animation frame; a hidden page has none, and gets a timer. Returns how to cancel it. */
function soon(act: (now: number) => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const run = () => {
    cancel()
    act(performance.now())
  }
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, 250)
  return cancel
}

/** The buffered part of a file, as times of the reel. */
function bufferedOf({ buffered }: HTMLVideoElement, { clock, first, start, seconds }: Segment): TimePart[] {
  const shift = start - clock.startOf(first)
  return Array.from({ length: buffered.length }, (_, part): TimePart => {
    const [from, to] = [buffered.start(part) + shift, buffered.end(part) + shift]
    return [Math.max(start, from), Math.min(start + seconds, to)]
  }).filter(([from, to]) => to > from)
}
