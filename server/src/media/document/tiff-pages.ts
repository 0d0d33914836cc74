// The pages of a TIFF: its directories, without the smaller copies and masks that cameras and Photoshop store beside an image.
import { open } from 'node:fs/promises'

/** A longer chain is a loop, or no document. */
const maxDirectories = 10_000
const maxEntries = 4_096

type Layout = { little: boolean; big: boolean; first: number }
type Read = (offset: number, length: number) => Promise<Buffer>

/** The numbers of the directories that are pages; at least the first. */
export async function readTiffPages(path: string): Promise<number[]> {
  const file = await open(path)
  try {
    const read: Read = async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    }
    const pages: number[] = []
    const seen = new Set<number>()
    const layout = await readLayout(read)
    let offset = layout?.first ?? 0
    for (let number = 0; layout && offset > 0 && number < maxDirectories && !seen.has(offset); number++) {
      seen.add(offset)
      const directory = await readDirectory(read, offset, layout)
      if (!directory) break
      if (!directory.isCopy) pages.push(number)
      offset = directory.next
    }
    return pages.length === 0 ? [0] : pages
  } finally {
    await file.close()
  }
}

async function readLayout(read: Read): Promise<Layout | undefined> {
  const head = await read(0, 16)
  if (head.length < 16) return undefined
  const little = head.toString('latin1', 0, 2) === 'II'
  const big = number(head, 2, 2, little) === 43
  return { little, big, first: number(head, big ? 8 : 4, big ? 8 : 4, little) }
}

/** Bit 0 of NewSubfileType: a smaller copy; bit 2: a mask. */
const newSubfileType = 254
const copyOrMask = 0b101

async function readDirectory(read: Read, offset: number, { little, big }: Layout) {
  const [countSize, entrySize, linkSize] = big ? [8, 20, 8] : [2, 12, 4]
  const head = await read(offset, countSize)
  if (head.length < countSize) return undefined
  const count = number(head, 0, countSize, little)
  if (count < 1 || count > maxEntries) return undefined
  const bytes = await read(offset + countSize, count * entrySize + linkSize)
  if (bytes.length < count * entrySize) return undefined
  let isCopy = false
  for (let at = 0; at < count * entrySize; at += entrySize) {
    if (number(bytes, at, 2, little) !== newSubfileType) continue
    isCopy = (number(bytes, at + (big ? 12 : 8), 4, little) & copyOrMask) !== 0
  }
  const hasNext = bytes.length === count * entrySize + linkSize
  return { isCopy, next: hasNext ? number(bytes, count * entrySize, linkSize, little) : 0 }
}

function number(bytes: Buffer, at: number, size: number, little: boolean): number {
  if (size === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)
}
