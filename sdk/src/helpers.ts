// Methods that take more than one request: uploads, downloads, waiting and event streams.
import {
  type Download,
  type Downloader,
  type DownloadOptions,
  openDownload,
  saveDownload,
} from './downloads.ts'
import {
  type DailiesEvent,
  type ResetEvent,
  type StreamOptions,
  type SubscribeOptions,
  subscribe,
  subscribeToUnread,
} from './events.ts'
import type { FileDetails, UnreadSignal } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import { openSource, type UploadSource } from './sources.ts'
import type { Transport } from './transport.ts'
import {
  createUploader,
  type UploadAllOptions,
  type Uploader,
  type UploaderOptions,
  type UploadItem,
  type UploadOutcome,
  uploadAll,
} from './upload-all.ts'
import { patient, type UploadOptions, uploadFile } from './upload-file.ts'
import { type TransferOptions, type UploadTarget, upload } from './uploads.ts'
import { type WaitForOptions, waitForFile } from './wait-for-file.ts'

export interface FileHelpers {
  /**
   * Upload a file in parts, several in parallel, and send failed parts again. A path or a Blob is read as it is sent; of a
   * stream, as many parts are held in memory as are sent in parallel.
   */
  upload(projectId: string, source: UploadSource, options?: UploadOptions): Promise<{ id: string }>
  /**
   * Upload many files. They are started and completed in batches of up to 100, so small files need few requests. When one
   * file fails, its outcome has the error and the others continue. Rejects only when the signal is aborted.
   */
  uploadAll(
    projectId: string,
    sources: readonly (UploadSource | UploadItem)[],
    options?: UploadAllOptions,
  ): Promise<UploadOutcome[]>
  /** For files that arrive one by one: concurrent uploads are started and completed in batches. */
  uploader(projectId: string, options?: UploaderOptions): Uploader
  /** Download a file to a path (Node only). Resumes after a lost connection. */
  download(fileId: string, options: DownloadOptions & { to: string }): Promise<{ size: number }>
  /** Download a file as a stream. Resumes after a lost connection. */
  download(fileId: string, options?: DownloadOptions): Promise<Download>
  /**
   * Wait until a file is uploaded or generated. Throws a FileFailedError when the upload or generation fails.
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
  /** Upload a reference for a generation that is not a file of the project. */
  upload(projectId: string, source: UploadSource, options?: TransferOptions): Promise<{ id: string }>
}

export interface EventHelpers {
  /**
   * Follow the events of a project. The stream reconnects after the last event; when too many events were missed, it
   * yields a reset.
   */
  subscribe(
    projectId: string,
    options?: SubscribeOptions,
  ): AsyncGenerator<DailiesEvent | ResetEvent, void, undefined>
}

export interface NotificationHelpers {
  /** Follow the number of your unread notifications. The stream reconnects by itself. */
  subscribe(options?: StreamOptions): AsyncGenerator<UnreadSignal, void, undefined>
}

export function notificationHelpers(transport: Transport): NotificationHelpers {
  return { subscribe: (options) => subscribeToUnread(transport, options) }
}

export function fileHelpers(transport: Transport, files: Resources['files']): FileHelpers {
  const downloader = (fileId: string, { signal }: DownloadOptions): Downloader => ({
    fetch: transport.fetch,
    retryDelayMs: transport.retryDelayMs,
    url: async () => (await files.getDownloadUrl(fileId, { signal })).url,
    renews: true,
  })
  function download(fileId: string, options: DownloadOptions & { to: string }): Promise<{ size: number }>
  function download(fileId: string, options?: DownloadOptions): Promise<Download>
  function download(fileId: string, options: DownloadOptions & { to?: string } = {}) {
    const from = downloader(fileId, options)
    return options.to === undefined ? openDownload(from, options) : saveDownload(from, options.to, options)
  }
  return {
    upload: (projectId, source, options = {}) =>
      uploadFile(transport, files, source, options, {
        start: (fields) =>
          files.startUpload(projectId, fields, {
            ...patient(options),
            idempotencyKey: options.idempotencyKey,
          }),
        complete: (fileId, parts) => files.completeUpload(fileId, { parts }, patient(options)),
      }),
    uploadAll: (projectId, sources, options = {}) =>
      uploadAll(createUploader(transport, files, projectId, options), sources, options),
    uploader: (projectId, options = {}) => createUploader(transport, files, projectId, options),
    download,
    waitFor: (fileId, options) => waitForFile(transport, files, fileId, options),
  }
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
      return uploadFrom(transport, { start, complete: complete(options) }, source, options)
    },
    uploadToFile(fileId, source, options = {}) {
      const start = (fields: { name: string; size: number }) =>
        attachments.startOnFile(fileId, fields, patient(options))
      return uploadFrom(transport, { start, complete: complete(options) }, source, options)
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
      return uploadFrom(transport, target, source, options)
    },
  }
}

async function uploadFrom(
  transport: Transport,
  target: UploadTarget,
  source: UploadSource,
  options: TransferOptions,
): Promise<{ id: string }> {
  options.signal?.throwIfAborted()
  return upload(transport, target, await openSource(source, options.size), options)
}

export function eventHelpers(transport: Transport): EventHelpers {
  return { subscribe: (projectId, options) => subscribe(transport, projectId, options) }
}
