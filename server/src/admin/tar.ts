// The part of the tar format that a backup needs: plain files, with pax headers where a name or a size is too long
// for the old fields. Any tar program can read it.

const blockSize = 512
const largestPlainSize = 8 ** 11 - 1

export type TarHeader = {
  name: string
  size: number
  mode: number
  /** Seconds since 1970. */
  time: number
}

export const tarEnd = Buffer.alloc(2 * blockSize)

/** The header before the content of a file; `tarPadding` follows the content. */
export function tarHeader(header: TarHeader): Buffer {
  const { name, size } = header
  const isPlain = /^[\x20-\x7e]{1,100}$/.test(name) && size <= largestPlainSize
  if (isPlain) return block(header, '0')
  const records = Buffer.from(record('path', name) + record('size', String(size)))
  return Buffer.concat([
    block({ ...header, name: 'pax', size: records.length }, 'x'),
    records,
    tarPadding(records.length),
    block({ ...header, name: 'see-pax-header', size: Math.min(size, largestPlainSize) }, '0'),
  ])
}

/** Fills the last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize)
}

function block({ name, size, mode, time }: TarHeader, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(blockSize)
  const octal = (value: number, at: number, length: number) =>
    bytes.write(value.toString(8).padStart(length, '0'), at, 'latin1')
  bytes.write(name, 0, 'latin1')
  octal(mode, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(time, 136, 11)
  bytes.write(type, 156, 'latin1')
  bytes.write('ustar\x0000', 257, 'latin1')
  octal(checksum(bytes), 148, 6)
  bytes.write('\0 ', 154, 'latin1')
  return bytes
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
function checksum(bytes: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < blockSize; i++) if (i < 148 || i >= 156) sum += bytes[i]!
  return sum
}

/** `LENGTH key=value`, where the length counts its own digits. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (String(length).length + bytes !== length) length = String(length).length + bytes
  return length + rest
}

export type TarEntry = Omit<TarHeader, 'time'> & {
  /** Must be read before the next entry; unread content is skipped. */
  content: AsyncGenerator<Buffer, void>
}

export type ByteReader = {
  /** Reads between one byte and `limit` bytes. Throws at the end of the input. */
  some(limit: number): Promise<Buffer>
  /** Skips the rest of the input. */
  drain(): Promise<void>
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async some(limit) {
      while (rest.length === 0) {
        const { value, done } = await iterator.next()
        if (done) throw new Error('it is incomplete')
        rest = value
      }
      const taken = rest.subarray(0, limit)
      rest = rest.subarray(taken.length)
      return taken
    },
    async drain() {
      while (!(await iterator.next()).done);
    },
  }
}

async function exactly(reader: ByteReader, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let left = size; left > 0; left -= pieces.at(-1)!.length) pieces.push(await reader.some(left))
  return Buffer.concat(pieces)
}

const largestPaxHeader = 65_536

export async function* readTar(reader: ByteReader): AsyncGenerator<TarEntry, void> {
  let pax: Record<string, string> = {}
  for (;;) {
    const header = await exactly(reader, blockSize)
    if (header.every((byte) => byte === 0)) return
    const { type, ...plain } = parseBlock(header)
    if (type === 'x') {
      if (plain.size > largestPaxHeader) throw new Error('it has a header that is too long')
      pax = parseRecords(await exactly(reader, plain.size))
      await exactly(reader, tarPadding(plain.size).length)
      continue
    }
    if (type !== '0') throw new Error(`it has an entry of the unknown type "${type}"`)
    const name = pax.path ?? plain.name
    const size = pax.size === undefined ? plain.size : Number(pax.size)
    if (!Number.isSafeInteger(size)) throw new Error('it has a size that is not a number')
    const bytes = { left: size }
    yield { name, size, mode: plain.mode, content: readContent(reader, bytes) }
    while (bytes.left > 0) bytes.left -= (await reader.some(bytes.left)).length
    await exactly(reader, tarPadding(size).length)
    pax = {}
  }
}

async function* readContent(reader: ByteReader, bytes: { left: number }): AsyncGenerator<Buffer, void> {
  while (bytes.left > 0) {
    const piece = await reader.some(bytes.left)
    bytes.left -= piece.length
    yield piece
  }
}

function parseBlock(bytes: Buffer) {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to).replace(/\0.*$/s, '')
  const octal = (from: number, to: number) => Number.parseInt(text(from, to), 8)
  if (octal(148, 155) !== checksum(bytes)) throw new Error('it has a header with a wrong checksum')
  return { name: text(0, 100), mode: octal(100, 107), size: octal(124, 135), type: text(156, 157) }
}

function parseRecords(bytes: Buffer): Record<string, string> {
  const records: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 10), 10)
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.toString('utf8', at, at + length)) ?? []
    if (key === undefined) throw new Error('it has a header that cannot be read')
    records[key] = value!
    at += length
  }
  return records
}
