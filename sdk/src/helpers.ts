// What takes more than one request: uploads, downloads, waiting, the stream of events.
import {
  type Download,
  type Downloader,
  type DownloadOptions,
  openDownload,
  saveDownload,
} from './downloads.ts'
import { DailiesError } from './errors.ts'
import { type DailiesEvent, type ResetEvent, type SubscribeOptions, subscribe } from './events.ts'
import type { FileDetails } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import type { CallOptions } from './options.ts'
import type { UploadSource } from './sources.ts'
import type { Transport } from './transport.ts'
import { type TransferOptions, upload } from './uploads.ts'
import { type WaitForOptions, waitForFile } from './wait-for-file.ts'

export interface UploadOptions extends TransferOptions {
  /** The folder to put it in; left out: where the file lies that it replaces, or the project root. */
  folder?: { id: string } | null | undefined
  /** A file of the project that it is the next revision of. */
  replaces?: { id: string } | null | undefined
  /** The id of an upload that was begun earlier: only what is missing is sent. */
  resume?: string | undefined
  /** Two uploads that start with the same key are one. */
  idempotencyKey?: string | undefined
  /** Whether an upload that ends by its signal is forgotten; by default it can be resumed. */
  abortOnCancel?: boolean | undefined
}

export interface FileHelpers {
  /**
   * Upload a file: in parts, several at a time, each sent again until it arrives. With a path or a Blob, no more of it
   * is in memory than is on its way; of a stream, as many parts as are sent at a time.
   */
  upload(projectId: string, source: UploadSource, options?: UploadOptions): Promise<{ id: string }>
  /** Download a file to a path, in Node. It goes on where a connection was cut. */
  download(fileId: string, options: DownloadOptions & { to: string }): Promise<{ size: number }>
  /** Download a file as a stream. It goes on where a connection was cut. */
  download(fileId: string, options?: DownloadOptions): Promise<Download>
  /**
   * Wait until the upload or the generation of a file has ended. Throws a FileFailedError when it has failed.
   */
  waitFor(fileId: string, options?: WaitForOptions): Promise<FileDetails>
}

export interface AttachmentHelpers {
  /** Upload an attachment for a comment on a project. */
  uploadToProject(projectId: string, source: UploadSource, options?: TransferOptions): Promise<{ id: string }>
  /** Upload an attachment for a comment on a file. */
  uploadToFile(fileId: string, source: UploadSource, options?: TransferOptions): Promise<{ id: string }>
}

export interface GenerationAttachmentHelpers {
  /** Upload a reference for generation that is no file of the project. */
  upload(projectId: string, source: UploadSource, options?: TransferOptions): Promise<{ id: string }>
}

export interface EventHelpers {
  /**
   * Follow what happens in a project. The stream connects again from the last event when it was cut; when too much was
   * missed, it gives a reset.
   */
  subscribe(
    projectId: string,
    options?: SubscribeOptions,
  ): AsyncGenerator<DailiesEvent | ResetEvent, void, undefined>
}

export function fileHelpers(transport: Transport, files: Resources['files']): FileHelpers {
  const downloader = (fileId: string, { signal }: DownloadOptions): Downloader => ({
    fetch: transport.fetch,
    retryDelayMs: transport.retryDelayMs,
    url: async () => (await files.getDownloadUrl(fileId, { signal })).url,
  })
  function download(fileId: string, options: DownloadOptions & { to: string }): Promise<{ size: number }>
  function download(fileId: string, options?: DownloadOptions): Promise<Download>
  function download(fileId: string, options: DownloadOptions & { to?: string } = {}) {
    const from = downloader(fileId, options)
    return options.to === undefined ? openDownload(from, options) : saveDownload(from, options.to, options)
  }
  return {
    upload: (projectId, source, options = {}) => uploadFile(transport, files, projectId, source, options),
    download,
    waitFor: (fileId, options) => waitForFile(transport, files, fileId, options),
  }
}

async function uploadFile(
  transport: Transport,
  files: Resources['files'],
  projectId: string,
  source: UploadSource,
  options: UploadOptions,
): Promise<{ id: string }> {
  const { signal, folder, replaces, idempotencyKey, abortOnCancel, resume } = options
  const calls = patient(options)
  let id = resume
  try {
    const target = {
      start: (fields: { name: string; size: number }) =>
        files.startUpload(projectId, { ...fields, folder, replaces }, { ...calls, idempotencyKey }),
      resume: (fileId: string) => files.resumeUpload(fileId, calls),
      complete: (fileId: string, parts: { partNumber: number; eTag: string }[]) =>
        files.completeUpload(fileId, { parts }, calls),
    }
    return await upload(transport, target, source, {
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

/** A file is put together for longer than a record is read, and a server that restarts comes back. */
function patient({ signal, maxRetries = 10 }: TransferOptions): CallOptions {
  return { signal, maxRetries, timeoutMs: 600_000 }
}

/** The program may have ended after the upload was complete, and before it noticed. */
async function isComplete(
  files: Resources['files'],
  id: string,
  error: unknown,
  calls: CallOptions,
): Promise<boolean> {
  if (!(error instanceof DailiesError) || error.code !== 'upload_not_open') return false
  return (await files.get(id, calls)).status === 'UPLOADED'
}

export function attachmentHelpers(
  transport: Transport,
  attachments: Resources['commentAttachments'],
): AttachmentHelpers {
  const complete =
    (options: TransferOptions) => (id: string, parts: { partNumber: number; eTag: string }[]) =>
      attachments.complete(id, { parts }, patient(options))
  return {
    uploadToProject(projectId, source, options = {}) {
      const start = (fields: { name: string; size: number }) =>
        attachments.startOnProject(projectId, fields, patient(options))
      return upload(transport, { start, complete: complete(options) }, source, options)
    },
    uploadToFile(fileId, source, options = {}) {
      const start = (fields: { name: string; size: number }) =>
        attachments.startOnFile(fileId, fields, patient(options))
      return upload(transport, { start, complete: complete(options) }, source, options)
    },
  }
}

export function generationAttachmentHelpers(
  transport: Transport,
  attachments: Resources['generationAttachments'],
): GenerationAttachmentHelpers {
  return {
    upload(projectId, source, options = {}) {
      const target = {
        start: (fields: { name: string; size: number }) =>
          attachments.start(projectId, fields, patient(options)),
        complete: (id: string, parts: { partNumber: number; eTag: string }[]) =>
          attachments.complete(id, { parts }, patient(options)),
      }
      return upload(transport, target, source, options)
    },
  }
}

export function eventHelpers(transport: Transport): EventHelpers {
  return { subscribe: (projectId, options) => subscribe(transport, projectId, options) }
}
