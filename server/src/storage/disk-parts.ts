// A part on disk is a file of its bytes followed by the 16 bytes of their MD5, so that one rename stores both. Parts
// are never changed in place: a part that is uploaded again is a new file that is renamed over the old one.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newUuid } from '../core/ids.ts'
import type { StoredPart } from '../core/storage.ts'
import { flushFolder } from './durable-files.ts'

const digestLength = 16
// Network chunks have 64 KiB; writing several at a time saves system calls.
const writeBuffer = 2 ** 18
const readsAtOnce = 16

export function partName(partNumber: number): string {
  return String(partNumber).padStart(5, '0')
}

export function isPartName(name: string): boolean {
  return /^\d{5}$/.test(name)
}

export class PartTooLong extends Error {
  override name = 'PartTooLong'
}

/**
 * Stores a part, or leaves the previous one unchanged. The source is not destroyed, so that its sender can still be
 * answered.
 */
export async function writePart(
  folder: string,
  partNumber: number,
  source: AsyncIterable<Buffer>,
  maxLength: number,
): Promise<StoredPart> {
  const temporary = join(folder, `tmp-${newUuid()}`)
  const hash = createHash('md5')
  let size = 0
  let eTag = ''

  async function* bytesAndDigest() {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxLength) throw new PartTooLong(`a part of at most ${maxLength} bytes is longer`)
      hash.update(chunk)
      yield chunk
    }
    const digest = hash.digest()
    eTag = digest.toString('hex')
    yield digest
  }

  try {
    const file = createWriteStream(temporary, { flags: 'wx', flush: true, highWaterMark: writeBuffer })
    await pipeline(bytesAndDigest, file)
    await rename(temporary, join(folder, partName(partNumber)))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(folder)
  return { partNumber, eTag, size }
}

/** The parts in a folder, in order. */
export async function readParts(folder: string): Promise<StoredPart[]> {
  const names = (await readdir(folder)).filter(isPartName).sort()
  const parts: StoredPart[] = []
  for (let i = 0; i < names.length; i += readsAtOnce) {
    parts.push(
      ...(await Promise.all(names.slice(i, i + readsAtOnce).map((name) => readPartRecord(folder, name)))),
    )
  }
  return parts
}

async function readPartRecord(folder: string, name: string): Promise<StoredPart> {
  const handle = await open(join(folder, name), 'r')
  try {
    const size = (await handle.stat()).size - digestLength
    const { buffer } = await handle.read({ buffer: Buffer.alloc(digestLength), position: size })
    return { partNumber: Number(name), eTag: buffer.toString('hex'), size }
  } finally {
    await handle.close()
  }
}
