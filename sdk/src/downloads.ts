// Downloads from signed URLs that resume after a lost connection.
import { receive, refusal } from './answers.ts'
import { BodyReader } from './body-reader.ts'
import { DailiesConnectionError, DailiesError } from './errors.ts'
import { nodeModule } from './node.ts'
import type { Progress } from './uploads.ts'
import { backoffMs, pause } from './waiting.ts'

export interface DownloadOptions {
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
  /** The number of consecutive attempts without progress. Default: 10. */
  maxRetries?: number | undefined
}

export interface Download {
  stream: ReadableStream<Uint8Array>
  /** In bytes. */
  size: number
  mimeType: string | null
}

export interface Downloader {
  fetch: typeof globalThis.fetch
  retryDelayMs: number
  /** A fresh URL. */
  url(): Promise<string>
}

/** A connection without data for this long counts as lost. */
const idleMs = 60_000

type Connection = { body: BodyReader; size: number; type: string | null }

export async function openDownload(from: Downloader, options: DownloadOptions): Promise<Download> {
  const transfer = new Transfer(from, options)
  const { size, type } = await transfer.connect()
  const bytes = transfer.bytes()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      transfer.cancel()
    },
  })
  return { stream, size, mimeType: type }
}

/** Downloads to a temporary file that is renamed to `path` when it is complete. */
export async function saveDownload(
  from: Downloader,
  path: string,
  options: DownloadOptions,
): Promise<{ size: number }> {
  const { open, rename, rm } = nodeModule('node:fs').promises
  const { dirname, join } = nodeModule('node:path')
  // A unique name, so that no other file is overwritten.
  const partial = join(dirname(path), `dailies-${crypto.randomUUID()}.part`)
  const transfer = new Transfer(from, options)
  const { size } = await transfer.connect()
  const file = await open(partial, 'wx')
  try {
    for await (const chunk of transfer.bytes()) await file.writeFile(chunk)
    await file.close()
    await rename(partial, path)
    return { size }
  } catch (error) {
    transfer.cancel()
    await file.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

class Transfer {
  readonly #from: Downloader
  readonly #options: DownloadOptions
  readonly #ended = new AbortController()
  readonly #signal: AbortSignal
  #connection: Connection | undefined
  #eTag: string | null = null
  #size = 0
  #loaded = 0
  #failures = 0

  constructor(from: Downloader, options: DownloadOptions) {
    this.#from = from
    this.#options = options
    const { signal } = options
    this.#signal = signal ? AbortSignal.any([signal, this.#ended.signal]) : this.#ended.signal
  }

  /** A connection that continues at the current position, after as many attempts as needed. */
  async connect(): Promise<Connection> {
    for (;;) {
      try {
        this.#connection = await this.#open()
        return this.#connection
      } catch (error) {
        await this.#backOff(error)
      }
    }
  }

  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    while (this.#loaded < this.#size) {
      const { body } = this.#connection ?? (await this.connect())
      const piece = await this.#read(body)
      if (piece === undefined) continue
      this.#loaded += piece.length
      this.#failures = 0
      this.#options.onProgress?.({ loaded: this.#loaded, total: this.#size })
      yield piece
    }
  }

  cancel(): void {
    this.#ended.abort()
    this.#connection?.body.cancel()
  }

  /** The next chunk; undefined when the connection was lost and a new one is needed. */
  async #read(body: BodyReader): Promise<Uint8Array | undefined> {
    let cause: unknown
    try {
      const piece = await body.read()
      if (piece) return piece
    } catch (error) {
      cause = error
    }
    this.#connection = undefined
    body.cancel()
    await this.#backOff(new DailiesConnectionError('The connection was lost during the download.', { cause }))
    return undefined
  }

  async #open(): Promise<Connection> {
    const resumed = this.#loaded > 0
    // A compressed response would hide the length of the file.
    const asked: Record<string, string> = { 'Accept-Encoding': 'identity' }
    if (resumed) asked.Range = `bytes=${this.#loaded}-`
    if (resumed && this.#eTag !== null) asked['If-Range'] = this.#eTag
    const url = await this.#from.url()
    const response = await this.#fetch(url, asked)
    if (!response.ok || !response.body) throw refusal(await receive(response))
    const { headers } = response
    if (resumed && response.status !== 206) {
      await response.body.cancel()
      throw new TypeError('The file changed during the download.')
    }
    if (!resumed) {
      const size = sizeOf(headers)
      if (size === undefined) {
        await response.body.cancel()
        throw new TypeError('The response does not state the length of the file. Does a proxy compress it?')
      }
      this.#eTag = headers.get('ETag')
      this.#size = size
    }
    return {
      body: new BodyReader(response.body, idleMs),
      size: this.#size,
      type: headers.get('Content-Type'),
    }
  }

  async #fetch(url: string, headers: Record<string, string>): Promise<Response> {
    try {
      return await this.#from.fetch(url, { headers, signal: this.#signal, credentials: 'omit' })
    } catch (error) {
      this.#signal.throwIfAborted()
      throw new DailiesConnectionError('The connection for the download failed.', { cause: error })
    }
  }

  /** Waits before the next attempt, or throws when a retry cannot help. Each attempt requests a new URL. */
  async #backOff(error: unknown): Promise<void> {
    this.#signal.throwIfAborted()
    const { maxRetries = 10 } = this.#options
    if (!mayPass(error) || this.#failures >= maxRetries) throw error
    const asked = error instanceof DailiesError ? (error.retryAfter ?? 0) * 1000 : 0
    await pause(asked + backoffMs(this.#failures, this.#from.retryDelayMs), this.#signal)
    this.#failures++
  }
}

/** The length of the body in bytes; undefined when the response does not state it. */
function sizeOf(headers: Headers): number | undefined {
  const length = headers.get('Content-Length')
  const encoded = (headers.get('Content-Encoding') ?? 'identity') !== 'identity'
  return length === null || encoded ? undefined : Number(length)
}

/** Errors of the API itself, such as a missing file, are final; a rejected URL may just have expired. */
function mayPass(error: unknown): boolean {
  if (error instanceof DailiesConnectionError) return true
  if (!(error instanceof DailiesError)) return false
  const { status, code } = error
  return status === 408 || status === 429 || status >= 500 || code === 'url_expired'
}
