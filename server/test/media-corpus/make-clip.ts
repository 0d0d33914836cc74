// Encodes clips with the machine's ffmpeg from generated frames. Nothing is downloaded, nothing is checked in.
import { execFileSync, spawn } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drawFrame, frameSize, type Size } from './numbered-frames.ts'
import { fromRunCache } from './run-cache.ts'

export type Clip = {
  name: string
  /** The extension of the file, and its container: `mp4`. */
  extension: string
  mimeType: string
  rate: string
  frames: number
  /** The size of the drawn frames. */
  size?: Size
  /** The encoding options. */
  args: string
  filters?: string
  /** A second input with its encoding options: audio. */
  audio?: string
  /** Changes the finished file. */
  after?(path: string): void
}

/** A beep of 20 ms at 500 ms, for comparing audio and video timing. */
export const beep = '-f lavfi -i aevalsrc=if(between(t\\,0.5\\,0.52)\\,0.8*sin(2*PI*1000*t)\\,0):s=48000:d=2'

/** Each clip is encoded once per run. */
export async function makeClip(clip: Clip, folder: string): Promise<string> {
  const name = `${clip.name}.${clip.extension}`
  const key = { ...clip, after: clip.after?.toString() }
  await fromRunCache(key, [name], folder, (made) => encodeClip(clip, join(made, name)))
  return join(folder, name)
}

async function encodeClip(clip: Clip, path: string): Promise<void> {
  const { width, height } = clip.size ?? frameSize
  const raw = `-f rawvideo -pixel_format rgb24 -video_size ${width}x${height} -framerate ${clip.rate} -i pipe:0`
  const filters = clip.filters ?? 'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p'
  const audio = clip.audio ? clip.audio.split(' ') : []
  const args = [
    '-y',
    '-v',
    'error',
    ...raw.split(' '),
    ...audio,
    '-vf',
    filters,
    ...clip.args.split(' '),
    path,
  ]
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const frames = Array.from({ length: clip.frames }, (_, number) => number)
  const drawn = Readable.from(frames.values().map((number) => drawFrame(number, { width, height })))
  await pipeline(drawn, child.stdin).catch(() => undefined)
  if ((await closed) !== 0) throw new Error(`${clip.name}: ${complaint}`)
  clip.after?.(path)
}

/** Remuxes the file without re-encoding it, read with these options. */
export function remux(path: string, options: string): void {
  const original = `${path}.original`
  renameSync(path, original)
  const args = ['-y', '-v', 'error', ...options.split(' '), '-i', original, '-map', '0', '-c', 'copy', path]
  execFileSync('ffmpeg', args)
  rmSync(original)
}
