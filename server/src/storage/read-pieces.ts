// Reads objects for answers that the server streams itself, from disk or from a bucket.
import { addAbortSignal } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ByteRange, objectNotFound, type Storage, StorageRefusal } from '../core/storage.ts'
import type { DiskStorage } from './disk.ts'

export type Pieces = AsyncGenerator<Buffer, undefined, undefined>

/** The bytes of a range. A piece may be in a buffer of `nextBuffer`; the signal ends the read. */
export type ReadPieces = (
  key: string,
  range: ByteRange,
  nextBuffer: () => Buffer,
  signal: AbortSignal,
) => Pieces

export function diskPieces({ findObject }: Pick<DiskStorage, 'findObject'>): ReadPieces {
  return async function* (key, range, nextBuffer): Pieces {
    const object = await findObject(key)
    if (object === undefined) throw objectNotFound()
    yield* object.pieces(range, nextBuffer)
  }
}

/** How often a read is continued without a single byte in between. */
const maxFailures = 3
const pauseMs = 200

/** A bucket may end a connection whose client is slow: the read then continues where it stopped. */
export function bucketPieces({ read }: Pick<Storage, 'read'>): ReadPieces {
  return async function* (key, { start, end }, _nextBuffer, signal): Pieces {
    let failures = 0
    for (let at = start; at <= end; ) {
      try {
        for await (const piece of addAbortSignal(signal, await read(key, { start: at, end }))) {
          at += piece.length
          failures = 0
          yield piece
        }
        if (at <= end) throw new Error(`the object ${key} ended at byte ${at}`)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof StorageRefusal || ++failures > maxFailures) throw error
        await pause(failures * pauseMs, undefined, { signal })
      }
    }
  }
}
