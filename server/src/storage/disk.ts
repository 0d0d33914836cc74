import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type DiskSpace, metered, orDiskFull } from '../core/disk-space.ts'
import { createKeyedLock } from '../core/keyed-lock.ts'
import type { UrlSigner } from '../core/signed-urls.ts'
import {
  type ByteRange,
  isKey,
  objectNotFound,
  type Storage,
  type StoredPart,
  type Upload,
} from '../core/storage.ts'
import { objectUrl, partUrl } from './byte-urls.ts'
import { createDiskDiscarded } from './disk-discarded.ts'
import { isFanOut, keyOfName, prepareFolders, uploadOfName } from './disk-folders.ts'
import { type ObjectRecord, readPieces, readRecord } from './disk-objects.ts'
import { completeUpload, listParts, startUpload, storePart, writeObject } from './disk-uploads.ts'
import { discard, isMissing } from './durable-files.ts'

export type DiskObject = {
  record: ObjectRecord
  pieces(range: ByteRange | undefined, nextBuffer: () => Buffer): AsyncGenerator<Buffer, undefined>
}

/** The methods that the byte routes need beyond the shared Storage type. */
export type DiskStorage = Storage & {
  space: DiskSpace
  storePart(
    upload: Upload,
    partNumber: number,
    source: AsyncIterable<Buffer>,
    maxLength: number,
    /** The number of bytes, when known. */
    expected?: number,
  ): Promise<StoredPart>
  findObject(key: string): Promise<DiskObject | undefined>
}

const readLength = 2 ** 16

export async function createDiskStorage(
  root: string,
  signer: UrlSigner,
  space: DiskSpace,
): Promise<DiskStorage> {
  const folders = await prepareFolders(root)
  // Completions and aborts of one upload run one after the other.
  const inTurn = createKeyedLock()

  async function findObject(key: string): Promise<DiskObject | undefined> {
    const folder = folders.object(key)
    const record = await readRecord(folder)
    return record && { record, pieces: (range, nextBuffer) => readPieces(folder, record, range, nextBuffer) }
  }

  return {
    space,
    startUpload: async (key) => orDiskFull(startUpload(folders, key)),
    storePart: (upload, partNumber, source, maxLength, expected) =>
      orDiskFull(storePart(folders, upload, partNumber, metered(space, source, expected), maxLength)),
    partUrl: async (...args) => partUrl(signer, ...args),
    listParts: (upload) => inTurn(upload.uploadId, () => listParts(folders, upload)),
    // Needs hardly any space, so it may use the reserve: an uploaded file can be completed even when the disk is
    // full.
    completeUpload: (upload, plan, parts) =>
      inTurn(upload.uploadId, () => orDiskFull(completeUpload(folders, upload, plan, parts))),
    abortUpload: (upload) =>
      inTurn(upload.uploadId, () => discard(folders.upload(upload), folders.discarded)),

    // Every part is written under another name in this folder and then renamed: both change the folder's modification
    // time.
    lastActivity: (upload) => modificationTime(folders.upload(upload)),

    findObject,
    async stat(key) {
      const object = await findObject(key)
      return object && { size: object.record.size, modifiedAt: new Date(object.record.modifiedAt) }
    },
    async read(key, range) {
      const object = await findObject(key)
      if (object === undefined) throw objectNotFound()
      const newBuffer = () => Buffer.allocUnsafeSlow(readLength)
      return Readable.from(object.pieces(range, newBuffer), { objectMode: false })
    },
    write: (key, source) => orDiskFull(writeObject(folders, key, metered(space, source))),
    downloadUrl: async (...args) => objectUrl(signer, ...args),
    remove: (key) => discard(folders.object(key), folders.discarded),
    ...createDiskDiscarded(folders),

    async *objects() {
      for (const fan of (await readdir(folders.objects)).filter(isFanOut)) {
        for (const name of await readdir(join(folders.objects, fan))) {
          const key = keyOfName(name)
          const modifiedAt = isKey(key) ? await modificationTime(join(folders.objects, fan, name)) : undefined
          if (modifiedAt) yield { key, modifiedAt }
        }
      }
    },
    async *uploads() {
      for (const name of await readdir(folders.uploads)) {
        const found = uploadOfName(name)
        if (found) yield found
      }
    },
  }
}

/** undefined for a path that was removed after the folder was read. */
async function modificationTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
