// Two video elements as one media element, for the player.

/** From and to, in seconds of the reel. */
export type TimePart = readonly [number, number]

/** Events of the visible video that the player listens to. */
const forwarded = 'waiting seeking loadstart playing seeked canplay loadeddata error progress loadedmetadata'

/** As much of a media element as `createPlayback` uses. */
export class ReelElement extends EventTarget {
  reload = () => {}
  bufferedParts: () => TimePart[] = () => []
  readonly currentTime: number
  #videos: readonly HTMLVideoElement[]
  #active: () => HTMLVideoElement
  #rate = 1
  #ended = new AbortController()

  constructor(videos: readonly HTMLVideoElement[], active: () => HTMLVideoElement, currentTime: number) {
    super()
    this.#videos = videos
    this.#active = active
    this.currentTime = currentTime
    const options = { signal: this.#ended.signal }
    for (const video of videos)
      for (const name of forwarded.split(' '))
        video.addEventListener(name, () => video === active() && this.dispatchEvent(new Event(name)), options)
  }

  get playbackRate(): number {
    return this.#rate
  }
  set playbackRate(rate: number) {
    this.#rate = rate
    for (const video of this.#videos) Object.assign(video, { playbackRate: rate, defaultPlaybackRate: rate })
  }
  set volume(volume: number) {
    for (const video of this.#videos) video.volume = volume
  }
  set muted(muted: boolean) {
    for (const video of this.#videos) video.muted = muted
  }
  set preservesPitch(preservesPitch: boolean) {
    for (const video of this.#videos) video.preservesPitch = preservesPitch
  }
  get paused(): boolean {
    return this.#active().paused
  }
  get error(): MediaError | null {
    return this.#active().error
  }
  get buffered(): TimeRanges {
    const parts = this.bufferedParts()
    return { length: parts.length, start: (part) => parts[part]![0], end: (part) => parts[part]![1] }
  }
  load(): void {
    this.reload()
  }
  pause(): void {
    for (const video of this.#videos) video.pause()
  }
  close(): void {
    this.#ended.abort()
  }
}
