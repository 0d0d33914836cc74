// Where everything is below the folder of files:
//   objects/<2 hex>/<key>/            whole objects: see disk-objects.ts
//   uploads/<uploadId>.<key>/         the parts of an upload: see disk-parts.ts
//   uploads/<uploadId>.<key>/sealed/  the same, once a completion has taken them out of reach of further PUTs
//   trash/<day>/<key>/                objects that are deleted a week after that day
//   trash/<uuid>/                     what is being removed
//   installation.json                 which database this storage belongs to
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isUuid } from '../core/ids.ts'
import {
  type Discarded,
  discardedName,
  isKey,
  markerName,
  requireKey,
  type Upload,
  uploadNotFound,
} from '../core/storage.ts'
import { makeFolder } from './durable-files.ts'

export type DiskFolders = {
  objects: string
  uploads: string
  discarded: string
  marker: string
  object(key: string): string
  discardedObject(discarded: Discarded): string
  upload(upload: Upload): string
}

export async function prepareFolders(root: string): Promise<DiskFolders> {
  const [objects, uploads, discarded] = [
    resolve(root, 'objects'),
    resolve(root, 'uploads'),
    resolve(root, discardedName),
  ]
  for (const folder of [objects, uploads, discarded]) await makeFolder(folder)
  // Remove what a crash has left there.
  for (const name of await readdir(discarded)) {
    if (isUuid(name)) await rm(join(discarded, name), { recursive: true, force: true })
  }
  return {
    objects,
    uploads,
    discarded,
    marker: resolve(root, markerName),
    discardedObject: ({ key, day }) => join(discarded, day, nameOfKey(key)),
    object: (key) => join(objects, fanOut(key), nameOfKey(key)),
    upload({ key, uploadId }) {
      if (!isUuid(uploadId)) throw uploadNotFound()
      return join(uploads, `${uploadId}.${nameOfKey(key)}`)
    },
  }
}

/** 256 folders, so that no folder gets a million entries. */
function fanOut(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 2)
}

export function isFanOut(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name)
}

function nameOfKey(key: string): string {
  requireKey(key)
  return key.replaceAll('/', '+')
}

export function keyOfName(name: string): string {
  return name.replaceAll('+', '/')
}

/** undefined for foreign files, such as those that file managers create. */
export function uploadOfName(name: string): { upload: Upload; startedAt: Date } | undefined {
  const uploadId = name.slice(0, 36)
  const key = keyOfName(name.slice(37))
  if (!isUuid(uploadId) || !isKey(key)) return undefined
  // The first 48 bits of a UUID v7 are its time.
  const milliseconds = Number.parseInt(uploadId.replaceAll('-', '').slice(0, 12), 16)
  return { upload: { key, uploadId }, startedAt: new Date(milliseconds) }
}
