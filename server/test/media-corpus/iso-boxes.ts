// Changes in finished MP4 and QuickTime files that ffmpeg does not write, or not in every version.
import { readFileSync, writeFileSync } from 'node:fs'

/** Rotates the video by quarter turns, clockwise: sets the matrix in the header of the first track. */
export function turn(quarters: 1 | 2 | 3): (path: string) => void {
  const matrices = {
    1: [0, 1, -1, 0],
    2: [-1, 0, 0, -1],
    3: [0, -1, 1, 0],
  }
  return (path) => {
    const bytes = readFileSync(path)
    const at = bytes.indexOf('tkhd') + 4 + 40
    const [a, b, c, d] = matrices[quarters] as [number, number, number, number]
    for (const [index, value] of [a, b, 0, c, d, 0].entries())
      bytes.writeInt32BE(value * 65_536, at + index * 4)
    writeFileSync(path, bytes)
  }
}

/** Writes a number over a field of the first box of a kind. */
export function patch(bytes: Buffer, box: string, offset: number, value: number, width: 2 | 4 = 4): Buffer {
  const patched = Buffer.from(bytes)
  const at = patched.indexOf(box) + 4 + offset
  if (width === 4) patched.writeUInt32BE(value, at)
  else patched.writeUInt16BE(value, at)
  return patched
}
