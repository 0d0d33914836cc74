// Storage for the bytes of files, on disk or in an S3 bucket, behind one type. Uploads and downloads bypass the API:
// a client gets signed URLs and sends bytes to the byte routes (disk) or directly to the bucket (S3).
import type { Readable } from 'node:stream'
import { type DiskSpace, isDiskFull } from './disk-space.ts'

/** An open upload. The caller chooses the key, a new one for every object: see `isKey`. */
export type Upload = { key: string; uploadId: string }

/** How a file is split: every part except the last has `partSize` bytes. */
export type PartPlan = { size: number; partSize: number; partCount: number }

/** A part that the client says it has uploaded. Quotes around the ETag are ignored. */
export type ClaimedPart = { partNumber: number; eTag: string }

export type StoredPart = { partNumber: number; eTag: string; size: number }

/** First and last byte, both inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number }

export type DownloadOptions = {
  fileName: string
  mimeType: string
  /** Display instead of download. Applies only to types that a browser displays without running code in them. */
  inline: boolean
  seconds: number
  /** The start of the validity, default now. With the same start the URL is the same, so that caches recognise it. */
  from?: Date
}

/** A discarded object, which is deleted a week later, and the day (UTC, such as 2026-11-15) on which it was discarded. */
export type Discarded = { key: string; day: string }

export type Storage = {
  /** Free space of the disk that holds the objects; undefined for S3. */
  space?: DiskSpace
  startUpload(key: string): Promise<Upload>
  /**
   * A URL for the `PUT` of a part, which returns its `ETag`. A later `PUT` of the same part replaces the earlier one.
   */
  partUrl(upload: Upload, partNumber: number, length: number, seconds: number): Promise<string>
  /** The parts stored so far, in order. */
  listParts(upload: Upload): Promise<StoredPart[]>
  /**
   * Assembles the parts into an object, or throws a StorageRefusal and changes nothing, so that the upload can
   * continue. Can be repeated: after a lost answer or a crash, an object that already exists counts as success.
   */
  completeUpload(upload: Upload, plan: PartPlan, parts: readonly ClaimedPart[]): Promise<void>
  /** Deletes the parts. Does nothing when the upload is complete or does not exist. */
  abortUpload(upload: Upload): Promise<void>
  /** When the last part arrived; undefined when none has arrived or the upload does not exist. */
  lastActivity(upload: Upload): Promise<Date | undefined>

  stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined>
  /** The bytes, or a range of them; a range that extends beyond the end is truncated. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Stores a whole object from a stream. The object becomes visible when it is complete, and replaces one with the
   * same key.
   */
  write(key: string, source: Readable): Promise<{ size: number }>
  downloadUrl(key: string, options: DownloadOptions): Promise<string>
  /** Succeeds also when the object does not exist. */
  remove(key: string): Promise<void>

  /** Discards an object; false when there is no such object. Safe to repeat after a crash. */
  discardObject(discarded: Discarded): Promise<boolean>
  /** Every discarded object. */
  discarded(): AsyncIterable<Discarded>
  /** Moves a discarded object back, unless an object with its key exists. */
  returnObject(discarded: Discarded): Promise<void>
  /** Permanently deletes a discarded object. */
  removeDiscarded(discarded: Discarded): Promise<void>

  /** The marker file, which says which database this storage belongs to: see storage/installation.ts. */
  readMarker(): Promise<string | undefined>
  /** Without `replace`, an existing marker file is not changed: read it again to see which database it belongs to. */
  writeMarker(text: string, options: { replace: boolean }): Promise<void>

  /** Every object that is not discarded, for the daily clean-up. */
  objects(): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Every upload that is neither complete nor aborted, for the daily clean-up. */
  uploads(): AsyncIterable<{ upload: Upload; startedAt: Date }>
}

/** The storage is unavailable: the read or write may be retried later. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** Runs a read or write of the storage. Any error other than a refusal means that the storage is unavailable. */
export async function reachStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StorageRefusal || cause instanceof StorageUnavailable || isDiskFull(cause))
      throw cause
    throw new StorageUnavailable('The storage does not answer.', { cause })
  }
}

/** The part of a storage that reads use: it transfers no bytes and sends no requests to S3. */
export type FileUrls = Pick<Storage, 'downloadUrl'>

export type RefusalReason =
  | 'upload_not_found'
  | 'object_not_found'
  | 'part_missing'
  | 'part_unknown'
  | 'part_order'
  | 'part_size'
  | 'etag_mismatch'

/** The request does not match what is stored. The message is for people. */
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
  return new StorageRefusal('object_not_found', 'The object does not exist.')
}

/**
 * Reserved names that are not keys of objects: the marker file, and the prefix of the keys of discarded objects.
 * Storages of earlier releases have it under this name.
 */
export const markerName = 'installation.json'
export const discardedName = 'trash'

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

const keyPattern = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Letters, digits, `_`, `-`, `.` and `/`: valid in a path, in a URL and in a bucket without escaping. */
export function isKey(text: string): boolean {
  return text.length <= 128 && keyPattern.test(text)
}

export function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`)
}
