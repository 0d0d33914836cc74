// The records of a ZIP file (PKWARE's APPNOTE.TXT 6.3). Entries are stored without compression: media does not shrink, and
// so the length of every record is known before its bytes are.

export type ZipEntry = {
  name: string
  size: number
  /** CRC-32; null: it follows the bytes, in a descriptor. */
  crc: number | null
  modifiedAt: Date
}

/** Sizes and offsets from here on do not fit into 32 bits, and are written as 64 bits. */
const limit32 = 0xffffffff
const limit16 = 0xffff

const utf8Name = 1 << 11
const crcFollows = 1 << 3
/** 2.0, and 4.5 for sizes of 64 bits. */
const versions = { plain: 20, zip64: 45 }
/** Written as by Unix, so that the mode below is read. */
const madeBy = (3 << 8) | versions.zip64
/** A regular file that everybody may read. */
const fileMode = 0o100644

const localLength = 30
const centralLength = 46
/** The time of modification in seconds, which the old field has in units of two, without a time zone. */
const timeLength = 9

export function localHeaderLength({ name, size }: Pick<ZipEntry, 'name' | 'size'>): number {
  return localLength + Buffer.byteLength(name) + timeLength + (isLarge(size) ? 20 : 0)
}

export function descriptorLength({ size, crc }: Pick<ZipEntry, 'size' | 'crc'>): number {
  if (crc !== null) return 0
  return isLarge(size) ? 24 : 16
}

/** The length of an entry with its header and its descriptor. */
export function entryLength(entry: Omit<ZipEntry, 'modifiedAt'>): number {
  return localHeaderLength(entry) + entry.size + descriptorLength(entry)
}

export function centralHeaderLength({ name, size }: Pick<ZipEntry, 'name' | 'size'>, start: number): number {
  const numbers = (isLarge(size) ? 16 : 0) + (isLarge(start) ? 8 : 0)
  return centralLength + Buffer.byteLength(name) + timeLength + (numbers > 0 ? 4 + numbers : 0)
}

export function localHeader({ name, size, crc, modifiedAt }: ZipEntry): Buffer {
  const known = crc === null ? 0 : size
  const extra = [timeExtra(modifiedAt), isLarge(size) ? zip64Extra([known, known]) : empty]
  const path = Buffer.from(name)
  const header = Buffer.alloc(localLength)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(isLarge(size) ? versions.zip64 : versions.plain, 4)
  writeCommon(header, 6, { crc, size: isLarge(size) ? limit32 : known, modifiedAt })
  header.writeUInt16LE(path.length, 26)
  header.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([header, path, ...extra])
}

export function descriptor({ size }: Pick<ZipEntry, 'size'>, crc: number): Buffer {
  const record = Buffer.alloc(descriptorLength({ size, crc: null }))
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  if (isLarge(size)) {
    record.writeBigUInt64LE(BigInt(size), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(size, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

/** The entry in the directory. Unlike the local header, it always has the CRC. */
export function centralHeader(entry: ZipEntry, crc: number, start: number): Buffer {
  const { name, size, modifiedAt } = entry
  const large = [...(isLarge(size) ? [size, size] : []), ...(isLarge(start) ? [start] : [])]
  const extra = [timeExtra(modifiedAt), large.length > 0 ? zip64Extra(large) : empty]
  const path = Buffer.from(name)
  const header = Buffer.alloc(centralLength)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(madeBy, 4)
  header.writeUInt16LE(large.length > 0 ? versions.zip64 : versions.plain, 6)
  writeCommon(header, 8, { crc: entry.crc, size: Math.min(size, limit32), modifiedAt })
  header.writeUInt32LE(crc, 16)
  header.writeUInt16LE(path.length, 28)
  header.writeUInt16LE(lengthOf(extra), 30)
  header.writeUInt32LE(fileMode * 2 ** 16, 38)
  header.writeUInt32LE(Math.min(start, limit32), 42)
  return Buffer.concat([header, path, ...extra])
}

export type Directory = { count: number; start: number; length: number }

/** The end of the file, by which a reader finds the directory. */
export function endRecords({ count, start, length }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, limit16), 8)
  end.writeUInt16LE(Math.min(count, limit16), 10)
  end.writeUInt32LE(Math.min(length, limit32), 12)
  end.writeUInt32LE(Math.min(start, limit32), 16)
  if (count < limit16 && !isLarge(start) && !isLarge(length)) return end
  const large = Buffer.alloc(56)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(madeBy, 12)
  large.writeUInt16LE(versions.zip64, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(length), 40)
  large.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}

const empty = Buffer.alloc(0)

function isLarge(number: number): boolean {
  return number >= limit32
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** The fields from the flags to the sizes, which both headers have in this order. */
function writeCommon(
  header: Buffer,
  at: number,
  { crc, size, modifiedAt }: { crc: number | null; size: number; modifiedAt: Date },
): void {
  const { date, time } = dosTime(modifiedAt)
  header.writeUInt16LE(utf8Name | (crc === null ? crcFollows : 0), at)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(crc ?? 0, at + 8)
  header.writeUInt32LE(size, at + 12)
  header.writeUInt32LE(size, at + 16)
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [i, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * i)
  return extra
}

function timeExtra(time: Date): Buffer {
  const extra = Buffer.alloc(timeLength)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  const seconds = Math.floor(time.getTime() / 1000)
  extra.writeInt32LE(Math.max(0, Math.min(seconds, 0x7fffffff)), 5)
  return extra
}

/** The time in UTC, between 1980 and 2107. */
function dosTime(given: Date): { date: number; time: number } {
  const year = given.getUTCFullYear()
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 }
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 }
  return {
    date: ((year - 1980) << 9) | ((given.getUTCMonth() + 1) << 5) | given.getUTCDate(),
    time: (given.getUTCHours() << 11) | (given.getUTCMinutes() << 5) | (given.getUTCSeconds() >> 1),
  }
}
