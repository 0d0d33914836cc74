// The sources of uploads, split into parts.
import { nodeModule } from './node.ts'

/** A path works in Node only; a stream requires `size`. */
export type UploadSource = string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

export interface Source {
  /** The name, when the source has one. */
  name: string | undefined
  size: number
  /** Whether a part can be read again. */
  repeatable: boolean
  /** Yields the wanted parts of this many bytes, in order and on demand. */
  cut(partSize: number, wanted: (partNumber: number) => boolean): AsyncGenerator<Part, void, undefined>
}

export interface Part {
  partNumber: number
  body: Blob
}

export async function openSource(source: UploadSource, size: number | undefined): Promise<Source> {
  if (typeof source === 'string') {
    // Read while it is sent; the read fails if the file changes meanwhile.
    const blob = await nodeModule('node:fs').openAsBlob(source)
    return sliced(blob.size, (start, end) => blob.slice(start, end), nodeModule('node:path').basename(source))
  }
  if (source instanceof Blob) {
    const { name } = source as { name?: string }
    return sliced(source.size, (start, end) => source.slice(start, end), name)
  }
  if (source instanceof Uint8Array) {
    return sliced(
      source.length,
      (start, end) => new Blob([source.subarray(start, end) as Uint8Array<ArrayBuffer>]),
    )
  }
  if (size === undefined) {
    throw new TypeError('A stream requires `size` in bytes: the upload starts with it.')
  }
  return streamed(source, size)
}

function sliced(size: number, slice: (start: number, end: number) => Blob, name?: string): Source {
  return {
    name,
    size,
    repeatable: true,
    async *cut(partSize, wanted) {
      // An empty file has one empty part.
      for (let partNumber = 1, start = 0; start < size || partNumber === 1; partNumber++, start += partSize) {
        if (wanted(partNumber)) yield { partNumber, body: slice(start, Math.min(size, start + partSize)) }
      }
    },
  }
}

/** Holds each part in memory until it is stored: it may have to be sent again. */
function streamed(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>, size: number): Source {
  return {
    name: undefined,
    size,
    repeatable: false,
    async *cut(partSize, wanted) {
      let partNumber = 1
      let length = 0
      let total = 0
      let pieces: Uint8Array<ArrayBuffer>[] = []
      for await (let chunk of chunks(source)) {
        total += chunk.length
        if (total > size) throw new RangeError(`The stream is longer than its size, ${size} bytes.`)
        while (chunk.length > 0) {
          const piece = chunk.subarray(0, partSize - length)
          chunk = chunk.subarray(piece.length)
          length += piece.length
          // Copied, because a stream may reuse its buffer.
          if (wanted(partNumber)) pieces.push(piece.slice())
          if (length < partSize) continue
          if (wanted(partNumber)) yield { partNumber, body: new Blob(pieces) }
          pieces = []
          length = 0
          partNumber++
        }
      }
      if (total < size) throw new RangeError(`The stream ended after ${total} of ${size} bytes.`)
      if ((length > 0 || size === 0) && wanted(partNumber)) yield { partNumber, body: new Blob(pieces) }
    },
  }
}

async function* chunks(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in source)) return yield* source
  // Not every browser supports iterating over a stream.
  const reader = source.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
