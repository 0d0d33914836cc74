/** How fast it goes, over the last seconds: from samples of how many bytes have gone in all. */
export class Speed {
  readonly #windowMs: number
  #samples: { at: number; bytes: number }[] = []

  constructor(windowMs = 8000) {
    this.#windowMs = windowMs
  }

  /** Bytes a second; 0 until there is something to compare with. */
  add(bytes: number, at: number): number {
    // Something was taken out: what was counted before says nothing now.
    if (bytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples = []
    this.#samples.push({ at, bytes })
    while (this.#samples.length > 2 && this.#samples[0]!.at < at - this.#windowMs) this.#samples.shift()
    const first = this.#samples[0]!
    return at > first.at ? ((bytes - first.bytes) * 1000) / (at - first.at) : 0
  }
}

/** How long it takes for the rest, as people say it; undefined: nobody knows. */
export function timeLeft(bytes: number, bytesPerSecond: number): string | undefined {
  if (bytesPerSecond <= 0) return undefined
  const seconds = Math.ceil(bytes / bytesPerSecond)
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
