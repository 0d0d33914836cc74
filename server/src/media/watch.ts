// Watches the work on a file: stores its progress, and aborts it when the time or the disk space is used up, when the file
// is deleted, or when the worker shuts down.
import { type DiskSpace, isShort } from '../core/disk-space.ts'
import { MediaFailure } from './processor.ts'
import { noSpace, sizeOf, tooLarge } from './scratch.ts'

export type Limits = { seconds: number; diskBytes: number }

/** The file or the share was deleted, or another worker has taken the work over. */
export class TooLate extends Error {
  override name = 'TooLate'
}

/** The worker shuts down. */
export class ShuttingDown extends Error {
  override name = 'ShuttingDown'
}

export type Watch = {
  /** Aborted with the error that the work ends with. */
  signal: AbortSignal
  report(stage: string, progress: number): void
  stop(): Promise<void>
}

const everyMs = 1_000

export type WatchOptions = {
  /** Whether this worker still holds the work. */
  isHeld(): Promise<boolean>
  /** Stores the progress; false when this worker no longer holds the work. */
  setProgress(stage: string, progress: number): Promise<boolean>
  folder: string
  limits: Limits
  space: DiskSpace
  shutdown: AbortSignal
}

export function startWatch(options: WatchOptions): Watch {
  const { folder, limits, space, shutdown } = options
  const end = new AbortController()
  let latest = { stage: '', progress: 0 }
  let written = latest
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const { stage, progress } = latest
    const news = stage !== written.stage || Math.abs(progress - written.progress) >= 0.001
    const wanted = news ? await options.setProgress(stage, progress) : await options.isHeld()
    if (!wanted) end.abort(new TooLate())
    written = { stage, progress }
    if ((await sizeOf(folder)) > limits.diskBytes) end.abort(tooLarge(limits.diskBytes))
    if (isShort(await space.look())) end.abort(noSpace())
  }

  const timer = setInterval(() => {
    // While the database is unavailable the work continues.
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
  }, everyMs)
  const late = setTimeout(() => end.abort(tookTooLong(limits.seconds)), limits.seconds * 1000)
  const endNow = () => end.abort(new ShuttingDown())
  shutdown.addEventListener('abort', endNow, { once: true })
  if (shutdown.aborted) endNow()

  return {
    signal: end.signal,
    report(stage, progress) {
      latest = { stage, progress: Math.min(Math.max(progress, 0), 1) }
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(late)
      shutdown.removeEventListener('abort', endNow)
      await looking
    },
  }
}

/** Work that ignores its signal must not block the worker. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => {})
  }
}

function tookTooLong(seconds: number): MediaFailure {
  const minutes = Math.round(seconds / 60)
  const message =
    `Creating previews took longer than the ${minutes} minutes that the server allows (MEDIA_MINUTES). ` +
    'The original is safe and can be downloaded.'
  return new MediaFailure('took_too_long', message, true)
}
