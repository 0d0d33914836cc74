// Playback of video and audio: play, shuttle, step, in and out, loop, speed and volume. It does not depend on the page.
import { createStore, type Store } from '../../data/store.ts'
import { keepPitch } from '../audio/keep-pitch.ts'
import type { Range } from '../room.ts'
import { type Clock, clamp } from './clock.ts'
import type { OpenMedia } from './media-controller.ts'

export type PlaybackState = {
  /** The visible frame, or the millisecond. */
  index: number
  playing: boolean
  /** Seeking to another index than the visible one. */
  settling: boolean
  /** The playback rate while it plays: 2 is double speed, -1 is backwards. */
  rate: number
  /** The speed of normal playback. */
  speed: number
  loop: boolean
  range: Range | null
  volume: number
  muted: boolean
  /** Playback is waiting for data. */
  waiting: boolean
  /** The buffered part, in seconds. */
  buffered: readonly (readonly [number, number])[]
  failed: boolean
  /** Playing ended because loading failed. */
  interrupted: boolean
}

export type Playback = ReturnType<typeof createPlayback>

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const
const fastest = 8

/** The volume of the previous file. */
let heard = { volume: 1, muted: false }

export function createPlayback(element: HTMLMediaElement, clock: Clock, open: OpenMedia) {
  const store: Store<PlaybackState> = createStore<PlaybackState>({
    ...{ index: 0, playing: false, settling: false, rate: 1, speed: 1, loop: false, range: null },
    ...{ ...heard, waiting: true, buffered: [], failed: false, interrupted: false },
  })
  const media = open(element, clock, shown, end)
  let rewinding: number | undefined
  let seeks = 0
  /** Whether a track of the file is heard instead of the element. */
  let replaced = 0
  keepPitch(element)
  applyVolume()

  function applyVolume() {
    element.volume = heard.volume
    element.muted = heard.muted || replaced > 0
  }

  function shown(index: number) {
    const { playing, rate, loop, range } = store.get()
    if (store.get().index !== index) store.set({ index })
    if (playing && rate > 0 && loop && range && index >= range.to) media.jump(range.from)
    if (playing && rate < 0 && index <= firstOf()) void pauseAt(firstOf())
  }

  /** The frame at which playing backwards ends. */
  function firstOf(): number {
    const { loop, range } = store.get()
    return loop && range ? range.from : 0
  }

  /** The frame at which a loop begins again. */
  function lastOf(): number {
    const { loop, range } = store.get()
    return loop && range ? range.to : clock.count - 1
  }

  function play(rate = store.get().speed) {
    stopRewinding()
    const { loop, range } = store.get()
    const index = media.index()
    const isOutside = loop && range && (index < range.from || index >= range.to)
    if (isOutside) media.jump(range.from)
    else if (index >= clock.count - 1) media.jump(0)
    element.playbackRate = rate
    store.set({ playing: true, rate })
    // The browser refused playback, or it was paused before it began.
    media.play(lastOf).catch(pause)
  }

  async function pauseAt(index: number): Promise<void> {
    stopRewinding()
    const number = ++seeks
    store.set({ playing: false, settling: true, rate: store.get().speed })
    await media.pauseAt(index)
    if (number === seeks) store.set({ settling: false })
  }

  const pause = () => {
    if (store.get().playing) void pauseAt(media.index())
  }

  async function rewind(rate: number) {
    const isRewinding = store.get().playing && store.get().rate < 0
    stopRewinding()
    if (!isRewinding) void pauseAt(media.index())
    store.set({ playing: true, rate })
    const number = seeks
    if (await media.rewind?.(rate)) return
    if (number === seeks && store.get().playing && store.get().rate === rate) stepBack(rate)
  }

  /** A browser that does not play backwards steps through the frames, as fast as they can be displayed. */
  function stepBack(rate: number) {
    const [began, from] = [performance.now(), media.index()]
    const back = (now: number) => {
      const index = Math.round(from + ((now - began) / 1000) * rate * clock.perSecond)
      if (index <= firstOf()) return void pauseAt(firstOf())
      if (index < media.index()) void media.pauseAt(index)
      rewinding = requestAnimationFrame(back)
    }
    rewinding = requestAnimationFrame(back)
  }

  function stopRewinding() {
    if (rewinding !== undefined) cancelAnimationFrame(rewinding)
    rewinding = undefined
  }

  function mark(edge: 'from' | 'to') {
    const index = media.index()
    const { from = 0, to = clock.count - 1 } = store.get().range ?? {}
    const range = edge === 'from' ? { from: index, to } : { from, to: index }
    if (range.from > range.to) range[edge === 'from' ? 'to' : 'from'] = edge === 'from' ? clock.count - 1 : 0
    store.set({ range })
  }

  function hear(change: Partial<typeof heard>) {
    heard = { ...heard, ...change }
    applyVolume()
    store.set(heard)
  }

  function end() {
    const { playing, rate, loop, range } = store.get()
    // A video that is paused at its last frame has ended, too.
    if (!playing || rate < 0) return
    if (!loop) return void pauseAt(clock.count - 1)
    media.jump(range?.from ?? 0)
    play(rate)
  }

  function fail() {
    const { playing, interrupted } = store.get()
    // Loading again begins at the start: the controller keeps the place.
    void media.pauseAt(media.index())
    store.set({ failed: true, waiting: false, playing: false, interrupted: playing || interrupted })
  }

  const stopWatching = watch(element, store, { end, fail })

  // An element that played before its clock was known plays on. Phones load nothing before the first seek, and would
  // show the poster, which is another frame.
  if (element.paused) void pauseAt(clock.at(element.currentTime))
  else store.set({ playing: true })
  // Loading failed before anybody listened.
  if (element.error) fail()

  return {
    store,
    clock,
    element,
    play,
    pause,
    pauseAt,
    toggle: () => (store.get().playing ? pause() : play()),
    index: () => media.index(),
    /** Seeks, and plays on if it was playing. */
    go(index: number) {
      const to = clamp(index, clock.count)
      if (store.get().playing && store.get().rate > 0) media.jump(to)
      else void pauseAt(to)
    },
    step(by: number) {
      void pauseAt(clamp(media.index() + by, clock.count))
    },
    /** Each press doubles the speed, up to eight times. */
    shuttle(direction: 1 | -1) {
      const { playing, rate } = store.get()
      const isSameDirection = playing && Math.sign(rate) === direction
      const next = isSameDirection ? Math.min(fastest, Math.abs(rate) * 2) : 1
      if (direction > 0) play(next)
      else void rewind(-next)
    },
    setSpeed(speed: number) {
      const { playing, rate } = store.get()
      if (playing && rate > 0) {
        element.playbackRate = speed
        store.set({ speed, rate: speed })
      } else store.set({ speed, rate: playing ? rate : speed })
    },
    markIn: () => mark('from'),
    markOut: () => mark('to'),
    setRange: (range: Range | null) => store.set({ range }),
    toggleLoop: () => store.set({ loop: !store.get().loop }),
    toggleMuted: () => hear({ muted: !heard.muted }),
    setVolume: (volume: number) => hear({ volume, muted: volume === 0 }),
    /** Silences the element while another one plays its audio; the result ends that. */
    replaceAudio() {
      replaced++
      applyVolume()
      return () => {
        replaced--
        applyVolume()
      }
    },
    /** Loads again after a failure, and plays on if it had been playing. */
    async retry(): Promise<void> {
      const { interrupted } = store.get()
      store.set({ failed: false, waiting: true, interrupted: false })
      const index = media.index()
      element.load()
      await pauseAt(index)
      if (interrupted) play()
    },
    close() {
      stopRewinding()
      stopWatching()
      media.close()
      element.pause()
    },
  }
}

/** Events of the media element. */
function watch(
  element: HTMLMediaElement,
  store: Store<PlaybackState>,
  { end, fail }: { end: () => void; fail: () => void },
): () => void {
  const ended = new AbortController()
  const on = (names: string, listener: () => void) => {
    for (const name of names.split(' ')) element.addEventListener(name, listener, { signal: ended.signal })
  }
  on('ended', end)
  on('waiting seeking loadstart', () => store.set({ waiting: true }))
  on('playing seeked canplay loadeddata', () => store.set({ waiting: false }))
  on('error', fail)
  on('progress loadedmetadata seeked', () => {
    const { buffered } = element
    const parts = Array.from(
      { length: buffered.length },
      (_, part) => [buffered.start(part), buffered.end(part)] as const,
    )
    store.set({ buffered: parts })
  })
  return () => ended.abort()
}
