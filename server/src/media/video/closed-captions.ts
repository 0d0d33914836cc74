// Closed captions inside of the video stream (CEA-608 as in ATSC A/53), where broadcasters put them. Only a decoder of the video sees them,
// and only the `movie` source of ffmpeg passes them on. It opens the file by its name, so it gets the same lists of what it may open.
import { join } from 'node:path'
import { runFfmpeg, threads } from '../children/ffmpeg.ts'
import { decoders, demuxers } from '../children/ffmpeg-whitelists.ts'
import type { FindTools } from '../children/find-tools.ts'
import { type Derivative, MediaFailure, type MediaInfo, type Step, type Work } from '../processor.ts'
import { captionBytes, readCues, writeCues } from './caption-cues.ts'
import { secondsFor } from './encoding.ts'
import { hasClosedCaptions } from './has-closed-captions.ts'
import { probedFile } from './probe.ts'
import type { VideoStream } from './streams.ts'

/** The number of their track: beyond all tracks that a file can have. */
const track = 100

/** Decodes the whole video, so it comes last. */
export function closedCaptionsStep(find: FindTools): Step {
  return { name: 'closed-captions', weight: 20, long: true, make: (work, info) => read(find, work, info) }
}

async function read(find: FindTools, work: Work, info: MediaInfo): Promise<Derivative[]> {
  const probed = await probedFile(find, work, info)
  const { video, subtitles } = probed.streams
  // A file with the same captions as a track has them twice.
  if (subtitles.some(({ codec }) => codec === 'eia_608')) return []
  if (!(await hasClosedCaptions(find, work, probed))) return []
  try {
    await extract(find, work, info, video!)
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
  }
  const path = join(work.folder, 'closed.vtt')
  const cues = await readCues(path, probed.start)
  if (cues.length === 0) return []
  await writeCues(path, cues)
  const captions = { track, language: 'und', label: 'Closed captions', cues }
  return [{ name: 'captions/closed.vtt', path, mimeType: 'text/vtt', captions }]
}

async function extract(find: FindTools, work: Work, info: MediaInfo, video: VideoStream): Promise<void> {
  const { ffmpeg } = await find()
  const { source, folder, signal, mimeType } = work
  const opening = `protocol_whitelist=file:format_whitelist=${demuxers(mimeType)}:codec_whitelist=${decoders}`
  const movie = [
    `movie=filename=${quoted(`file:${source}`)}`,
    `streams=${video.index}`,
    `dec_threads=${threads}`,
    `format_opts=${quoted(opening)}`,
  ]
  const allowed = ['-format_whitelist', 'lavfi', '-codec_whitelist', 'wrapped_avframe,rawvideo,cc_dec']
  const input = ['-copyts', ...allowed, '-f', 'lavfi', '-i', `${movie.join(':')}[out0+subcc]`]
  const output = ['-map', '0:s:0', '-c:s', 'webvtt', '-f', 'webvtt', 'closed.vtt']
  const run = { program: ffmpeg, args: [...input, ...output], source, folder, signal, background: true }
  await runFfmpeg({ ...run, seconds: secondsFor(info.durationMs!), bytes: captionBytes })
}

/** A value of an option in a filter graph: both have characters of their own. */
function quoted(text: string): string {
  return text.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&')
}
