// Stands beside the work on a file: writes down how far it is, and breaks it off when the time or the disk is used up,
// when it is not wanted any more, or when the worker ends.
import { type DiskSpace, isShort } from '../core/disk-space.ts'
import type { Sql } from '../core/sql.ts'
import { type Claim, isHeld, setProgress } from './media-state.ts'
import { MediaFailure } from './processor.ts'
import { noSpace, sizeOf, tooLarge } from './scratch.ts'

export type Limits = { seconds: number; diskBytes: number }

/** The file is deleted, or another worker has it. */
export class TooLate extends Error {
  override name = 'TooLate'
}

/** The worker ends. */
export class Ending extends Error {
  override name = 'Ending'
}

export type Watch = {
  /** Its reason is what the work ends with. */
  signal: AbortSignal
  report(stage: string, progress: number): void
  stop(): Promise<void>
}

const everyMs = 1_000

export type WatchOptions = {
  sql: Sql
  claim: Claim
  folder: string
  limits: Limits
  space: DiskSpace
  ending: AbortSignal
}

export function startWatch({ sql, claim, folder, limits, space, ending }: WatchOptions): Watch {
  const end = new AbortController()
  let latest = { stage: '', progress: 0 }
  let written = latest
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const { stage, progress } = latest
    const news = stage !== written.stage || Math.abs(progress - written.progress) >= 0.001
    const wanted = news ? await setProgress(sql, claim, stage, progress) : await isHeld(sql, claim)
    if (!wanted) end.abort(new TooLate())
    written = { stage, progress }
    if ((await sizeOf(folder)) > limits.diskBytes) end.abort(tooLarge(limits.diskBytes))
    if (isShort(await space.look())) end.abort(noSpace())
  }

  const timer = setInterval(() => {
    // While the database is away nothing is known; the work goes on.
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
  }, everyMs)
  const late = setTimeout(() => end.abort(tookTooLong(limits.seconds)), limits.seconds * 1000)
  const endNow = () => end.abort(new Ending())
  ending.addEventListener('abort', endNow, { once: true })
  if (ending.aborted) endNow()

  return {
    signal: end.signal,
    report(stage, progress) {
      latest = { stage, progress: Math.min(Math.max(progress, 0), 1) }
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(late)
      ending.removeEventListener('abort', endNow)
      await looking
    },
  }
}

function tookTooLong(seconds: number): MediaFailure {
  const minutes = Math.round(seconds / 60)
  const message =
    `Making previews took longer than the ${minutes} minutes that the server allows (MEDIA_MINUTES). ` +
    'The original is safe and can be downloaded.'
  return new MediaFailure('took_too_long', message, true)
}
