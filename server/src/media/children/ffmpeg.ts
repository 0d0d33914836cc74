// ffmpeg and ffprobe on uploaded files: one file to read, a folder to write in, and failures that a producer understands.
import { availableParallelism } from 'node:os'
import {
  type ProgramEnd,
  type ProgramRun,
  runFfmpeg as runConfinedFfmpeg,
  runProgram,
} from '../../sandbox/run-program.ts'
import { MediaFailure, type Work } from '../processor.ts'
import { failureOf } from './ffmpeg-failures.ts'
import { decoders, demuxers } from './ffmpeg-whitelists.ts'

export type Run = Pick<
  ProgramRun,
  | 'program'
  | 'args'
  | 'folder'
  | 'signal'
  | 'seconds'
  | 'background'
  | 'input'
  | 'onOutput'
  | 'onComplaint'
  | 'code'
  | 'env'
  | 'localSocket'
> & {
  /** The file that the program reads. */
  source?: string
  /** The largest file that the program may write. */
  bytes?: number
}

/** Address space. An 8K video in H.264 fits with two threads. */
const memoryKilobytes = 4 * 2 ** 20

/** More threads decode more frames at a time, and each frame takes memory. */
export const threads = String(Math.min(4, availableParallelism()))

/** Slightly more than 8K, landscape or portrait. */
export const maxPixels = 8192 * 8192

/**
 * Arguments before every input: the one file, opened as a container of its type, with allowed decoders only.
 */
export function inputOf({ source, mimeType }: Work, ...options: string[]): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxers(mimeType), '-codec_whitelist', decoders],
    ...['-max_pixels', String(maxPixels), '-threads', threads, ...options, '-i', `file:${source}`],
  ]
}

/** Writes the last of these frames as a PNG for the next child. Compressing it would take longer than decoding it. */
export function pngOutput(name: string, frames = 1): string[] {
  const png = ['-c:v', 'png', '-compression_level', '0', '-f', 'image2', '-update', '1', name]
  return ['-frames:v', String(frames), ...png]
}

/** Writes the last frame as WebP; a higher level takes longer and saves bytes. Only for tools that have `writesWebp`. */
export function webpOutput(name: string, { quality, level }: { quality: number; level: number }): string[] {
  return [
    ...['-c:v', 'libwebp', '-quality', String(quality), '-compression_level', String(level)],
    ...['-f', 'image2', '-update', '1', name],
  ]
}

/** Makes ffmpeg write its progress to stdout, as lines of `frame=` and `out_time_us=`. */
export const progressOutput = ['-progress', 'pipe:1', '-stats_period', '0.5'] as const

export async function runFfmpeg(run: Run): Promise<void> {
  requireSuccess(await runConfinedFfmpeg(limited(run)))
}

/** Returns the end of the log, with what filters have measured. */
export async function listenToFfmpeg(run: Run): Promise<string> {
  const level = ['-loglevel', 'level+info']
  const { complaint, ...end } = await runConfinedFfmpeg(limited({ ...run, args: [...level, ...run.args] }))
  const errors = complaint.split('\n').filter((line) => /\[(error|fatal|panic)\]/.test(line))
  requireSuccess({ ...end, complaint: errors.join('\n') })
  return complaint
}

export async function runTool(run: Run): Promise<void> {
  requireSuccess(await runProgram(limited(run)))
}

function limited({ source, bytes = 2 ** 20, ...run }: Run): ProgramRun {
  return {
    ...run,
    files: source === undefined ? [] : [source],
    limits: { fileBytes: bytes, memoryKilobytes },
  }
}

function requireSuccess({ status, timedOut, complaint }: ProgramEnd): void {
  if (timedOut) throw tookTooLong()
  if (status !== 0) throw failureOf(status, complaint)
}

function tookTooLong(): MediaFailure {
  return new MediaFailure(
    'took_too_long',
    'Creating previews of this file took too long and was stopped.',
    true,
  )
}

/** Splits output that arrives in chunks into whole lines. */
export function byLine(onLine: (line: string) => void, maxLine = 65_536): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLine) throw new MediaFailure('unreadable', 'The file is damaged.')
    for (const line of lines) onLine(line)
  }
}
