// How fast media arrives, from what the browser has buffered: it works for every storage, and needs no extra requests.

type Connection = { downlink?: number; saveData?: boolean }

const connection = (): Connection | undefined =>
  (globalThis.navigator as { connection?: Connection } | undefined)?.connection

/** Browsers report at most this many Mbit/s, to hide details of the network. */
const downlinkLimit = 10

/** The weight of a new measurement. */
const weight = 0.3

/** Below this many seconds of buffer, the network decides how fast data arrives; above it, the browser takes its time. */
const shortBuffer = 5

/** Bits per second, for all videos of the page. */
let measured: number | undefined

/** Bits per second; undefined if nothing is known. */
export function bandwidth(): number | undefined {
  if (measured !== undefined) return measured
  const downlink = connection()?.downlink
  return downlink === undefined || downlink >= downlinkLimit ? undefined : downlink * 1e6
}

/** The person or the network asks for little data. */
export function savesData(): boolean {
  return connection()?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

export type BandwidthWatch = {
  /** Bits per second of the current source. */
  bitRate: () => number | null
  /** Called after each measurement, and when playing stopped for want of data. */
  onChange: (stalled: boolean) => void
}

export function watchBandwidth(video: HTMLVideoElement, { bitRate, onChange }: BandwidthWatch): () => void {
  const ended = new AbortController()
  const on = (name: string, listener: () => void) =>
    video.addEventListener(name, listener, { signal: ended.signal })
  let last: { time: number; seconds: number } | undefined
  on('loadstart', () => {
    last = undefined
  })
  on('progress', () => {
    const now = { time: performance.now(), seconds: bufferedSeconds(video) }
    const before = last
    last = now
    const bits = bitRate()
    if (!before || bits === null) return
    const passed = (now.time - before.time) / 1000
    const gained = now.seconds - before.seconds
    // After a pause of loading, the time says nothing.
    if (gained <= 0 || passed < 0.05 || passed > 2) return
    take((gained * bits) / passed, bufferAhead(video) < shortBuffer)
    onChange(false)
  })
  let isPlaying = false
  on('playing', () => {
    isPlaying = true
  })
  on('pause', () => {
    isPlaying = false
  })
  on('seeking', () => {
    isPlaying = false
  })
  on('waiting', () => {
    const bits = bitRate()
    if (!isPlaying || video.seeking || video.ended || bits === null) return
    measured = Math.min(measured ?? Number.POSITIVE_INFINITY, bits * 0.8)
    onChange(true)
  })
  return () => ended.abort()
}

function take(sample: number, isLimitedByNetwork: boolean): void {
  if (measured === undefined) measured = sample
  else if (sample > measured || isLimitedByNetwork) measured += (sample - measured) * weight
}

function bufferedSeconds({ buffered }: HTMLVideoElement): number {
  let sum = 0
  for (let part = 0; part < buffered.length; part++) sum += buffered.end(part) - buffered.start(part)
  return sum
}

function bufferAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let part = 0; part < buffered.length; part++)
    if (buffered.start(part) <= currentTime && currentTime <= buffered.end(part))
      return buffered.end(part) - currentTime
  return 0
}
