// Uploads one file, with the single-file operations or through batches (upload-all.ts).
import { DailiesError } from './errors.ts'
import type { Resources } from './generated/resources.ts'
import type { CallOptions } from './options.ts'
import { openSource, type Source, type UploadSource } from './sources.ts'
import type { PartSender } from './upload-parts.ts'
import { type TransferOptions, type UploadTarget, upload } from './uploads.ts'

export interface UploadOptions extends TransferOptions {
  /** The folder to upload to. Default: the folder of the file in `replaces`, or the project root. */
  folder?: { id: string } | null | undefined
  /** Upload as the next revision of this file. */
  replaces?: { id: string } | null | undefined
  /** The ID of an unfinished upload to resume: only missing parts are sent. */
  resume?: string | undefined
  /** Two uploads that start with the same key create one file. */
  idempotencyKey?: string | undefined
  /** Whether aborting the signal deletes the upload. By default it can be resumed. */
  abortOnCancel?: boolean | undefined
}

/** The fields that start an upload. */
export type UploadFields = {
  name: string
  size: number
  folder?: { id: string } | null | undefined
  replaces?: { id: string } | null | undefined
}

/** The calls that start and complete an upload. */
export interface UploadCalls extends Pick<UploadTarget, 'complete'> {
  start(fields: UploadFields): ReturnType<UploadTarget['start']>
}

export async function uploadFile(
  sender: PartSender,
  files: Resources['files'],
  source: UploadSource | Source,
  options: UploadOptions,
  { start, complete }: UploadCalls,
): Promise<{ id: string }> {
  const { signal, folder, replaces, abortOnCancel, resume } = options
  const calls = patient(options)
  let id = resume
  try {
    signal?.throwIfAborted()
    const opened = isOpened(source) ? source : await openSource(source, options.size)
    const target: UploadTarget = {
      start: (fields) => start({ ...fields, folder, replaces }),
      resume: (fileId) => files.resumeUpload(fileId, calls),
      complete,
    }
    return await upload(sender, target, opened, {
      ...options,
      onStart(started) {
        id = started.id
        options.onStart?.(started)
      },
    })
  } catch (error) {
    if (resume !== undefined && (await isComplete(files, resume, error, calls))) return { id: resume }
    if (signal?.aborted && abortOnCancel && id !== undefined) await files.abortUpload(id)
    throw error
  }
}

function isOpened(source: UploadSource | Source): source is Source {
  return typeof source === 'object' && 'cut' in source
}

/** Completing assembles the file, which takes longer than other calls; retries outlast a server restart. */
export function patient({ signal, maxRetries = 10 }: TransferOptions): CallOptions {
  return { signal, maxRetries, timeoutMs: 600_000 }
}

/** The program may have ended after the upload was completed, but before it received the response. */
async function isComplete(
  files: Resources['files'],
  id: string,
  error: unknown,
  calls: CallOptions,
): Promise<boolean> {
  if (!(error instanceof DailiesError) || error.code !== 'upload_not_open') return false
  return (await files.get(id, calls)).status === 'UPLOADED'
}
