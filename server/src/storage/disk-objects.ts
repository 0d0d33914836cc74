// An object on disk is a folder: its parts as they were uploaded, and a small record of how they make one whole.
// So nothing is copied when an upload is completed, however large it is.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { partName } from './disk-parts.ts'
import { flushFolder, isMissing, writeFlushed } from './durable-files.ts'
import type { ByteRange } from './storage.ts'

/** All parts are `partSize` long but the last. */
export type ObjectRecord = {
  uploadId: string
  size: number
  partSize: number
  eTag: string
  /** Milliseconds. Kept here because copying files, as backups do, changes their times. */
  modifiedAt: number
}

const recordName = 'object.json'
const readBuffer = 2 ** 18

export async function readRecord(folder: string): Promise<ObjectRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, recordName), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function writeRecord(folder: string, record: ObjectRecord): Promise<void> {
  await writeFlushed(join(folder, recordName), JSON.stringify(record))
  await flushFolder(folder)
}

export function readBytes(folder: string, { size, partSize }: ObjectRecord, range?: ByteRange): Readable {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size, size - 1)

  async function* bytes() {
    for (let from = start; from <= end; ) {
      const index = Math.floor(from / partSize)
      const partStart = index * partSize
      const to = Math.min(end, partStart + partSize - 1)
      yield* createReadStream(join(folder, partName(index + 1)), {
        start: from - partStart,
        end: to - partStart,
        highWaterMark: readBuffer,
      })
      from = to + 1
    }
  }
  return Readable.from(bytes(), { objectMode: false })
}
