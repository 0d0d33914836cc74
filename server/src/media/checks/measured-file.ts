// The numbers of a file as bytes, stored beside its previews: another profile is judged without decoding the file again.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Measured } from './finding.ts'

/** Stored bytes of another layout are not read: the file is measured again. Raise it when a number changes its meaning. */
export const measuredLayout = 1

const mark = Buffer.from('DLCK')
/** Of the unpacked numbers: ten hours at 120 frames per second have about 150 MB. */
const mostBytes = 2 ** 30

const kinds = { Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Float32Array, Float64Array }
type Kind = keyof typeof kinds
type Numbers = InstanceType<(typeof kinds)[Kind]>
/** Stands in the JSON for an array of numbers, which follow the JSON in order. */
type Placeholder = { $numbers: Kind; length: number }

/** Layout: mark, a byte of version, the size of the JSON as four bytes, the JSON, and the numbers of each array; all but the first five bytes are packed by gzip. */
export async function writeMeasured(measured: Measured): Promise<Buffer> {
  const arrays: Numbers[] = []
  const json = Buffer.from(
    JSON.stringify(measured, (_key, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value
      const numbers = value as Numbers
      arrays.push(numbers)
      const kind = Object.getPrototypeOf(numbers).constructor.name as Kind
      return { $numbers: kind, length: numbers.length } satisfies Placeholder
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(json.length)
  const parts = arrays.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  )
  const packed = await promisify(gzip)(Buffer.concat([size, json, ...parts]), { level: 4 })
  return Buffer.concat([mark, Buffer.of(measuredLayout), packed])
}

/** Undefined for bytes of another layout. Throws on damaged bytes. */
export async function readMeasured(bytes: Uint8Array): Promise<Measured | undefined> {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!stored.subarray(0, mark.length).equals(mark) || stored[mark.length] !== measuredLayout)
    return undefined
  const unpacked: Buffer = await promisify(gunzip)(stored.subarray(mark.length + 1), {
    maxOutputLength: mostBytes,
  })
  const jsonEnd = 4 + unpacked.readUInt32LE(0)
  let at = jsonEnd
  const take = ({ $numbers, length }: Placeholder): Numbers => {
    const numbers = new kinds[$numbers](length)
    const part = unpacked.subarray(at, at + numbers.byteLength)
    if (part.length < numbers.byteLength) throw new Error('The stored measurements end too early.')
    new Uint8Array(numbers.buffer).set(part)
    at += numbers.byteLength
    return numbers
  }
  return withNumbers(JSON.parse(unpacked.toString('utf8', 4, jsonEnd)), take) as Measured
}

/** In the order in which `JSON.stringify` has visited them. */
function withNumbers(value: unknown, take: (placeholder: Placeholder) => Numbers): unknown {
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, take))
  if (typeof value !== 'object' || value === null) return value
  if ('$numbers' in value) return take(value as Placeholder)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNumbers(item, take)]))
}
