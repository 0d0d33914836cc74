// Reads a clip with independent tools: ffprobe, and ffmpeg without the options of the server.
import { execFileSync, spawnSync } from 'node:child_process'
import { frameSize, readNumber, readPatches, type Size } from './numbered-frames.ts'

export type Track = {
  codec_type: string
  codec_name: string
  profile?: string
  pix_fmt?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  r_frame_rate: string
  has_b_frames?: number
  start_pts?: number
  color_space?: string
  color_transfer?: string
  color_primaries?: string
  color_range?: string
  channels?: number
  duration?: string
  side_data_list?: unknown[]
}

export type Inspected = {
  tracks: Track[]
  /** The times of the frames of the first video track, in seconds. */
  times: number[]
  /** The numbers of its packets that are key frames. */
  keyFrames: number[]
}

/** Everything about a clip that ffprobe tells without decoding it. */
export function inspect(path: string): Inspected {
  const entries = 'packet=stream_index,pts_time,flags'
  const args = ['-v', 'error', '-show_streams', '-show_entries', entries, '-of', 'json', path]
  const output = execFileSync('ffprobe', args, { maxBuffer: 2 ** 26 }).toString('utf8')
  const { streams, packets } = JSON.parse(output) as { streams: Track[]; packets: Packet[] }
  const video = streams.findIndex((track) => track.codec_type === 'video')
  const frames = packets.filter((packet) => packet.stream_index === video)
  return {
    tracks: streams,
    times: frames.map((packet) => Number(packet.pts_time)).toSorted((a, b) => a - b),
    keyFrames: frames.flatMap(({ flags }, n) => (flags.startsWith('K') ? [n] : [])),
  }
}

type Packet = { stream_index: number; pts_time: string; flags: string }

export function tracksOf(path: string): Track[] {
  return inspect(path).tracks
}

/** Every frame as RGB, scaled to the size in which it is read. */
export function decode(path: string, size: Size = frameSize): Buffer[] {
  return decodeAll([path], size)[0]!
}

/** A pixel format of ffmpeg, and the bytes of a pixel. */
export type PixelFormat = { format: string; bytes: number }

const rgb: PixelFormat = { format: 'rgb24', bytes: 3 }

/** The frames of several videos, decoded by one process: starting ffmpeg takes longer than decoding a clip. */
export function decodeAll(paths: string[], size: Size, { format, bytes }: PixelFormat = rgb): Buffer[][] {
  const inputs = paths.flatMap((path) => ['-i', path])
  const frames = ['-vf', `scale=${size.width}:${size.height}`, '-pix_fmt', format, '-f', 'rawvideo']
  const outputs = paths.flatMap((_, n) => [
    ...['-map', `${n}:v:0`, '-fps_mode', 'passthrough', ...frames, `pipe:${n + 3}`],
  ])
  const length = size.width * size.height * bytes
  return runToPipes([...inputs, ...outputs], paths.length).map((all) =>
    Array.from({ length: all.length / length }, (_, frame) =>
      all.subarray(frame * length, (frame + 1) * length),
    ),
  )
}

/** The numbers of the frames of each video. */
export function numbersOfAll(...paths: string[]): number[][] {
  return decodeAll(paths, frameSize).map((frames) => frames.map((pixels) => readNumber(pixels, frameSize)))
}

export function coloursOf(path: string): number[][] {
  return readPatches(decode(path)[0]!, frameSize)
}

/** When the beep begins, in seconds from the start of the audible audio. */
export function beepAt(path: string): number {
  return beepsAt(path)[0]!
}

/** The same for several files, by one process. */
export function beepsAt(...paths: string[]): number[] {
  const inputs = paths.flatMap((path) => ['-vn', '-i', path])
  const format = ['-af', 'aresample=48000:first_pts=0', '-ac', '1', '-f', 's16le']
  const outputs = paths.flatMap((_, n) => ['-map', `${n}:a:0`, ...format, `pipe:${n + 3}`])
  return runToPipes([...inputs, ...outputs], paths.length).map((bytes) => {
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
    return samples.findIndex((sample) => Math.abs(sample) > 8000) / 48_000
  })
}

/** Runs ffmpeg with outputs at pipes from `pipe:3` on, and returns what it writes to each. */
export function runToPipes(args: string[], pipes: number): Buffer[] {
  const { status, stderr, output } = spawnSync('ffmpeg', ['-v', 'error', ...args], {
    stdio: ['ignore', 'ignore', 'pipe', ...Array.from({ length: pipes }, () => 'pipe' as const)],
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
  return output.slice(3) as unknown as Buffer[]
}
