// Many uploads at once: started and completed in batches, their parts sent a few at a time.
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
  /** Upload a file, as `files.upload` does; it is started and completed together with others of this moment. */
  upload(source: UploadSource, options?: UploadOptions): Promise<{ id: string }>
}

export interface UploaderOptions {
  /** How many parts are sent at a time, over all files. Default: 4. */
  concurrency?: number | undefined
}

/** One of many files, with what differs from the others. */
export interface UploadItem extends Pick<UploadOptions, 'name' | 'size' | 'folder' | 'replaces' | 'resume'> {
  source: UploadSource
}

/** `id`: the file; `error`: why it was not uploaded. An upload that failed on its way has both, and can be resumed. */
export type UploadOutcome = { id: string; error?: undefined } | { id?: string | undefined; error: unknown }

export interface UploadAllOptions
  extends UploaderOptions,
    Pick<UploadOptions, 'folder' | 'maxRetries' | 'signal'> {
  /** Bytes of all files, and how many of the files are done. */
  onProgress?:
    | ((progress: { loaded: number; total: number; files: number; filesDone: number }) => void)
    | undefined
  /** Is told the id of a file as soon as there is one, to resume the upload with. */
  onStart?: ((started: { index: number; id: string }) => void) | undefined
  /** Is told of each file that is uploaded or has failed. */
  onOutcome?: ((outcome: UploadOutcome & { index: number }) => void) | undefined
}

type Started = Awaited<ReturnType<Resources['files']['startUpload']>>
type Claimed = Parameters<Resources['files']['completeUploads']>[1]['files'][number]

/** Enough to fill the next batch while parts of the last one are sent. */
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
    // Whoever gave up after the start was sent needs no file.
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
  const tell = () => onProgress?.({ loaded, total, files: items.length, filesDone })
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
          tell()
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
      tell()
    }
  }

  tell()
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

/** What a batch says of one file, as the single operation would: an answer, or an error. */
function accepted<T extends { error: BatchError | null }>(outcome: T): T {
  if (outcome.error) throw new DailiesError({ ...(outcome.error as Problem), authenticated: true })
  return outcome
}

/** A file that a batch cannot take, or a server that knows no batches: the operation for one file. */
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

/** At most so many at a time, in the order in which they asked. */
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
        // A turn that comes too late goes to the next in line.
        void granted.then(release)
        throw error
      })
    }
    return release
  }
}
