// Reads the time reference of Broadcast Wave from the start of a file, without a decoder: for files that were probed before their
// timecode was stored. The bytes come from a stranger: every offset is checked.

/** Enough for the chunks that recorders write before the samples. */
export const broadcastWaveBytes = 256 * 1024

const timeReferenceAt = 338

/** Samples since midnight; null if there is no `bext` chunk in these bytes. */
export function timeReferenceOf(head: Buffer): number | null {
  const form = head.toString('latin1', 0, 4)
  if ((form !== 'RIFF' && form !== 'RF64') || head.toString('latin1', 8, 12) !== 'WAVE') return null
  let at = 12
  while (at + 8 <= head.length) {
    const [name, size] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)]
    const data = at + 8
    if (name === 'bext') {
      if (size < timeReferenceAt + 8 || data + timeReferenceAt + 8 > head.length) return null
      const samples = head.readBigUInt64LE(data + timeReferenceAt)
      return samples <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(samples) : null
    }
    at = data + size + (size % 2)
  }
  return null
}
