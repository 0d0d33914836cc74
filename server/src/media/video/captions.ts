// The subtitle tracks of a file that are text: read as WebVTT, and stored as cues. Tracks of images, as on DVDs, are left out.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cue, inOrder, maxCues } from '../../records/captions/cue.ts'
import { languageNamed } from '../../records/captions/language-names.ts'
import { parseLines } from '../../records/captions/lines.ts'
import { plainFileSize } from '../../sandbox/view.ts'
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
import { secondsFor } from './encoding.ts'
import { probedFile } from './probe.ts'
import type { SubtitleStream } from './streams.ts'

const maxBytes = 8 * 2 ** 20

export function captionsStep(find: FindTools): Step {
  return { name: 'captions', weight: 2, make: (work, info) => readCaptions(find, work, info) }
}

/** A track that cannot be read takes nothing else away: the file has its other previews. */
async function readCaptions(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const { streams } = await probedFile(find, work, info)
  const read: Derivative[] = []
  try {
    await extract(find, work, info, streams.subtitles)
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
  }
  for (const [track, stream] of streams.subtitles.entries()) {
    const path = join(work.folder, `${track}.vtt`)
    const cues = await cuesOf(path)
    if (cues.length === 0) continue
    const captions: EmbeddedCaptions = { track, ...namesOf(stream), cues }
    read.push({ name: `captions/${track}.vtt`, path, mimeType: 'text/vtt', captions })
  }
  return read
}

/** One run reads the file once for all tracks. */
async function extract(find: FindTools, work: Work, info: MediaInfo, subtitles: readonly SubtitleStream[]) {
  const { ffmpeg } = await find()
  const { source, folder, signal } = work
  const outputs = subtitles.flatMap(({ index }, track) => [
    ...['-map', `0:${index}`, '-c:s', 'webvtt', '-f', 'webvtt', `${track}.vtt`],
  ])
  const seconds = secondsFor(info.durationMs!)
  await runFfmpeg({
    ...{
      program: ffmpeg,
      args: [...inputOf(work), ...outputs],
      source,
      folder,
      signal,
      seconds,
      bytes: maxBytes,
    },
  })
}

async function cuesOf(path: string): Promise<Cue[]> {
  const size = await plainFileSize(path)
  if (!size || size > maxBytes) return []
  return inOrder(parseLines(await readFile(path, 'utf8'))).slice(0, maxCues)
}

function namesOf({ language, title }: SubtitleStream): Pick<EmbeddedCaptions, 'language' | 'label'> {
  return { language: languageNamed(language), label: title ?? null }
}
