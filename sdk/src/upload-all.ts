// Many uploads at once: started and completed in batches, with a limit on parallel parts.
import { Batches } from './batches.ts'
import { DailiesError, type Problem } from './errors.ts'
import type { BatchError } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import { openSource, type Source, type UploadSource } from './sources.ts'
import type { Transport } from './transport.ts'
import {
  patient,
  type UploadCalls,
  type UploadFields,
  type UploadOptions,
  uploadFile,
} from './upload-file.ts'
import { orAborted } from './waiting.ts'

export interface Uploader {
  /** Upload a file like `files.upload`, started and completed in a batch with concurrent uploads. */
  upload(source: UploadSource, options?: UploadOptions): Promise<{ id: string }>
}

export interface UploaderOptions {
  /** The number of parts sent in parallel, over all files. Default: 4. */
  concurrency?: number | undefined
}

/** One of many files, with its own fields. */
export interface UploadItem extends Pick<UploadOptions, 'name' | 'size' | 'folder' | 'replaces' | 'resume'> {
  source: UploadSource
}

/** `id`: the file; `error`: why it was not uploaded. An upload that failed after its start has both and can be resumed. */
export type UploadOutcome = { id: string; error?: undefined } | { id?: string | undefined; error: unknown }

export interface UploadAllOptions
  extends UploaderOptions,
    Pick<UploadOptions, 'folder' | 'maxRetries' | 'signal'> {
  /** The bytes of all files, and the number of finished files. */
  onProgress?:
    | ((progress: { loaded: number; total: number; files: number; filesDone: number }) => void)
    | undefined
  /** Receives the ID of each file as soon as its upload starts, so that it can be resumed. */
  onStart?: ((started: { index: number; id: string }) => void) | undefined
  /** Receives the outcome of each file when it is uploaded or has failed. */
  onOutcome?: ((outcome: UploadOutcome & { index: number }) => void) | undefined
}

type Started = Awaited<ReturnType<Resources['files']['startUpload']>>
type Claimed = Parameters<Resources['files']['completeUploads']>[1]['files'][number]

/** Enough files to fill the next batch while parts of the previous one are sent. */
const filesAtATime = 200

export function createUploader(
  transport: Transport,
  files: Resources['files'],
  projectId: string,
  { concurrency = 4 }: UploaderOptions,
) {
  let open = 0
  const isLast = (waiting: number) => waiting >= open
  const starts = new Batches<UploadFields, { file: Started | null; error: BatchError | null }>(
    (items) => files.startUploads(projectId, { files: items }, patient({})),
    isLast,
  )
  const completions = new Batches<Claimed, { error: BatchError | null }>(
    (items) => files.completeUploads(projectId, { files: items }, patient({})),
    isLast,
  )
  const turn = turns(concurrency)

  function callsOf(options: UploadOptions): UploadCalls {
    const { signal, idempotencyKey } = options
    const startAlone = (fields: UploadFields) =>
      files.startUpload(projectId, fields, { ...patient(options), idempotencyKey })
    // A caller that aborted after the start was sent does not need the file.
    const undo = ({ file }: { file: Started | null }) =>
      void (file && files.abortUpload(file.id).catch(() => {}))
    return {
      start: (fields) =>
        idempotencyKey === undefined
          ? orAlone(
              async () => accepted(await starts.add(fields, signal, undo)).file!,
              () => startAlone(fields),
            )
          : startAlone(fields),
      complete: (id, parts) =>
        orAlone(
          async () => void accepted(await completions.add({ id, parts }, signal)),
          () => files.completeUpload(id, { parts }, patient(options)),
        ),
    }
  }

  async function upload(source: UploadSource | Source, options: UploadOptions = {}): Promise<{ id: string }> {
    open++
    try {
      return await uploadFile({ ...sender(transport), turn }, files, source, options, callsOf(options))
    } finally {
      open--
    }
  }

  return { upload }
}

const sender = ({ fetch, retryDelayMs }: Transport) => ({ fetch, retryDelayMs })

export async function uploadAll(
  uploader: { upload: (source: Source, options: UploadOptions) => Promise<{ id: string }> },
  sources: readonly (UploadSource | UploadItem)[],
  options: UploadAllOptions,
): Promise<UploadOutcome[]> {
  const { signal, onProgress, onStart, onOutcome } = options
  signal?.throwIfAborted()
  const items = sources.map(asItem)
  const opened = await Promise.all(items.map(({ source, size }) => outcomeOf(openSource(source, size))))
  const total = opened.reduce((sum, { value }) => sum + (value?.size ?? 0), 0)
  const loadedOf = items.map(() => 0)
  const outcomes: UploadOutcome[] = []
  let [loaded, filesDone] = [0, 0]
  const report = () => onProgress?.({ loaded, total, files: items.length, filesDone })
  let next = 0

  async function one(index: number): Promise<UploadOutcome> {
    const { value, error } = opened[index]!
    if (!value) return { error }
    const { source: _source, ...own } = items[index]!
    let id = own.resume
    const sent = await outcomeOf(
      uploader.upload(value, {
        ...{ folder: options.folder, signal, maxRetries: options.maxRetries },
        ...own,
        onStart(started) {
          id = started.id
          onStart?.({ index, id })
        },
        onProgress(progress) {
          loaded += progress.loaded - loadedOf[index]!
          loadedOf[index] = progress.loaded
          report()
        },
      }),
    )
    signal?.throwIfAborted()
    return sent.value ?? { id, error: sent.error }
  }

  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const outcome = await one(index)
      outcomes[index] = outcome
      filesDone++
      onOutcome?.({ index, ...outcome })
      report()
    }
  }

  report()
  await Promise.all(Array.from({ length: Math.min(filesAtATime, items.length) }, work))
  return outcomes
}

function asItem(source: UploadSource | UploadItem): UploadItem {
  const isItem = typeof source === 'object' && 'source' in source && !(source instanceof Blob)
  return isItem ? source : { source: source as UploadSource }
}

async function outcomeOf<T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}

/** The result of one file in a batch, as the single operation would return or throw it. */
function accepted<T extends { error: BatchError | null }>(outcome: T): T {
  if (outcome.error) throw new DailiesError({ ...(outcome.error as Problem), authenticated: true })
  return outcome
}

/** Falls back to the single-file operation when a batch cannot take the file or the server has no batches. */
async function orAlone<T>(batched: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
  try {
    return await batched()
  } catch (error) {
    const refused = error instanceof DailiesError && (error.status === 404 || error.status === 405)
    const tooLarge =
      error instanceof DailiesError && error.errors.some(({ code }) => code === 'too_many_parts')
    if (!refused && !tooLarge) throw error
    return alone()
  }
}

/** A limiter: at most this many at a time, first come, first served. */
function turns(most: number): (signal: AbortSignal) => Promise<() => void> {
  let free = Math.max(1, most)
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (signal) => {
    if (free > 0) free--
    else {
      const granted = new Promise<void>((resolve) => waiting.push(resolve))
      await orAborted(granted, signal).catch((error) => {
        // The waiting caller was aborted: pass the slot on to the next one.
        void granted.then(release)
        throw error
      })
    }
    return release
  }
}
