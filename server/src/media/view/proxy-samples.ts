// Finds frames in a proxy without reading all of it. A proxy is an MP4 with its index first, one sample per frame in the order of
// display, and a key frame every quarter second (`video/proxy.ts`): frame n is sample n, and decoding begins at the key frame before.
// The proxy was made from a stranger's file, so nothing in it is believed: every number is checked against the bytes.
import type { ByteRange } from '../../core/storage.ts'
import { MediaFailure } from '../processor.ts'

export type ReadRange = (range: ByteRange) => Promise<Buffer>

export type ProxyIndex = {
  frames: number
  offsets: Float64Array
  sizes: Uint32Array
  /** Numbers of the key frames, ascending. */
  keyFrames: Uint32Array
  /** Bytes of the length before each NAL unit. */
  lengthSize: number
  /** Parameter sets, which precede every key frame in the stream. */
  head: Buffer
}

const firstRead = 256 * 1024
/** A day at 60 frames per second has an index of 40 MB. */
const maxIndexBytes = 64 * 2 ** 20
/** Half a second, the group of older proxies, has 0.8 MB on average, and 3 MB at most. */
const maxGroupBytes = 8 * 2 ** 20

export async function readIndex(read: ReadRange): Promise<ProxyIndex> {
  const start = await read({ start: 0, end: firstRead - 1 })
  for (let at = 0; at + 8 <= start.length; ) {
    const size = start.readUInt32BE(at)
    if (start.toString('latin1', at + 4, at + 8) === 'moov') {
      if (size > maxIndexBytes) throw unreadable()
      const end = at + size
      const rest = end > start.length ? await read({ start: start.length, end: end - 1 }) : Buffer.alloc(0)
      return parseIndex(Buffer.concat([start, rest]).subarray(at + 8, end))
    }
    if (size < 8) break
    at += size
  }
  throw unreadable()
}

/** The boxes in a box, by their types; of equal types, all. */
function boxes(bytes: Buffer): [type: string, content: Buffer][] {
  const found: [string, Buffer][] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) throw unreadable()
    found.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + size)])
    at += size
  }
  return found
}

function child(bytes: Buffer, ...path: string[]): Buffer | undefined {
  let inner: Buffer | undefined = bytes
  for (const type of path) inner = inner && boxes(inner).find(([name]) => name === type)?.[1]
  return inner
}

function parseIndex(moov: Buffer): ProxyIndex {
  for (const [type, track] of boxes(moov)) {
    const handler = type === 'trak' ? child(track, 'mdia', 'hdlr') : undefined
    if (handler?.toString('latin1', 8, 12) !== 'vide') continue
    const table = child(track, 'mdia', 'minf', 'stbl')
    if (table) return parseTable(new Map(boxes(table)))
  }
  throw unreadable()
}

function parseTable(table: ReadonlyMap<string, Buffer>): ProxyIndex {
  // Frames that are stored in another order than they are shown would get wrong numbers.
  if (table.has('ctts')) throw unreadable()
  const sizes = readSizes(required(table, 'stsz'))
  const config = child(required(table, 'stsd').subarray(8 + 8 + 78), 'avcC')
  if (!config || config.length < 7) throw unreadable()
  return {
    frames: sizes.length,
    sizes,
    offsets: readOffsets(table, sizes),
    keyFrames: readKeyFrames(table.get('stss'), sizes.length),
    lengthSize: (config[4]! & 3) + 1,
    head: parameterSets(config),
  }
}

function required(table: ReadonlyMap<string, Buffer>, type: string): Buffer {
  const box = table.get(type)
  if (!box || box.length < 8) throw unreadable()
  return box
}

/** The 32-bit numbers of a table that begins with version, flags and its length. */
function numbers(box: Buffer, perEntry: number, at = 4): { count: number; get(index: number): number } {
  const count = box.length >= at + 4 ? box.readUInt32BE(at) : 0
  if (box.length < at + 4 + count * perEntry * 4) throw unreadable()
  return { count, get: (index) => box.readUInt32BE(at + 4 + index * 4) }
}

function readSizes(box: Buffer): Uint32Array {
  const equal = box.readUInt32BE(4)
  const { count, get } = numbers(box, equal === 0 ? 1 : 0, 8)
  if (equal !== 0) throw unreadable()
  return Uint32Array.from({ length: count }, (_, index) => get(index))
}

/** Samples lie in chunks: `stsc` has the number of samples per chunk, `stco` or `co64` the place of each chunk. */
function readOffsets(table: ReadonlyMap<string, Buffer>, sizes: Uint32Array): Float64Array {
  const wide = table.get('co64')
  const chunks = numbers(wide ?? required(table, 'stco'), wide ? 2 : 1)
  const runs = numbers(required(table, 'stsc'), 3)
  const offsets = new Float64Array(sizes.length)
  let sample = 0
  for (let run = 0; run < runs.count; run++) {
    const first = runs.get(run * 3)
    const end = run + 1 < runs.count ? runs.get(run * 3 + 3) : chunks.count + 1
    const perChunk = runs.get(run * 3 + 1)
    if (first < 1 || end > chunks.count + 1 || perChunk < 1) throw unreadable()
    for (let chunk = first - 1; chunk < end - 1 && sample < sizes.length; chunk++) {
      let place = wide ? chunks.get(chunk * 2) * 2 ** 32 + chunks.get(chunk * 2 + 1) : chunks.get(chunk)
      for (let n = 0; n < perChunk && sample < sizes.length; n++) {
        offsets[sample] = place
        place += sizes[sample++]!
      }
    }
  }
  if (sample < sizes.length) throw unreadable()
  return offsets
}

/** Without the table, every frame is a key frame. */
function readKeyFrames(box: Buffer | undefined, frames: number): Uint32Array {
  if (!box) return Uint32Array.from({ length: frames }, (_, frame) => frame)
  const { count, get } = numbers(box, 1)
  return Uint32Array.from({ length: count }, (_, index) => get(index) - 1)
}

const startCode = Buffer.from([0, 0, 0, 1])

function parameterSets(config: Buffer): Buffer {
  const units: Buffer[] = []
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = config[at++]! & mask
    for (let n = 0; n < count; n++) {
      if (at + 2 > config.length) throw unreadable()
      const length = config.readUInt16BE(at)
      units.push(startCode, config.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return Buffer.concat(units)
}

export type Stream = {
  /** H.264 as a decoder reads it without a container. */
  bytes: Buffer
  /** The frames of the stream that were asked for: their numbers in the stream, ascending. */
  wanted: number[]
}

/** The stream with these frames, which must be in ascending order: from the key frame before each up to the last of its group. */
export async function readStream(
  index: ProxyIndex,
  frames: readonly number[],
  read: ReadRange,
): Promise<Stream> {
  const groups = new Map<number, number[]>()
  for (const frame of frames) {
    const key = keyFrameOf(index, frame)
    groups.set(key, [...(groups.get(key) ?? []), frame])
  }
  const parts = await Promise.all(
    [...groups].map(([key, wanted]) => readGroup(index, key, wanted.at(-1)!, read)),
  )
  const wanted: number[] = []
  let before = 0
  for (const [key, inGroup] of groups) {
    for (const frame of inGroup) wanted.push(before + frame - key)
    before += inGroup.at(-1)! - key + 1
  }
  return { bytes: Buffer.concat(parts), wanted }
}

function keyFrameOf({ frames, keyFrames }: ProxyIndex, frame: number): number {
  if (frame >= frames) throw unreadable()
  const key = keyFrames.findLast((number) => number <= frame)
  if (key === undefined) throw unreadable()
  return key
}

async function readGroup(index: ProxyIndex, first: number, last: number, read: ReadRange): Promise<Buffer> {
  const { offsets, sizes, lengthSize, head } = index
  const start = offsets[first]!
  const end = offsets[last]! + sizes[last]!
  if (end <= start || end - start > maxGroupBytes) throw unreadable()
  const bytes = await read({ start, end: end - 1 })
  if (bytes.length < end - start) throw unreadable()
  const units: Buffer[] = [head]
  for (let sample = first; sample <= last; sample++) {
    const from = offsets[sample]! - start
    if (from < 0 || from + sizes[sample]! > bytes.length) throw unreadable()
    units.push(...unitsOf(bytes.subarray(from, from + sizes[sample]!), lengthSize))
  }
  return Buffer.concat(units)
}

/** NAL units with their lengths in front → NAL units with start codes in front. */
function unitsOf(sample: Buffer, lengthSize: number): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at + lengthSize <= sample.length; ) {
    const length = sample.readUIntBE(at, lengthSize)
    at += lengthSize
    if (length === 0 || at + length > sample.length) throw unreadable()
    units.push(startCode, sample.subarray(at, at + length))
    at += length
  }
  return units
}

export function unreadable(): MediaFailure {
  return new MediaFailure('unreadable', 'The proxy of this video cannot be read. Retry its processing.', true)
}
