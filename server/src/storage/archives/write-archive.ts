// Writes a ZIP, or a range of it, from the rows of an archive: one object at a time, and always the same bytes.
import type { Sql } from '../../core/sql.ts'
import type { ByteRange } from '../../core/storage.ts'
import type { Pieces, ReadPieces } from '../read-pieces.ts'
import { type ArchiveEntry, type ArchiveRow, entriesFrom, textPieces } from './archive-rows.ts'
import { crc32, joinedCrc32 } from './crc32.ts'
import { createObjectCrcs, type ObjectCrcs, type Prefix, storedPrefix } from './object-crcs.ts'
import { createPacker } from './packer.ts'
import {
  centralHeader,
  centralHeaderLength,
  descriptor,
  descriptorLength,
  endRecords,
  localHeader,
  localHeaderLength,
} from './zip-format.ts'

export type ArchiveSource = { sql: Sql; readPieces: ReadPieces }

type Writing = ArchiveSource & {
  archive: ArchiveRow
  range: ByteRange
  nextBuffer: () => Buffer
  gone: AbortSignal
  crcs: ObjectCrcs
}

/** The bytes of a range of the ZIP. */
export async function* archivePieces(
  source: ArchiveSource,
  archive: ArchiveRow,
  range: ByteRange,
  gone: AbortSignal,
): Pieces {
  const crcs = createObjectCrcs(source.sql)
  const { nextBuffer, pack } = createPacker()
  try {
    yield* pack(writeZip({ ...source, archive, range, nextBuffer, gone, crcs }))
  } finally {
    // The client may be gone: what was learnt so far serves the next range.
    await crcs.store()
  }
}

async function* writeZip(writing: Writing): Pieces {
  const { archive, range } = writing
  if (range.start < archive.directoryStart) yield* writeEntries(writing)
  if (range.end >= archive.directoryStart) yield* writeDirectory(writing)
}

async function* writeEntries(writing: Writing): Pieces {
  const { sql, archive, range, crcs } = writing
  for await (const entry of entriesFrom(sql, archive.id, range.start, crcs.store)) {
    if (entry.start > range.end) return
    yield* clip(range, entry.start, localHeader(entry))
    const dataStart = entry.start + localHeaderLength(entry)
    const sent = yield* writeData(writing, entry, dataStart)
    const end = dataStart + entry.size
    if (overlaps(range, end, descriptorLength(entry)))
      yield* clip(range, end, descriptor(entry, await crcOf(writing, entry, sent)))
  }
}

/** The CRC of what was sent of an entry: of all from its first byte on, or of a part that does not begin there. */
type Sent = { prefix: Prefix; tail: { start: number; crc: number } | undefined }

/** Writes the part of the data that is in the range. */
async function* writeData(
  writing: Writing,
  entry: ArchiveEntry,
  dataStart: number,
): AsyncGenerator<Buffer, Sent, undefined> {
  const { range, crcs } = writing
  const { size, objectId } = entry
  let prefix = entry.prefix ?? { length: 0, crc: 0 }
  const from = Math.max(0, range.start - dataStart)
  const to = Math.min(size, range.end + 1 - dataStart)
  if (from >= to) return { prefix, tail: undefined }
  const isLearning = entry.crc === null && objectId !== null && prefix.length < size
  const tail = isLearning && from > prefix.length ? { start: from, crc: 0 } : undefined
  let at = from
  for await (const piece of dataPieces(writing, entry, from, to)) {
    const end = at + piece.length
    if (tail) tail.crc = crc32(piece, tail.crc)
    else if (isLearning && end > prefix.length) {
      const added = piece.subarray(Math.max(0, prefix.length - at))
      prefix = { length: end, crc: crc32(added, prefix.crc) }
      await crcs.learn(objectId, prefix, added.length)
    }
    at = end
    yield piece
  }
  return { prefix, tail }
}

function dataPieces(
  { sql, archive, readPieces, nextBuffer, gone }: Writing,
  entry: ArchiveEntry,
  from: number,
  to: number,
): Pieces {
  if (entry.objectId === null) return textPieces(sql, archive.id, from, to)
  return readPieces(entry.objectId, { start: from, end: to - 1 }, nextBuffer, gone)
}

/** The CRC of an entry. Bytes that no download has sent yet are read now. */
async function crcOf(writing: Writing, entry: ArchiveEntry, sent?: Sent): Promise<number> {
  const { sql } = writing
  const { crc, size, objectId } = entry
  if (crc !== null) return crc
  if (objectId === null) throw new Error(`entry ${entry.number} has neither an object nor a CRC`)
  const tail = sent?.tail
  const wanted = tail?.start ?? size
  let prefix = sent?.prefix ?? entry.prefix ?? { length: 0, crc: 0 }
  if (prefix.length < wanted) prefix = (await storedPrefix(sql, objectId)) ?? prefix
  if (prefix.length < wanted) prefix = await readPrefix(writing, objectId, prefix, wanted)
  if (prefix.length === size) return prefix.crc
  // Another download may have got beyond the start of the tail.
  if (!tail || prefix.length > tail.start) return (await readPrefix(writing, objectId, prefix, size)).crc
  const whole = { length: size, crc: joinedCrc32(prefix.crc, tail.crc, size - tail.start) }
  await writing.crcs.learn(objectId, whole, size - prefix.length)
  return whole.crc
}

/** Reads on from a known prefix, into a buffer of its own: the others hold bytes that wait for the client. */
async function readPrefix(
  { readPieces, crcs, gone }: Writing,
  objectId: string,
  known: Prefix,
  length: number,
): Promise<Prefix> {
  const buffer = Buffer.allocUnsafeSlow(2 ** 18)
  const range = { start: known.length, end: length - 1 }
  let prefix = known
  for await (const piece of readPieces(objectId, range, () => buffer, gone)) {
    gone.throwIfAborted()
    prefix = { length: prefix.length + piece.length, crc: crc32(piece, prefix.crc) }
    await crcs.learn(objectId, prefix, piece.length)
  }
  return prefix
}

async function* writeDirectory(writing: Writing): Pieces {
  const { sql, archive, range, crcs } = writing
  const { entryCount: count, directoryStart: start } = archive
  let at = start
  for await (const entry of entriesFrom(sql, archive.id, 0, crcs.store)) {
    const length = centralHeaderLength(entry, entry.start)
    if (overlaps(range, at, length))
      yield* clip(range, at, centralHeader(entry, await crcOf(writing, entry), entry.start))
    at += length
    if (at > range.end) return
  }
  yield* clip(range, at, endRecords({ count, start, length: at - start }))
}

function overlaps({ start, end }: ByteRange, at: number, length: number): boolean {
  return length > 0 && at + length > start && at <= end
}

/** The part of a record at an offset that is in the range. */
function* clip(
  { start, end }: ByteRange,
  at: number,
  record: Buffer,
): Generator<Buffer, undefined, undefined> {
  const piece = record.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
  if (piece.length > 0) yield piece
}
