// The numbers of a file in one compressed file: JSON, followed by the bytes of its typed arrays. Profiles are tried on them without
// decoding the original again.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { reachStorage, type Storage } from '../../core/storage.ts'
import type { Derivative } from '../processor.ts'
import type { Measured } from './finding.ts'

export const numbersName = 'checks.bin'
export const numbersType = 'application/octet-stream'

/** Counted up when the numbers change their meaning: older files are measured again. */
const format = 1

const arrays = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const
type ArrayName = keyof typeof arrays
type Numbers = InstanceType<(typeof arrays)[ArrayName]>

/** An array in the JSON: its bytes follow in the order of the names. */
type Reference = { $array: ArrayName; length: number }

/** Numbers that an older or newer release has written. */
export class OtherFormat extends Error {
  override name = 'OtherFormat'
}

/** No program that opens uploaded files may write to this path. */
export async function writeNumbers(path: string, measured: Measured): Promise<Derivative> {
  await pipeline(
    Readable.from(pieces(measured)),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { name: numbersName, path, mimeType: numbersType }
}

function* pieces(measured: Measured): Generator<Buffer> {
  const found: Numbers[] = []
  const text = JSON.stringify({ format, measured }, (_key, value) => {
    if (!ArrayBuffer.isView(value)) return value
    found.push(value as Numbers)
    return {
      $array: value.constructor.name as ArrayName,
      length: (value as Numbers).length,
    } satisfies Reference
  })
  const json = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  yield length
  yield json
  for (const { buffer, byteOffset, byteLength } of found)
    if (byteLength > 0) yield Buffer.from(buffer, byteOffset, byteLength)
}

/** Undefined if a release has written them whose numbers mean something else. */
export async function storedNumbers(
  storage: Pick<Storage, 'read'>,
  objectId: string,
): Promise<Measured | undefined> {
  const bytes = await reachStorage(() => storage.read(objectId))
  return readNumbers(bytes).catch((error) => {
    if (error instanceof OtherFormat) return undefined
    throw error
  })
}

export async function readNumbers(bytes: Readable): Promise<Measured> {
  const gunzip = createGunzip()
  const chunks: Buffer[] = []
  gunzip.on('data', (chunk) => chunks.push(chunk))
  const ended = once(gunzip, 'end')
  await Promise.all([pipeline(bytes, gunzip), ended])
  return parse(Buffer.concat(chunks))
}

function parse(bytes: Buffer): Measured {
  const start = 4 + bytes.readUInt32LE(0)
  const parsed = JSON.parse(bytes.toString('utf8', 4, start))
  if (parsed.format !== format) throw new OtherFormat()
  let at = start
  const filled = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (isReference(value)) {
      const Numbers = arrays[value.$array]
      const size = value.length * Numbers.BYTES_PER_ELEMENT
      // A copy, because the bytes need not be aligned.
      const own = Uint8Array.prototype.slice.call(bytes, at, at + size)
      at += size
      return new Numbers(own.buffer, own.byteOffset, value.length)
    }
    for (const [key, inner] of Object.entries(value)) (value as Record<string, unknown>)[key] = filled(inner)
    return value
  }
  return filled(parsed.measured) as Measured
}

function isReference(value: object): value is Reference {
  return '$array' in value
}
