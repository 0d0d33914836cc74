// Plays frames of one or two videos on canvases, forwards or backwards. All videos are painted in the same animation
// frame, and only frames that belong together.
import type { Clock } from '../player/clock.ts'
import { type FrameSource, maxBytes, openFrameSource } from './frame-source.ts'

export type Track = {
  canvas: HTMLCanvasElement
  clock: Clock
  url: () => string
  /** The index in this video when playback is at an index. */
  indexOf: (index: number) => number
}

/** Media whose time playback follows: the audible video. */
export type Driver = {
  element: HTMLMediaElement
  play: () => Promise<void>
  /** Seeks to an index of the playback. */
  jump: (index: number) => void
}

export type Start = {
  index: number
  /** Forwards, no frame beyond it is painted: a late animation frame must not show what follows a loop. */
  lastIndex: () => number
  /** Negative: backwards. It may change at any time, but not its sign. */
  rate: () => number
  /** Undefined: playback follows the time of the page. */
  driver: () => Driver | undefined
}

export type Watcher = {
  shown: (index: number) => void
  ended: () => void
  failed: () => void
}

export type FramePlayer = {
  start: (start: Start) => void
  jump: (index: number) => void
  /** Undefined while nothing plays. */
  index: () => number | undefined
  /** The last frames stay on the canvases. */
  stop: () => void
  close: () => void
}

/** With frames later than this, in seconds of playback, it continues at the current time instead of with every frame. */
const maxLate = 0.5
/** A screen does not show more frames per second. */
const maxPainted = 120
/** Backwards at normal speed up to this rate, every frame is painted, even if a slow machine takes longer. */
const everyFrameUpTo = 61

/** Throws if one of the videos cannot be decoded frame by frame. */
export async function openFramePlayer(
  tracks: readonly Track[],
  clock: Clock,
  watcher: Watcher,
): Promise<FramePlayer> {
  const fail = () => {
    stop()
    watcher.failed()
  }
  const opened = await Promise.allSettled(
    tracks.map(({ url, clock }) => openFrameSource(url, clock, () => fail())),
  )
  const sources = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const broken = opened.find((one) => one.status === 'rejected')
  if (broken) {
    for (const source of sources) source.close()
    throw broken.reason
  }
  const all = tracks.map((track, at) => ({ ...track, source: sources[at]! }))
  const partners = tracks.map(({ indexOf }, at) => (at === 0 ? undefined : indexOf))

  let playing: Start | undefined
  let callback: number | undefined
  let direction: 1 | -1 = 1
  /** The index on the canvases. */
  let last = 0
  /** The time of playback, in seconds. */
  let time = 0
  let before = 0
  /** Waits until this index is decoded. */
  let awaited: number | undefined
  let driver: Driver | undefined
  let isRefused = false

  /** Some frames are left out where more would be decoded than a screen shows, or than fit into memory. */
  function isWanted(index: number): boolean {
    const every = playing ? stepOf(playing.rate(), clock, all) : 1
    return index % every === 0 || index === playing?.lastIndex()
  }
  const wanted = partners.map((indexOf, at) =>
    indexOf === undefined ? isWanted : (index: number) => isPartnerWanted(index, at),
  )
  function isPartnerWanted(index: number, at: number): boolean {
    const { clock: own, indexOf } = tracks[at]!
    const near = clock.at(own.startOf(index))
    const isLast = index === own.count - 1
    return isLast || [-1, 0, 1].some((by) => indexOf(near + by) === index && isWanted(near + by))
  }

  function waitFor(index: number) {
    awaited = Math.min(Math.max(0, index), clock.count - 1)
    time = clock.startOf(awaited)
    driver?.element.pause()
    for (const [at, { source, indexOf }] of all.entries())
      source.start(indexOf(awaited), direction, wanted[at]!)
  }

  const has = (index: number) => all.every(({ source, indexOf }) => source.get(indexOf(index)) !== undefined)

  /** The frame nearest to an index, from the last painted one on. */
  function nearest(index: number): number | undefined {
    for (let at = index; (at - last) * direction > 0; at -= direction) if (has(at)) return at
    return undefined
  }

  function paint(index: number) {
    last = index
    for (const { source, canvas, indexOf } of all) {
      const frame = source.get(indexOf(index))!
      const { displayWidth: width, displayHeight: height } = frame
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      canvas.getContext('2d', { alpha: false })!.drawImage(frame, 0, 0, width, height)
      canvas.hidden = false
    }
    for (const { source, indexOf } of all) source.pass(indexOf(index))
    watcher.shown(index)
  }

  /** The time after `passed` seconds of the page: that of the audible video, as long as there is one. */
  function advance(passed: number, { rate, driver: driverNow }: Start): number {
    const next = driverNow()
    if (next?.element !== driver?.element) {
      driver?.element.pause()
      driver = next
      isRefused = false
      if (driver) follow(driver)
    }
    const free = time + passed * rate()
    if (!driver || isRefused || driver.element.ended || time >= driver.element.duration) return free
    const { element } = driver
    if (element.playbackRate !== rate()) element.playbackRate = rate()
    if (element.paused || element.seeking || element.readyState < element.HAVE_FUTURE_DATA) return time
    return element.currentTime
  }

  function follow(next: Driver) {
    const { element } = next
    if (time >= element.duration) return
    if (Math.abs(element.currentTime - time) > 1 / clock.perSecond) next.jump(clock.at(time))
    next.play().catch(() => {
      if (driver === next && awaited === undefined) isRefused = true
    })
  }

  function tick(now: number) {
    callback = requestAnimationFrame(tick)
    const start = playing!
    const passed = Math.max(0, now - before) / 1000
    before = now
    if (awaited !== undefined) {
      if (!has(awaited)) return
      const index = awaited
      awaited = undefined
      driver = undefined
      return paint(index)
    }
    time = advance(passed, start)
    if (paintsEvery(start.rate(), clock)) time = Math.max(time, clock.startOf(Math.max(0, last - 1)))
    const current = clock.at(Math.max(0, time))
    const end = direction > 0 ? start.lastIndex() : clock.count - 1
    // The loop now ends before the visible frame.
    if (last > end) return watcher.shown(last)
    const index = Math.min(current, end)
    const next = nearest(index)
    if (next !== undefined) paint(next)
    if (playing !== start || awaited !== undefined) return
    const late = Math.abs(time - clock.startOf(last))
    if (direction > 0 && time >= endOf(clock)) watcher.ended()
    else if (index !== last && late > maxLate * Math.max(1, Math.abs(start.rate()))) waitFor(index)
  }

  function stop() {
    if (callback !== undefined) cancelAnimationFrame(callback)
    callback = undefined
    playing = undefined
    awaited = undefined
    driver?.element.pause()
    driver = undefined
    for (const source of sources) source.rest()
  }

  return {
    start(next) {
      stop()
      playing = next
      direction = next.rate() < 0 ? -1 : 1
      last = next.index
      before = performance.now()
      waitFor(next.index)
      callback = requestAnimationFrame(tick)
    },
    jump(index) {
      if (playing) waitFor(index)
    },
    index: () => (playing ? (awaited ?? last) : undefined),
    stop,
    close() {
      stop()
      for (const source of sources) source.close()
    },
  }
}

function paintsEvery(rate: number, { perSecond }: Clock): boolean {
  return rate === -1 && perSecond <= everyFrameUpTo
}

/** Of how many frames one is kept. Backwards, a group is in memory at once: half a second in older proxies. */
function stepOf(
  rate: number,
  { perSecond }: Clock,
  tracks: readonly { source: FrameSource; clock: Clock }[],
) {
  const forScreen = Math.floor((Math.abs(rate) * perSecond) / maxPainted)
  if (rate > 0) return Math.max(1, forScreen)
  const forMemory = tracks.map(({ source, clock }) =>
    Math.ceil(((clock.perSecond / 2) * source.frameBytes) / (0.75 * maxBytes)),
  )
  return Math.max(1, forScreen, ...forMemory)
}

function endOf(clock: Clock): number {
  return 2 * clock.middleOf(clock.count - 1) - clock.startOf(clock.count - 1)
}
