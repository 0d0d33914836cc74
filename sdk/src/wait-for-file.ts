// Waits for a file: told by events where they can be followed, and asking now and then in any case.
import { DailiesTimeoutError } from './errors.ts'
import { isEventOf, subscribe } from './events.ts'
import type { FileDetails } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import type { Transport } from './transport.ts'
import { pause } from './waiting.ts'

export interface WaitForOptions {
  /** `uploaded`: all bytes are there; `processed`: its previews, too. Default: `uploaded`. */
  until?: 'uploaded' | 'processed' | undefined
  signal?: AbortSignal | undefined
  /** Throws a DailiesTimeoutError after this long. Default: as long as it takes. */
  timeoutMs?: number | undefined
  /** How long to wait before asking again when no event has told anything; grows to 15 times. Default: 1,000. */
  pollMs?: number | undefined
  /** Is shown the file whenever it was read. */
  onProgress?: ((file: FileDetails) => void) | undefined
}

/** The upload or the generation of the file has failed; `file.failure` says why. */
export class FileFailedError extends Error {
  override name = 'FileFailedError'
  readonly file: FileDetails

  constructor(file: FileDetails) {
    super(file.failure?.message ?? 'The file has failed.')
    this.file = file
  }
}

export async function waitForFile(
  transport: Transport,
  files: Resources['files'],
  fileId: string,
  options: WaitForOptions = {},
): Promise<FileDetails> {
  const { pollMs = 1_000 } = options
  const ended = new AbortController()
  const timeout = options.timeoutMs === undefined ? undefined : AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any(
    [ended.signal, options.signal, timeout].filter((given) => given !== undefined),
  )
  const bell = new Bell()
  let following = false
  try {
    for (let asked = 0; ; asked++) {
      const rung = bell.rung()
      const file = await files.get(fileId, { signal })
      options.onProgress?.(file)
      if (hasEnded(file, options.until)) return file
      if (!following) {
        following = true
        follow(transport, file, bell, signal)
      }
      await Promise.race([rung, pause(pollMs * Math.min(15, 1.5 ** asked), signal)])
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (timeout?.aborted)
      throw new DailiesTimeoutError(`The file has not ended within ${options.timeoutMs} ms.`)
    throw error
  } finally {
    ended.abort()
  }
}

/** Throws when it never will. */
function hasEnded(file: FileDetails, until: WaitForOptions['until'] = 'uploaded'): boolean {
  if (file.status === 'FAILED') throw new FileFailedError(file)
  if (file.status !== 'UPLOADED') return false
  const { media } = file as { media?: { state: string } | null }
  return until === 'uploaded' || !media || media.state === 'READY' || media.state === 'FAILED'
}

/** Rings for every event about the file, and when events begin to come. Who may not follow them only asks. */
async function follow(
  transport: Transport,
  { id, project }: FileDetails,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const onReady = () => bell.ring()
  try {
    for await (const event of subscribe(transport, project.id, { signal, types: ['file.*'], onReady })) {
      // After a reset, and for a type that this SDK does not know, only reading the file tells.
      const isOther = isEventOf(event, 'file') && event.data.file.id !== id
      if (!isOther) bell.ring()
    }
  } catch {
    // Refused, or over.
  }
}

class Bell {
  #ring = () => {}

  ring(): void {
    this.#ring()
  }

  /** Resolves at the next ring. */
  rung(): Promise<void> {
    return new Promise((resolve) => {
      this.#ring = resolve
    })
  }
}
