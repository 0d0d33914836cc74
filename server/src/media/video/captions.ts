// The subtitle tracks of a file that are text: read as WebVTT, and stored as cues. Tracks of images, as on DVDs, are left out.
import { join } from 'node:path'
import { languageNamed } from '../../records/captions/language-names.ts'
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import {
  type Derivative,
  type EmbeddedCaptions,
  MediaFailure,
  type MediaInfo,
  type Step,
  type Work,
} from '../processor.ts'
import { captionBytes, readCues, writeCues } from './caption-cues.ts'
import { secondsFor } from './encoding.ts'
import { probedFile } from './probe.ts'
import type { SubtitleStream } from './streams.ts'

export function captionsStep(find: FindTools): Step {
  return { name: 'captions', weight: 2, make: (work, info) => readCaptions(find, work, info) }
}

/** A track that cannot be read takes nothing else away: the file has its other previews. */
async function readCaptions(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const { streams, start } = await probedFile(find, work, info)
  if (streams.subtitles.length === 0) return []
  const read: Derivative[] = []
  try {
    await extract(find, work, info, streams.subtitles)
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
  }
  for (const [track, stream] of streams.subtitles.entries()) {
    const cues = await readCues(join(work.folder, outputName(stream, track)), start)
    if (cues.length === 0) continue
    const path = join(work.folder, `${track}.stored.vtt`)
    await writeCues(path, cues)
    const captions: EmbeddedCaptions = { track, ...namesOf(stream), cues }
    read.push({ name: `captions/${track}.vtt`, path, mimeType: 'text/vtt', captions })
  }
  return read
}

const asWebVtt = ['-c:s', 'webvtt', '-f', 'webvtt']
const asItIs = ['-c', 'copy', '-f', 'data']

function outputName({ codec }: SubtitleStream, track: number): string {
  return `${track}.${codec === 'ttml' ? 'ttml' : 'vtt'}`
}

/** One run reads the file once for all tracks. */
async function extract(find: FindTools, work: Work, info: MediaInfo, subtitles: readonly SubtitleStream[]) {
  const { ffmpeg } = await find()
  const { source, folder, signal } = work
  const outputs = subtitles.flatMap((stream, track) => [
    ...[
      '-map',
      `0:${stream.index}`,
      ...(stream.codec === 'ttml' ? asItIs : asWebVtt),
      outputName(stream, track),
    ],
  ])
  const seconds = secondsFor(info.durationMs!)
  const args = ['-copyts', ...inputOf(work), ...outputs]
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds, bytes: captionBytes })
}

function namesOf({ language, title }: SubtitleStream): Pick<EmbeddedCaptions, 'language' | 'label'> {
  return { language: languageNamed(language), label: title ?? null }
}
