/** The upload speed over the last seconds, from samples of the total bytes sent. */
export class Speed {
  readonly #windowMs: number
  #samples: { at: number; bytes: number }[] = []

  constructor(windowMs = 8000) {
    this.#windowMs = windowMs
  }

  /** Bytes per second; 0 until there are two samples. */
  add(bytes: number, at: number): number {
    // An upload was removed: earlier samples are no longer comparable.
    if (bytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples = []
    this.#samples.push({ at, bytes })
    while (this.#samples.length > 2 && this.#samples[0]!.at < at - this.#windowMs) this.#samples.shift()
    const first = this.#samples[0]!
    return at > first.at ? ((bytes - first.bytes) * 1000) / (at - first.at) : 0
  }
}

/** The remaining time in words; undefined if it is not known. */
export function timeLeft(bytes: number, bytesPerSecond: number): string | undefined {
  if (bytesPerSecond <= 0) return undefined
  const seconds = Math.ceil(bytes / bytesPerSecond)
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
