// Gathers small pieces into large ones: an archive of 10,000 small files would be sent in 20,000 pieces.
import type { Pieces } from '../read-pieces.ts'

const packLength = 2 ** 18
/** Pieces from this length on are sent as they are; less free space in a pack is left unused. */
const large = 2 ** 14
/** Pieces are not held back for longer than this. */
const maxWaitMs = 1_000

export type Packer = {
  /** The free space of the current pack. A piece that is read into it need not be copied. */
  nextBuffer(): Buffer
  /** A piece that this returns is valid until the next one but one is asked for. */
  pack(pieces: AsyncIterable<Buffer>): Pieces
}

/** One pack is filled while the other is sent. */
export function createPacker(): Packer {
  const packs = [Buffer.allocUnsafeSlow(packLength), Buffer.allocUnsafeSlow(packLength)] as const
  let current: 0 | 1 = 0
  let used = 0
  let sentAt = performance.now()

  function take(): Buffer {
    const full = packs[current].subarray(0, used)
    current = current === 0 ? 1 : 0
    used = 0
    sentAt = performance.now()
    return full
  }

  /** Whether the piece was read into the free space. */
  const isInPlace = (piece: Buffer) =>
    piece.buffer === packs[current].buffer && piece.byteOffset === packs[current].byteOffset + used

  async function* pack(pieces: AsyncIterable<Buffer>): Pieces {
    for await (const piece of pieces) {
      const inPlace = isInPlace(piece)
      const goesAlone = !inPlace && piece.length >= large
      if (used > 0 && !inPlace && (goesAlone || used + piece.length > packLength)) yield take()
      if (goesAlone) {
        yield piece
        continue
      }
      if (!inPlace) piece.copy(packs[current], used)
      used += piece.length
      if (packLength - used < large || performance.now() - sentAt > maxWaitMs) yield take()
    }
    if (used > 0) yield take()
  }

  return { nextBuffer: () => packs[current].subarray(used), pack }
}
