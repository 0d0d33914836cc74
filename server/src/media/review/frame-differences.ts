// The difference of each frame of a proxy from the one before, for files without the numbers of checks.
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'

const [width, height] = [32, 18]
const size = width * height

export type DifferenceWork = {
  /** The proxy. */
  source: string
  mimeType: string
  frames: number
  seconds: number
  folder: string
  signal: AbortSignal
}

export async function frameDifferences(find: FindTools, work: DifferenceWork): Promise<Float32Array> {
  const { ffmpeg } = await find()
  const { source, folder, signal, seconds, frames } = work
  const difference = new Float32Array(frames)
  let [n, rest]: [number, Buffer] = [0, Buffer.alloc(0)]
  let before: Buffer | undefined
  const onOutput = (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (; at + size <= bytes.length; at += size) {
      const frame = bytes.subarray(at, at + size)
      if (n < frames) difference[n] = before ? meanDifference(frame, before) : 255
      before = Buffer.from(frame)
      n++
    }
    rest = Buffer.from(bytes.subarray(at))
  }
  const args = [
    ...inputOf({ ...work, report: () => {} }),
    ...['-map', '0:v:0', '-vf', `scale=${width}:${height}:flags=area,format=gray`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
  ]
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds, background: true, onOutput })
  return difference
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < size; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / size
}
