// Waits for a file: follows its events where the credential allows it, and polls in any case.
import { DailiesTimeoutError } from './errors.ts'
import { isEventOf, subscribe } from './events.ts'
import type { FileDetails } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import type { Transport } from './transport.ts'
import { pause } from './waiting.ts'

export interface WaitForOptions {
  /** `uploaded`: the upload or generation is complete; `processed`: the previews are, too. Default: `uploaded`. */
  until?: 'uploaded' | 'processed' | undefined
  signal?: AbortSignal | undefined
  /** Throws a DailiesTimeoutError after this time. Default: no limit. */
  timeoutMs?: number | undefined
  /** The delay before polling when no event arrives; grows up to 15 times. Default: 1,000. */
  pollMs?: number | undefined
  /** Called with the file each time it is read. */
  onProgress?: ((file: FileDetails) => void) | undefined
}

/** The upload or generation of the file has failed; `file.failure` has the reason. */
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

/** Throws when the file has failed. */
function hasEnded(file: FileDetails, until: WaitForOptions['until'] = 'uploaded'): boolean {
  if (file.status === 'FAILED') throw new FileFailedError(file)
  if (file.status !== 'UPLOADED') return false
  const { media } = file
  return until === 'uploaded' || !media || media.state === 'READY' || media.state === 'FAILED'
}

/** Rings for every event about the file, and when the stream is ready. Without access to events, waiting only polls. */
async function follow(
  transport: Transport,
  { id, project }: FileDetails,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const onReady = () => bell.ring()
  try {
    for await (const event of subscribe(transport, project.id, { signal, types: ['file.*'], onReady })) {
      // After a reset, or for a type that this SDK does not know, read the file.
      const isOther = isEventOf(event, 'file') && event.data.file.id !== id
      if (!isOther) bell.ring()
    }
  } catch {
    // The stream was refused, or waiting has ended: polling goes on without it.
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
