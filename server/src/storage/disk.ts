import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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
import { isFanOut, keyOfName, prepareFolders, uploadOfName } from './disk-folders.ts'
import { type ObjectRecord, readPieces, readRecord } from './disk-objects.ts'
import { createDiskTrash } from './disk-trash.ts'
import { completeUpload, listParts, startUpload, storePart, writeObject } from './disk-uploads.ts'
import { discard, isMissing } from './durable-files.ts'
import { createQueues } from './queues.ts'

export type DiskObject = {
  record: ObjectRecord
  pieces(range: ByteRange | undefined, nextBuffer: () => Buffer): AsyncGenerator<Buffer, undefined>
}

/** What the byte routes need beyond the type that all storages share. */
export type DiskStorage = Storage & {
  storePart(
    upload: Upload,
    partNumber: number,
    source: AsyncIterable<Buffer>,
    maxLength: number,
  ): Promise<StoredPart>
  findObject(key: string): Promise<DiskObject | undefined>
}

const readLength = 2 ** 16

export async function createDiskStorage(root: string, signer: UrlSigner): Promise<DiskStorage> {
  const folders = await prepareFolders(root)
  // Two completions of one upload, or a completion and an abort, take turns.
  const inTurn = createQueues()

  async function findObject(key: string): Promise<DiskObject | undefined> {
    const folder = folders.object(key)
    const record = await readRecord(folder)
    return record && { record, pieces: (range, nextBuffer) => readPieces(folder, record, range, nextBuffer) }
  }

  return {
    startUpload: (key) => startUpload(folders, key),
    storePart: (...args) => storePart(folders, ...args),
    partUrl: async (...args) => partUrl(signer, ...args),
    listParts: (upload) => inTurn(upload.uploadId, () => listParts(folders, upload)),
    completeUpload: (upload, plan, parts) =>
      inTurn(upload.uploadId, () => completeUpload(folders, upload, plan, parts)),
    abortUpload: (upload) => inTurn(upload.uploadId, () => discard(folders.upload(upload), folders.trash)),

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
    write: (key, source) => writeObject(folders, key, source),
    downloadUrl: async (...args) => objectUrl(signer, ...args),
    remove: (key) => discard(folders.object(key), folders.trash),
    ...createDiskTrash(folders),

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

/** undefined for what has been removed since the folder was read. */
async function modificationTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
