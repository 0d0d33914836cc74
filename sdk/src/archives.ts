// Archives: several files as one ZIP, which is written by the server while it is downloaded.
import {
  continueDownload,
  type Download,
  type Downloader,
  type DownloadOptions,
  openDownload,
  saveDownload,
} from './downloads.ts'
import type { Archive, CreateArchiveFields } from './generated/records.ts'
import type { Resources } from './generated/resources.ts'
import type { Transport } from './transport.ts'

export interface ArchiveDownloadOptions extends DownloadOptions {
  /** Called with the archive before its first byte: its name, size, and the files that are left out. */
  onStart?: ((archive: Archive) => void | Promise<void>) | undefined
  /** Download this archive, which was created earlier, instead of a new one. */
  resume?: Archive | undefined
}

export interface SavedArchiveOptions extends ArchiveDownloadOptions {
  to: string
  /**
   * Where the bytes are until the download is complete. The file stays when the download fails; with `resume`, the download
   * continues behind its bytes. Default: a temporary file that is removed.
   */
  partial?: string | undefined
}

export interface ArchiveHelpers {
  /** Download files, folders or a version as one ZIP to a path (Node only). Resumes after a lost connection. */
  download(projectId: string, fields: CreateArchiveFields, options: SavedArchiveOptions): Promise<Archive>
  /** Download files, folders or a version as one ZIP, as a stream. Resumes after a lost connection. */
  download(
    projectId: string,
    fields: CreateArchiveFields,
    options?: ArchiveDownloadOptions,
  ): Promise<Download & { archive: Archive }>
}

export function archiveHelpers(transport: Transport, archives: Resources['archives']): ArchiveHelpers {
  function download(
    projectId: string,
    fields: CreateArchiveFields,
    options: SavedArchiveOptions,
  ): Promise<Archive>
  function download(
    projectId: string,
    fields: CreateArchiveFields,
    options?: ArchiveDownloadOptions,
  ): Promise<Download & { archive: Archive }>
  async function download(
    projectId: string,
    fields: CreateArchiveFields,
    options: ArchiveDownloadOptions & { to?: string; partial?: string | undefined } = {},
  ) {
    const { signal, to, partial } = options
    const archive = options.resume ?? (await archives.create(projectId, fields, { signal }))
    await options.onStart?.(archive)
    const from = downloaderOf(transport, archive)
    if (to === undefined) return { ...(await openDownload(from, options)), archive }
    if (partial === undefined) await saveDownload(from, to, options)
    else await continueDownload(from, to, partial, options)
    return archive
  }
  return { download }
}

/** The URL is valid as long as the archive is, and the ETag is its id. */
function downloaderOf(
  { fetch, retryDelayMs }: Transport,
  { id, url, byteSize }: Archive,
): Downloader & { known: { size: number; eTag: string } } {
  return {
    fetch,
    retryDelayMs,
    url: async () => url,
    renews: false,
    known: { size: byteSize, eTag: `"${id}"` },
  }
}
