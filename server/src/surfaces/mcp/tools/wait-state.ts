// The state of a file for calls that wait for it: whether it is ready, the step under way, and the progress.

export type Until = 'READY' | 'UPLOADED'

type Failure = { code: string; message: string; retryable: boolean }

/** The part of a file's record that says how far it is. */
export type FileFacts = {
  status: string
  failure?: Failure | null
  generation: { state: string; progress: number | null; position?: number | null } | null
  media: { state: string; progress: number | null; failure?: Failure | null } | null
}

export type FileState = { state: 'READY' | 'WORKING' | 'FAILED'; failure?: Failure | undefined }

export function stateOf({ status, failure, media }: FileFacts, until: Until): FileState {
  if (status === 'FAILED') return { state: 'FAILED', failure: failure ?? undefined }
  if (status !== 'UPLOADED') return { state: 'WORKING' }
  if (until === 'UPLOADED' || media === null || media.state === 'READY') return { state: 'READY' }
  if (media.state === 'FAILED') return { state: 'FAILED', failure: media.failure ?? undefined }
  return { state: 'WORKING' }
}

export function stepOf({ status, generation, media }: FileFacts): string {
  if (status === 'UPLOADING') return 'uploading'
  if (status === 'UPLOADED') return media?.state === 'PENDING' ? 'waiting for previews' : 'making previews'
  const { state, position } = generation ?? { state: 'QUEUED', position: null }
  if (state === 'QUEUED') return position ? `in the queue, ${position} ahead` : 'in the queue'
  return state === 'FETCHING' ? 'storing the result' : 'generating'
}

/** The share of a generation in the whole; the rest is for its previews. */
const generationShare = 80

/** From 0 to 99: the end is a result, and not progress. */
export function percentOf({ status, generation, media }: FileFacts, until: Until): number {
  const share = generation === null ? 0 : until === 'UPLOADED' ? 100 : generationShare
  if (status === 'UPLOADED') return percent(share + (media?.progress ?? 0) * (100 - share))
  if (generation === null) return 0
  const begun = generation.state === 'QUEUED' ? 0 : 0.02
  return percent(share * Math.max(begun, generation.progress ?? 0))
}

const percent = (value: number) => Math.min(99, Math.floor(value))
