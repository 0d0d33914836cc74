// The waits of tool calls for files. A waiting request gives its slot back, so that it takes none from requests that can be
// processed; it counts as an open stream instead.
import { hashToken } from '../../auth/api-keys.ts'
import { ApiError } from '../../core/errors.ts'
import type { EventCounters, EventFeed } from '../../core/event-feed.ts'
import type { FileWatch, FileWatches, WatchedFile } from '../../events/file-watches.ts'
import type { Admission } from '../admission.ts'
import type { ApiRequest } from '../request.ts'

export type FileWaitServices = {
  feed: EventFeed
  watches: FileWatches
  /** Takes the slot of a stream, and returns a function that releases it. */
  takeStream(credentialId: string): () => void
  /** Gives the slot of a request back, and returns a function that takes one again. */
  park(request: ApiRequest): () => void
}

export type FileToWaitFor = Pick<WatchedFile, 'file' | 'counters' | 'onProgress'> & { projectId: string }

/** The waits of one request. */
export type FileWaits = {
  counters(): Promise<EventCounters>
  /** Throws 429 for a credential that waits for too many files. The watch must be closed. */
  begin(file: FileToWaitFor): FileWatch
}

const mostPerCredential = 10

export function createFileWaits(
  { feed, watches, takeStream, park }: FileWaitServices,
  { tokenOf }: Admission,
) {
  const byCredential = new Map<string, number>()

  function take(credentialId: string): () => void {
    const own = byCredential.get(credentialId) ?? 0
    if (own >= mostPerCredential) {
      const message = `This credential already waits for ${own} files. Wait for fewer at a time, or set \`timeoutSeconds\` to 0.`
      throw new ApiError('rate_limited', { message, headers: { 'Retry-After': '5' } })
    }
    const release = takeStream(credentialId)
    byCredential.set(credentialId, own + 1)
    return () => {
      release()
      const left = byCredential.get(credentialId)! - 1
      if (left === 0) byCredential.delete(credentialId)
      else byCredential.set(credentialId, left)
    }
  }

  /** `signal` is aborted when the client is gone. */
  return (request: ApiRequest, signal: AbortSignal): FileWaits => {
    const { credentialId, userId, workspaceId } = request.caller!
    return {
      counters: () => feed.counters(workspaceId),
      begin({ projectId, ...watched }) {
        const release = take(credentialId)
        const unpark = park(request)
        const reader = { hash: hashToken(tokenOf(request)), credentialId, userId, projectId, workspaceId }
        const watch = watches.watch({ ...watched, reader, signal })
        return {
          next: watch.next,
          close() {
            watch.close()
            unpark()
            release()
          },
        }
      },
    }
  }
}
