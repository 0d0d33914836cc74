// The audio of a proxy, as small as speech-to-text needs it: one request holds it all.
import { join } from 'node:path'
import { plainFileSize } from '../../sandbox/view.ts'
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure } from '../processor.ts'

/** Services refuse files above 25 MB. */
const maxBytes = 24 * 2 ** 20
const kilobits = { least: 12, most: 48 }

export type SpeechWork = {
  /** The proxy. */
  source: string
  mimeType: string
  durationMs: number
  folder: string
  signal: AbortSignal
}

/** Writes `speech.m4a` into the folder, and returns its path. */
export async function extractSpeech(find: FindTools, work: SpeechWork): Promise<string> {
  const { ffmpeg } = await find()
  const { source, folder, signal, durationMs } = work
  const seconds = Math.max(1, durationMs / 1000)
  const fitting = Math.floor((maxBytes * 8 * 0.9) / seconds / 1000)
  if (fitting < kilobits.least)
    throw new MediaFailure('too_large', 'The file is too long to be transcribed in one request.')
  const rate = `${Math.min(fitting, kilobits.most)}k`
  const args = [
    ...inputOf({ ...work, report: () => {} }),
    ...[
      '-map',
      '0:a:0',
      '-vn',
      '-ac',
      '1',
      '-ar',
      '16000',
      '-c:a',
      'aac',
      '-b:a',
      rate,
      '-map_metadata',
      '-1',
    ],
    ...['-f', 'ipod', 'speech.m4a'],
  ]
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds: 300 + seconds, bytes: maxBytes })
  const path = join(folder, 'speech.m4a')
  if (!(await plainFileSize(path)))
    throw new MediaFailure('unreadable', 'The file has no audio to transcribe.')
  return path
}
