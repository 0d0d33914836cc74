// Clips with faults at known frames, for checks: small frames that are drawn here and encoded by ffmpeg.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const faultySize = { width: 160, height: 96 }
const { width, height } = faultySize
const points = width * height

/** Luma, blue difference and red difference of a frame, each of full size, in limited range. */
export type Planes = { luma: Uint8Array; blue: Uint8Array; red: Uint8Array }

/** Draws over the clean image of the frame. */
export type Draw = (planes: Planes, frame: number) => void

export type FaultyClip = {
  name: string
  /** `mov` by default. */
  extension?: string
  rate: string
  frames: number
  draw?: Draw
  /** Whether `draw` covers the whole image, so that no clean image is drawn first. */
  coversAll?: boolean
  /** The values of the channels, from the number of the frame that is shown and the time; none without audio. */
  audio?(frame: number, second: number): number[]
  /** Output options of ffmpeg; lossless H.264 without reordering by default. */
  args?: string[]
  filters?: string
  /** Options before the audio, such as an offset. */
  audioOptions?: string[]
}

export const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '25', '-threads', '1']
export const bt709 = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]

/** A light bar that moves over waves: enough motion for every frame to differ, and too little light to flash. */
export function drawClean(
  { luma, blue, red }: Planes,
  time: number,
  lines: { from: number; step: number } = { from: 0, step: 1 },
): void {
  const bar = (time * 5) % width
  const row = new Float64Array(width)
  for (let x = 0; x < width; x++) {
    const isBar = (x - bar + width) % width < 14
    row[x] = isBar ? Number.NaN : 110 + 10 * Math.sin(x * 0.2 + time * 0.9)
  }
  for (let y = lines.from; y < height; y += lines.step) {
    const from = y * width
    for (let x = 0; x < width; x++) luma[from + x] = Number.isNaN(row[x]) ? 190 : row[x]! + y / 8
    blue.fill(120, from, from + width)
    red.fill(132, from, from + width)
  }
}

/** A rectangle that covers a part of the image, from the left. */
export function fillPart(planes: Planes, part: number, [y, u, v]: readonly [number, number, number]): void {
  const columns = Math.round(part * width)
  for (let line = 0; line < height; line++) {
    const from = line * width
    planes.luma.fill(y, from, from + columns)
    planes.blue.fill(u, from, from + columns)
    planes.red.fill(v, from, from + columns)
  }
}

export function fillLines(planes: Planes, from: number, to: number, y: number): void {
  planes.luma.fill(y, from * width, to * width)
  planes.blue.fill(128, from * width, to * width)
  planes.red.fill(128, from * width, to * width)
}

export function makeFaultyClip(clip: FaultyClip, folder: string): string {
  const { name, extension = 'mov', rate, frames, args = [...lossless, ...bt709] } = clip
  const path = join(folder, `${name.replace(/\W+/g, '-')}.${extension}`)
  const raw = `${path}.yuv`
  const audio = `${path}.f32`
  const planes: Planes = {
    luma: new Uint8Array(points),
    blue: new Uint8Array(points),
    red: new Uint8Array(points),
  }
  const bytes = Buffer.alloc(frames * points * 3)
  for (let frame = 0; frame < frames; frame++) {
    if (!clip.coversAll) drawClean(planes, frame)
    clip.draw?.(planes, frame)
    for (const [n, plane] of [planes.luma, planes.blue, planes.red].entries())
      bytes.set(plane, (frame * 3 + n) * points)
  }
  writeFileSync(raw, bytes)
  const heard = clip.audio ? audioBytes(clip) : undefined
  if (heard) writeFileSync(audio, heard.bytes)
  const sound = heard
    ? [
        ...(clip.audioOptions ?? []),
        '-f',
        'f32le',
        '-ar',
        '48000',
        '-ac',
        String(heard.channels),
        '-i',
        audio,
      ]
    : []
  execFileSync('ffmpeg', [
    ...[
      '-y',
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pixel_format',
      'yuv444p',
      '-video_size',
      `${width}x${height}`,
    ],
    ...[
      '-framerate',
      rate,
      '-i',
      raw,
      ...sound,
      '-vf',
      clip.filters ?? 'format=yuv420p',
      '-r',
      rate,
      ...args,
    ],
    ...(heard ? ['-c:a', 'pcm_s16le'] : []),
    path,
  ])
  rmSync(raw)
  if (heard) rmSync(audio)
  return path
}

function audioBytes({ rate, frames, audio }: FaultyClip): { bytes: Buffer; channels: number } {
  const [num = 25, den = 1] = rate.split('/').map(Number)
  const samples = Math.round((frames * 48_000 * den) / num)
  const channels = audio!(0, 0).length
  const values = new Float32Array(samples * channels)
  for (let n = 0; n < samples; n++) {
    const frame = Math.floor((n * num) / (48_000 * den) + 1e-9)
    values.set(audio!(frame, n / 48_000), n * channels)
  }
  return { bytes: Buffer.from(values.buffer), channels }
}

/** A tone that is the same on both sides. */
export const tone = (second: number, amplitude = 0.3) => amplitude * Math.sin(2 * Math.PI * 441 * second)

/** Overwrites the data of a frame of a file in which each frame is one packet. */
export function breakFrame(path: string, frame: number): void {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pos,size',
    '-of',
    'csv=p=0',
    path,
  ]
  const packets = execFileSync('ffprobe', args).toString('utf8').trim().split('\n')
  const [size = 0, pos = 0] = packets[frame]!.split(',').map(Number)
  const bytes = readFileSync(path)
  bytes.fill(0xa5, pos + Math.floor(size / 3), pos + size)
  writeFileSync(path, bytes)
}
