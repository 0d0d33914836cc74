// Where the bytes of files are: on disk or in an S3 bucket, behind one type. Uploads and downloads go past the API:
// a client gets signed URLs and talks to us (disk) or to the bucket (S3) directly.
import type { Readable } from 'node:stream'
import { type DiskSpace, isDiskFull } from './disk-space.ts'

/** An upload under way. The key is chosen by the caller, new for every object: see `isKey`. */
export type Upload = { key: string; uploadId: string }

/** How a file is cut: every part has `partSize` bytes but the last. */
export type PartPlan = { size: number; partSize: number; partCount: number }

/** What a client says it has uploaded. Quotes around the ETag do not matter. */
export type ClaimedPart = { partNumber: number; eTag: string }

export type StoredPart = { partNumber: number; eTag: string; size: number }

/** First and last byte, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

export type DownloadOptions = {
  fileName: string
  mimeType: string
  /** To be shown, not saved. Holds only for types that a browser shows without running anything in them. */
  inline: boolean
  seconds: number
  /** When the seconds begin, else now: with the same moment the URL is the same, so that caches know it. */
  from?: Date
}

/** An object in the trash, and the day (UTC, such as 2026-11-15) on which it was moved there. */
export type Trashed = { key: string; day: string }

export type Storage = {
  /** Free space of the disk that holds the objects; not there for S3. */
  space?: DiskSpace
  startUpload(key: string): Promise<Upload>
  /** A URL to `PUT` a part to; the answer carries its `ETag`. A later `PUT` of the same part replaces the earlier one. */
  partUrl(upload: Upload, partNumber: number, length: number, seconds: number): Promise<string>
  /** The parts stored so far, in order. */
  listParts(upload: Upload): Promise<StoredPart[]>
  /**
   * Makes one object of the parts, or throws a StorageRefusal and changes nothing, so that the upload can go on.
   * Can be repeated: when the answer got lost, or after a crash, the object that is there already counts.
   */
  completeUpload(upload: Upload, plan: PartPlan, parts: readonly ClaimedPart[]): Promise<void>
  /** Forgets the parts. An upload that is complete or gone stays as it is. */
  abortUpload(upload: Upload): Promise<void>
  /** When the last part arrived; undefined when none has, or when the upload is gone. */
  lastActivity(upload: Upload): Promise<Date | undefined>

  stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined>
  /** The bytes, or a range of them; a range that reaches beyond the end is cut there. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** A whole object from a stream. It is not there before it is whole; one of the same key is replaced. */
  write(key: string, source: Readable): Promise<{ size: number }>
  downloadUrl(key: string, options: DownloadOptions): Promise<string>
  /** Also when there is nothing. */
  remove(key: string): Promise<void>

  /** Moves an object to the trash; false when there is no such object. Safe to repeat after a crash. */
  moveToTrash(trashed: Trashed): Promise<boolean>
  /** Every object in the trash. */
  trashed(): AsyncIterable<Trashed>
  /** Moves an object back to its place, unless that place is taken. */
  restoreFromTrash(trashed: Trashed): Promise<void>
  /** Deletes an object in the trash for good. */
  removeFromTrash(trashed: Trashed): Promise<void>

  /** The text that says which database this storage belongs to: see storage/installation.ts. */
  readMarker(): Promise<string | undefined>
  /** Without `replace`, a marker that exists stays as it is: read again to learn whose it is. */
  writeMarker(text: string, options: { replace: boolean }): Promise<void>

  /** Every object outside of the trash: for the daily clean-up. */
  objects(): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Every upload that is neither complete nor aborted: for the daily clean-up. */
  uploads(): AsyncIterable<{ upload: Upload; startedAt: Date }>
}

/** The storage does not answer: what was to be read or written may be tried again when it is back. */
export class StorageAway extends Error {
  override name = 'StorageAway'
}

/** Runs a read or write of the storage. An error other than a refusal means that the storage is away. */
export async function reachStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StorageRefusal || cause instanceof StorageAway || isDiskFull(cause)) throw cause
    throw new StorageAway('The storage does not answer.', { cause })
  }
}

/** What a read needs of a storage: no bytes and no questions to S3. */
export type FileUrls = Pick<Storage, 'downloadUrl'>

export type RefusalReason =
  | 'upload_not_found'
  | 'object_not_found'
  | 'part_missing'
  | 'part_unknown'
  | 'part_order'
  | 'part_size'
  | 'etag_mismatch'

/** What was asked cannot be done with what is stored. The message is for people. */
export class StorageRefusal extends Error {
  override name = 'StorageRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export function uploadNotFound(): StorageRefusal {
  return new StorageRefusal('upload_not_found', 'The upload is complete, aborted or unknown.')
}

export function objectNotFound(): StorageRefusal {
  return new StorageRefusal('object_not_found', 'There is no such object.')
}

/** Not keys of objects: the marker and what all keys in the trash of a bucket start with. */
export const markerName = 'installation.json'
export const trashName = 'trash'

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

const keyPattern = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Letters, digits, `_`, `-`, `.` and `/`: the same in a path of ours, in a URL and in a bucket, with nothing to escape. */
export function isKey(text: string): boolean {
  return text.length <= 128 && keyPattern.test(text)
}

export function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
}
