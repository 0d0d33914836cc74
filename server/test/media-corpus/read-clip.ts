// Reads a clip with independent tools: ffprobe, and ffmpeg without the options of the server.
import { execFileSync } from 'node:child_process'
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
  nb_read_frames?: string
  duration?: string
  side_data_list?: unknown[]
}

export function tracksOf(path: string): Track[] {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', path]
  return JSON.parse(execFileSync('ffprobe', args, { maxBuffer: 2 ** 24 }).toString('utf8')).streams
}

/** Every frame as RGB, scaled to the size in which it is read. */
export function decode(path: string, size: Size = frameSize): Buffer[] {
  const args = ['-v', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough']
  const output = ['-vf', `scale=${size.width}:${size.height}`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-']
  const bytes = execFileSync('ffmpeg', [...args, ...output], { maxBuffer: 2 ** 28 })
  const length = size.width * size.height * 3
  return Array.from({ length: bytes.length / length }, (_, n) => bytes.subarray(n * length, (n + 1) * length))
}

export function numbersOf(path: string): number[] {
  return decode(path).map((pixels) => readNumber(pixels, frameSize))
}

export function coloursOf(path: string): number[][] {
  return readPatches(decode(path)[0]!, frameSize)
}

/** When the beep begins, in seconds from the start of the audible audio. */
export function beepAt(path: string): number {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-vn',
    '-af',
    'aresample=48000:first_pts=0',
    '-ac',
    '1',
    '-f',
    's16le',
    '-',
  ]
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 26 })
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  return samples.findIndex((sample) => Math.abs(sample) > 8000) / 48_000
}

/** The times of the frames, in seconds. */
export function frameTimes(path: string): number[] {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
    path,
  ]
  const lines = execFileSync('ffprobe', args, { maxBuffer: 2 ** 26 })
    .toString('latin1')
    .trim()
    .split('\n')
  return lines.map(Number).toSorted((a, b) => a - b)
}

export function keyFrames(path: string): number[] {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=flags',
    '-of',
    'csv=p=0',
    path,
  ]
  const flags = execFileSync('ffprobe', args, { maxBuffer: 2 ** 26 })
    .toString('latin1')
    .trim()
    .split('\n')
  return flags.flatMap((flag, n) => (flag.startsWith('K') ? [n] : []))
}
