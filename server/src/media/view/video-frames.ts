// Frames of a video as images, cut from its proxy: exact, because they are found by number and not by time.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { plainFileSize } from '../../sandbox/view.ts'
import { runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { type ReadRange, readIndex, readStream, unreadable } from './proxy-samples.ts'

export type FrameWork = {
  read: ReadRange
  frames: readonly number[]
  /** The largest side of the images. */
  side: number
  /** Where the images are written; their names begin with `name`. */
  folder: string
  name: string
  seconds: number
  signal: AbortSignal
}

/** Returns the path of each frame's image. */
export async function cutFrames(find: FindTools, work: FrameWork): Promise<Map<number, string>> {
  const { folder, name, signal, seconds, side } = work
  const frames = [...new Set(work.frames)].sort((a, b) => a - b)
  const { ffmpeg } = await find()
  const { bytes, wanted } = await readStream(await readIndex(work.read), frames, work.read)
  const chosen = wanted.map((n) => `eq(n\\,${n})`).join('+')
  const size = `scale=w=min(iw\\,${side}):h=min(ih\\,${side}):force_original_aspect_ratio=decrease`
  await runFfmpeg({
    program: ffmpeg,
    args: [
      ...['-protocol_whitelist', 'pipe', '-format_whitelist', 'h264', '-codec_whitelist', 'h264'],
      ...['-threads', '1', '-f', 'h264', '-i', 'pipe:0', '-vf', `select=${chosen},${size}`],
      ...['-fps_mode', 'passthrough', '-frames:v', String(frames.length)],
      // Compressing a PNG would take longer than decoding the frame.
      ...['-c:v', 'png', '-compression_level', '0', '-f', 'image2', `${name}-%d.png`],
    ],
    ...{ folder, signal, seconds, bytes: 64 * 2 ** 20 },
    input: Readable.from([bytes]),
  })
  const paths = new Map(frames.map((frame, n) => [frame, join(folder, `${name}-${n + 1}.png`)]))
  for (const path of paths.values()) if (!(await plainFileSize(path))) throw unreadable()
  return paths
}
