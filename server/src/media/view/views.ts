// Views of files on request: few at a time, one at a time for each person, and not twice at once. Finished views stay in memory for
// some minutes. Nothing is stored: a view of a deleted file is gone soon after the file, and meanwhile nobody can ask for it.
import { createHash } from 'node:crypto'
import { ApiError } from '../../core/errors.ts'
import { createKeyedLock } from '../../core/keyed-lock.ts'
import { createSlots } from '../../core/slots.ts'
import { StorageRefusal, StorageUnavailable } from '../../core/storage.ts'
import { type DrawnView, type Views, type ViewWork, viewLimits } from '../../core/views.ts'
import { MediaFailure } from '../processor.ts'
import { type DrawServices, drawView } from './draw-view.ts'
import { createRecent } from './recent.ts'
import { createSharing, unlessAborted } from './sharing.ts'

/** As for avatars: the rest of the machine belongs to requests and previews. */
const atOnce = 2
const maxWaiting = 20
const recent = { bytes: 32 * 2 ** 20, milliseconds: 10 * 60_000 }

export function createViews(services: DrawServices, { seconds = viewLimits.seconds } = {}): Views {
  const lockOfPerson = createKeyedLock()
  const turn = createSlots(atOnce)
  const share = createSharing<DrawnView>()
  const known = createRecent<DrawnView>(recent)
  let waiting = 0

  async function make(work: ViewWork, userId: string, key: string, stop: AbortSignal): Promise<DrawnView> {
    if (waiting >= maxWaiting) throw busy()
    const deadline = AbortSignal.timeout(seconds * 1000)
    const signal = AbortSignal.any([stop, deadline])
    waiting++
    try {
      const drawn = lockOfPerson(userId, () =>
        turn(() => {
          signal.throwIfAborted()
          return drawView(services, work, seconds, signal)
        }),
      )
      // A storage that does not answer holds its slot, but not the client.
      const view = await unlessAborted(drawn, signal)
      known.add(key, view, sizeOf(view))
      return view
    } catch (error) {
      throw deadline.aborted && !stop.aborted ? tookTooLong(seconds) : refusal(error, seconds)
    } finally {
      waiting--
    }
  }

  return {
    async draw(work, userId, signal) {
      const key = createHash('sha256').update(JSON.stringify(work)).digest('base64')
      const view = known.get(key)
      if (view) return view
      try {
        return await share(key, signal, (stop) => make(work, userId, key, stop))
      } catch (error) {
        // The client is gone and reads no answer; a failure of the server would be logged.
        if (signal.aborted) throw new ApiError('request_timeout', { message: 'The client is gone.' })
        throw error
      }
    },
  }
}

function sizeOf({ images, texts }: DrawnView): number {
  const bytes = images.reduce((sum, { data }) => sum + data.length, 0)
  return texts.reduce((sum, text) => sum + 2 * text.length, bytes)
}

function refusal(error: unknown, seconds: number): unknown {
  if (error instanceof MediaFailure) {
    if (error.code === 'took_too_long') return tookTooLong(seconds)
    return new ApiError('not_viewable', { message: error.message, cause: error.cause })
  }
  if (error instanceof StorageRefusal) return new ApiError('conflict', { cause: error })
  if (error instanceof StorageUnavailable)
    return new ApiError('unavailable', { headers: retryAfter, cause: error })
  return error
}

const retryAfter = { 'Retry-After': '10' }

function tookTooLong(seconds: number): ApiError {
  const message = `The images were not ready after ${seconds} seconds, the limit. Ask for fewer, or try again later.`
  return new ApiError('view_took_too_long', { message, headers: retryAfter })
}

function busy(): ApiError {
  const message =
    'The server is drawing as many images as it can. Wait as many seconds as Retry-After says, then retry.'
  return new ApiError('unavailable', { message, headers: retryAfter })
}
