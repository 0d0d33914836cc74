// The lifecycle of an upload on disk. Every step is a rename, so that a crash between two steps leaves a state from
// which the next call continues: no recovery is needed, and an object is complete or does not exist.
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../core/ids.ts'
import {
  type ClaimedPart,
  type PartPlan,
  StorageRefusal,
  type StoredPart,
  type Upload,
  uploadNotFound,
} from '../core/storage.ts'
import { checkParts, objectETag } from './check-parts.ts'
import type { DiskFolders } from './disk-folders.ts'
import { type ObjectRecord, readRecord, writeRecord } from './disk-objects.ts'
import { isPartName, partName, readParts, writePart, writePartFile } from './disk-parts.ts'
import { discard, errorCode, flushFolder, isMissing, makeFolder } from './durable-files.ts'

export async function startUpload(folders: DiskFolders, key: string): Promise<Upload> {
  const upload = { key, uploadId: newUuid() }
  await mkdir(folders.upload(upload))
  await flushFolder(folders.uploads)
  return upload
}

export async function storePart(
  folders: DiskFolders,
  upload: Upload,
  partNumber: number,
  source: AsyncIterable<Buffer>,
  maxLength: number,
): Promise<StoredPart> {
  try {
    return await writePart(folders.upload(upload), partNumber, source, maxLength)
  } catch (error) {
    throw isMissing(error) ? uploadNotFound() : error
  }
}

export async function listParts(folders: DiskFolders, upload: Upload): Promise<StoredPart[]> {
  if (await completed(folders, upload)) throw uploadNotFound()
  const folder = folders.upload(upload)
  const loose = await partsIn(folder)
  if (loose === undefined) throw uploadNotFound()
  const sealed = (await partsIn(sealedFolder(folder))) ?? []
  // A part that was uploaded again after an attempt to complete replaces the sealed one.
  const parts = new Map([...sealed, ...loose].map((part) => [part.partNumber, part]))
  return [...parts.values()].sort((a, b) => a.partNumber - b.partNumber)
}

export async function completeUpload(
  folders: DiskFolders,
  upload: Upload,
  plan: PartPlan,
  claimed: readonly ClaimedPart[],
): Promise<void> {
  const eTag = objectETag(claimed)
  const record = await completed(folders, upload)
  if (record === undefined) {
    const sealed = await seal(folders.upload(upload))
    checkParts(plan, await readParts(sealed), claimed)
    await writeRecord(sealed, recordOf(upload, { size: plan.size, partSize: plan.partSize, eTag }))
    await publish(folders, upload.key, sealed)
  } else if (record.eTag !== eTag) {
    throw new StorageRefusal('etag_mismatch', 'The upload was completed with other parts.')
  }
  await discard(folders.upload(upload), folders.discarded)
}

/** Stores a whole source as an object of one part. */
export async function writeObject(
  folders: DiskFolders,
  key: string,
  source: AsyncIterable<Buffer>,
): Promise<{ size: number }> {
  const upload = { key, uploadId: newUuid() }
  // The upload needs neither a durable name nor a sealed folder, because no client knows it.
  const folder = folders.upload(upload)
  await mkdir(folder)
  try {
    const path = join(folder, partName(1))
    const { size } = await writePartFile(path, source, Number.POSITIVE_INFINITY, (stored) => {
      const eTag = objectETag([{ partNumber: 1, ...stored }])
      return writeRecord(folder, recordOf(upload, { size: stored.size, partSize: stored.size, eTag }))
    })
    await publish(folders, key, folder)
    return { size }
  } catch (error) {
    await discard(folder, folders.discarded)
    throw error
  }
}

function sealedFolder(folder: string): string {
  return join(folder, 'sealed')
}

/**
 * The object that this upload was completed to, if it was: after a crash the upload folder may still exist as well.
 */
async function completed(folders: DiskFolders, { key, uploadId }: Upload): Promise<ObjectRecord | undefined> {
  const record = await readRecord(folders.object(key))
  return record?.uploadId === uploadId ? record : undefined
}

async function partsIn(folder: string): Promise<StoredPart[] | undefined> {
  try {
    return await readParts(folder)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Moves the parts to a folder that no PUT writes to, so that the checked parts are the published ones, even when a
 * part is uploaded again at the same moment. After a refused completion they stay there and still count.
 */
async function seal(folder: string): Promise<string> {
  const sealed = sealedFolder(folder)
  const names = await readdir(folder).catch((error) => {
    throw isMissing(error) ? uploadNotFound() : error
  })
  await mkdir(sealed, { recursive: true })
  for (const name of names.filter(isPartName)) await rename(join(folder, name), join(sealed, name))
  return sealed
}

function recordOf(
  { uploadId }: Upload,
  about: Pick<ObjectRecord, 'size' | 'partSize' | 'eTag'>,
): ObjectRecord {
  return { uploadId, ...about, modifiedAt: Date.now() }
}

/** Makes a flushed folder the object of this key. */
async function publish(folders: DiskFolders, key: string, from: string): Promise<void> {
  const target = folders.object(key)
  try {
    await rename(from, target)
  } catch (error) {
    if (isMissing(error)) await makeFolder(dirname(target))
    else if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST')
      await discard(target, folders.discarded)
    else throw error
    await rename(from, target)
  }
  await flushFolder(dirname(target))
}
