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
  url(): Promise<string>
  /** Whether each URL is a fresh one, so that an expired one is worth another attempt. */
  renews: boolean
  /** The size and the ETag, where they are known before the first request. */
  known?: { size: number; eTag: string } | undefined
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
  const { dirname, join } = nodeModule('node:path')
  const { rm } = nodeModule('node:fs').promises
  // A unique name, so that no other file is overwritten.
  const partial = join(dirname(path), `dailies-${crypto.randomUUID()}.part`)
  const transfer = new Transfer(from, options)
  const { size } = await transfer.connect()
  try {
    await writeTo(partial, 'wx', transfer)
    await moveTo(partial, path)
    return { size }
  } catch (error) {
    transfer.cancel()
    await rm(partial, { force: true })
    throw error
  }
}

/** Downloads behind the bytes that are in `partial` already. The file stays when the download fails. */
export async function continueDownload(
  from: Downloader & { known: { size: number; eTag: string } },
  path: string,
  partial: string,
  options: DownloadOptions,
): Promise<{ size: number }> {
  const { stat } = nodeModule('node:fs').promises
  const loaded = await stat(partial).then(
    ({ size }) => size,
    () => 0,
  )
  const { size } = from.known
  if (loaded > size) throw new TypeError(`${partial} is longer than the file.`)
  if (loaded < size || loaded === 0) await writeTo(partial, 'a', new Transfer(from, options, loaded))
  await moveTo(partial, path)
  return { size }
}

async function writeTo(path: string, flags: 'wx' | 'a', transfer: Transfer): Promise<void> {
  const { open } = nodeModule('node:fs').promises
  const file = await open(path, flags)
  try {
    for await (const chunk of transfer.bytes()) await file.writeFile(chunk)
  } finally {
    transfer.cancel()
    await file.close()
  }
}

async function moveTo(partial: string, path: string): Promise<void> {
  await nodeModule('node:fs').promises.rename(partial, path)
}

class Transfer {
  readonly #from: Downloader
  readonly #options: DownloadOptions
  readonly #ended = new AbortController()
  readonly #signal: AbortSignal
  #connection: Connection | undefined
  #eTag: string | null
  #size: number
  #loaded: number
  #failures = 0

  constructor(from: Downloader, options: DownloadOptions, loaded = 0) {
    this.#from = from
    this.#options = options
    this.#eTag = from.known?.eTag ?? null
    this.#size = from.known?.size ?? 0
    this.#loaded = loaded
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

  /** Waits before the next attempt, or throws when a retry cannot help. */
  async #backOff(error: unknown): Promise<void> {
    this.#signal.throwIfAborted()
    const { maxRetries = 10 } = this.#options
    if (!mayPass(error, this.#from.renews) || this.#failures >= maxRetries) throw error
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
function mayPass(error: unknown, renews: boolean): boolean {
  if (error instanceof DailiesConnectionError) return true
  if (!(error instanceof DailiesError)) return false
  const { status, code } = error
  return status === 408 || status === 429 || status >= 500 || (renews && code === 'url_expired')
}
