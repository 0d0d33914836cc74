// Resumable uploads in parts: several in parallel, failed parts are sent again.
import { DailiesError } from './errors.ts'
import type { Part, Source } from './sources.ts'
import { type PartSender, sendPart } from './upload-parts.ts'
import { orAborted } from './waiting.ts'

export interface Progress {
  /** The bytes that have been stored. */
  loaded: number
  total: number
}

export interface TransferOptions {
  /** The file name with its extension. Required unless the source is a path or a File. */
  name?: string | undefined
  /** The size in bytes. Required for a stream. */
  size?: number | undefined
  /** The number of parts sent in parallel. Default: 4. */
  concurrency?: number | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  /** Receives the ID as soon as the upload starts, so that it can be resumed after a crash. */
  onStart?: ((started: { id: string }) => void) | undefined
  signal?: AbortSignal | undefined
  /** Sends the parts instead of `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** The number of retries of one part. Default: 10. */
  maxRetries?: number | undefined
}

type PartUrl = { partNumber: number; url: string }
type ClaimedPart = { partNumber: number; eTag: string }

/** The operations of one kind of upload. */
export interface UploadTarget {
  start(fields: { name: string; size: number }): Promise<{ id: string; parts: PartUrl[] }>
  resume?(id: string): Promise<{ parts: PartUrl[]; stored: (ClaimedPart & { size: number })[] }>
  complete(id: string, parts: ClaimedPart[]): Promise<void>
}

export async function upload(
  sender: PartSender,
  target: UploadTarget,
  source: Source,
  options: TransferOptions & { resume?: string | undefined },
): Promise<{ id: string }> {
  const { fetch = sender.fetch } = options
  const transfer = new Transfer({ ...sender, fetch }, target, source, options)
  return transfer.run(options.resume)
}

class Transfer {
  readonly #sender: PartSender
  readonly #target: UploadTarget
  readonly #source: Source
  readonly #options: TransferOptions
  #id = ''
  #partSize = 0
  #urls = new Map<number, string>()
  /** The stored parts, with their ETags where the storage exposes them. */
  #stored = new Map<number, string | undefined>()
  #renewing: Promise<void> | undefined

  constructor(sender: PartSender, target: UploadTarget, source: Source, options: TransferOptions) {
    this.#sender = sender
    this.#target = target
    this.#source = source
    this.#options = options
  }

  async run(resumed: string | undefined): Promise<{ id: string }> {
    if (resumed === undefined) await this.#start()
    else {
      this.#id = resumed
      await this.#renew()
    }
    this.#options.onStart?.({ id: this.#id })
    for (let round = 0; ; round++) {
      this.#tellProgress()
      await this.#sendMissing()
      try {
        await this.#target.complete(this.#id, await this.#claimedParts())
        return { id: this.#id }
      } catch (error) {
        const incomplete = error instanceof DailiesError && error.code === 'upload_incomplete'
        if (!incomplete || round > 0 || !this.#target.resume || !this.#source.repeatable) throw error
        await this.#renew()
      }
    }
  }

  async #start(): Promise<void> {
    const { name = this.#source.name } = this.#options
    if (name === undefined) throw new TypeError('An upload needs a name: pass `name`.')
    const { id, parts } = await this.#target.start({ name, size: this.#source.size })
    this.#id = id
    this.#take(parts)
  }

  #take(parts: PartUrl[]): void {
    this.#partSize = Math.ceil(this.#source.size / parts.length)
    this.#urls = new Map(parts.map(({ partNumber, url }) => [partNumber, url]))
  }

  /** Requests new URLs, and the list of stored parts from the server, which is authoritative. */
  async #renew(): Promise<void> {
    const { parts, stored } = await this.#target.resume!(this.#id)
    this.#take(parts)
    const whole = stored.filter(({ partNumber, size }) => size === this.#length(partNumber))
    this.#stored = new Map(whole.map(({ partNumber, eTag }) => [partNumber, eTag]))
  }

  #length(partNumber: number): number {
    const start = (partNumber - 1) * this.#partSize
    return Math.min(this.#source.size, start + this.#partSize) - start
  }

  async #sendMissing(): Promise<void> {
    const failure = new AbortController()
    const { signal, concurrency = 4 } = this.#options
    const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
    const parts = this.#source.cut(this.#partSize, (partNumber) => !this.#stored.has(partNumber))
    let missing = this.#urls.size - this.#stored.size
    const work = async () => {
      try {
        while (missing > 0) {
          missing--
          const release = await this.#sender.turn?.(stop)
          try {
            // Several senders share one generator, which serves them in turn.
            const next = await orAborted(parts.next(), stop)
            if (next.done) return
            await this.#send(next.value, stop)
          } finally {
            release?.()
          }
        }
      } catch (error) {
        failure.abort(error)
        throw error
      }
    }
    const workers = Array.from({ length: Math.max(1, Math.min(concurrency, this.#urls.size)) }, work)
    await Promise.allSettled(workers)
    try {
      // Reading a stream to its end detects that it is longer than `size`.
      if (!stop.aborted) await orAborted(parts.next(), stop)
    } finally {
      // Not awaited: a stalled stream would block here.
      parts.return().catch(() => {})
    }
    signal?.throwIfAborted()
    failure.signal.throwIfAborted()
  }

  async #send({ partNumber, body }: Part, signal: AbortSignal): Promise<void> {
    const url = () => this.#urls.get(partNumber)!
    const renew = this.#target.resume && ((refused: string) => this.#renewOnce(partNumber, refused))
    const { maxRetries = 10 } = this.#options
    const eTag = await sendPart(this.#sender, { url, renew, body, signal, maxRetries })
    this.#stored.set(partNumber, eTag)
    this.#tellProgress()
  }

  /** Many parts may be rejected at once; the first one requests new URLs for all. */
  async #renewOnce(partNumber: number, refused: string): Promise<void> {
    if (this.#urls.get(partNumber) !== refused) return
    this.#renewing ??= this.#target.resume!(this.#id)
      .then(({ parts }) => this.#take(parts))
      .finally(() => {
        this.#renewing = undefined
      })
    await this.#renewing
  }

  async #claimedParts(): Promise<ClaimedPart[]> {
    // A bucket may hide the ETag header from pages of other origins; the server knows it as well.
    if ([...this.#stored.values()].includes(undefined)) {
      if (!this.#target.resume)
        throw new TypeError('The storage does not expose the ETag header to this page.')
      await this.#renew()
    }
    const sorted = [...this.#stored].sort(([a], [b]) => a - b)
    return sorted.map(([partNumber, eTag]) => ({ partNumber, eTag: eTag! }))
  }

  #tellProgress(): void {
    let loaded = 0
    for (const partNumber of this.#stored.keys()) loaded += this.#length(partNumber)
    this.#options.onProgress?.({ loaded, total: this.#source.size })
  }
}
