// An object on disk is a folder: its parts as they were uploaded, and a small record of how they form the whole. So
// completing an upload copies nothing, however large it is.
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteRange } from '../core/storage.ts'
import { partName } from './disk-parts.ts'
import { allSettled, flushFolder, isMissing } from './durable-files.ts'

/** All parts except the last have `partSize` bytes. */
export type ObjectRecord = {
  uploadId: string
  size: number
  partSize: number
  eTag: string
  /** Milliseconds. Stored here because copying files, as backups do, changes their times. */
  modifiedAt: number
}

const recordName = 'object.json'

export async function readRecord(folder: string): Promise<ObjectRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, recordName), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Completes a folder that is about to become an object. The record is not read before that, so it needs no other name until it
 * is whole. Its bytes and the entries of the folder are flushed at the same time, mostly by one write of the journal.
 */
export async function writeRecord(folder: string, record: ObjectRecord): Promise<void> {
  const handle = await open(join(folder, recordName), 'w')
  try {
    await handle.writeFile(JSON.stringify(record))
    await allSettled([handle.sync(), flushFolder(folder)])
  } finally {
    await handle.close()
  }
}

/**
 * The bytes of a range, piece by piece, each in a buffer from `nextBuffer`. A caller that reuses buffers to avoid
 * garbage must be done with a buffer before returning it again.
 */
export async function* readPieces(
  folder: string,
  { size, partSize }: ObjectRecord,
  range: ByteRange | undefined,
  nextBuffer: () => Buffer,
): AsyncGenerator<Buffer, undefined> {
  const end = Math.min(range?.end ?? size, size - 1)
  for (let at = range?.start ?? 0; at <= end; ) {
    const index = Math.floor(at / partSize)
    const partStart = index * partSize
    const partEnd = Math.min(end + 1, partStart + partSize)
    const handle = await open(join(folder, partName(index + 1)), 'r')
    try {
      while (at < partEnd) {
        const buffer = nextBuffer()
        const length = Math.min(buffer.length, partEnd - at)
        const { bytesRead } = await handle.read(buffer, 0, length, at - partStart)
        if (bytesRead === 0) throw new Error(`part ${index + 1} in ${folder} is truncated`)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  }
}
