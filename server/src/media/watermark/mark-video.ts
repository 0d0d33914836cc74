// Burns a watermark into the frames of a proxy. Every frame keeps its number and its time, and the audio is copied: comments on
// one copy are about the same frames as comments on another.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameRate } from '../../core/frames.ts'
import { byLine, inputOf, progressOutput, runFfmpeg, runTool, threads } from '../children/ffmpeg.ts'
import { tooMuchOutput } from '../children/ffmpeg-failures.ts'
import type { FindTools } from '../children/find-tools.ts'
import { type Derivative, MediaFailure, type Work } from '../processor.ts'
import { h264, maxBytes, reportFrames, secondsFor } from '../video/encoding.ts'
import { parseRatio } from '../video/timing.ts'
import { colourTags } from '../video/video-filters.ts'
import type { Size } from './draw-mark.ts'
import { type DrawnOverlay, type MarkRun, runMark } from './run-mark.ts'

export type ProxyInfo = { durationMs: number; frames: number; frameRate: FrameRate | null }

const overlayName = 'mark.png'

/** Better than that of the proxy, so that the copy of a copy looks like it; in noise, with a third more bits. */
const quality = { crf: 19, kilobits: 16_000 }

/** `work.source` is the proxy. The result has its name. */
export async function markVideo(
  find: FindTools,
  work: Work,
  info: ProxyInfo,
  mark: Pick<MarkRun, 'mark' | 'fonts'>,
): Promise<Derivative> {
  const { ffmpeg, ffprobe } = await find()
  const { source, folder, signal } = work
  const track = await readTrack(ffprobe, work, info)
  const overlay = { width: track.width, height: track.height, target: join(folder, overlayName) }
  const { drawn } = await runMark({ ...mark, overlay, images: [], folder, signal, report: () => {} })
  const bytes = maxBytes(info.durationMs)
  await runFfmpeg({
    ...{ program: ffmpeg, args: argsOf(work, info, track, drawn!, bytes), source, folder, signal },
    ...{ seconds: secondsFor(info.durationMs), bytes: bytes * 2, background: true },
    onOutput: byLine((line) => reportFrames(line, info.frames, work)),
  })
  const marked = { name: 'proxy.mp4', path: join(folder, 'proxy.mp4'), mimeType: 'video/mp4' }
  if ((await stat(marked.path)).size >= bytes) throw tooMuchOutput()
  return marked
}

function argsOf(
  work: Work,
  { frameRate }: ProxyInfo,
  { timescale, lastDuration }: Track,
  { left, top }: DrawnOverlay,
  bytes: number,
): string[] {
  const png = ['-protocol_whitelist', 'file', '-format_whitelist', 'png_pipe', '-codec_whitelist', 'png']
  const filters = [
    '[1:0]format=yuva420p[mark]',
    `[0:v:0][mark]overlay=${left}:${top}:format=yuv420,format=yuv420p,${colourTags}[video]`,
  ]
  return [
    ...['-copyts', ...progressOutput, ...inputOf(work)],
    // The last image of an input is repeated. One image per second makes no finer clock than that of the video.
    ...[...png, '-f', 'png_pipe', '-framerate', '1', '-i', `file:${join(work.folder, overlayName)}`],
    ...['-filter_complex_threads', threads, '-filter_complex', filters.join(';')],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-map', '[video]', '-map', '0:a?'],
    // The times of the proxy, in its own clock. The duration of a frame follows from the next one; the last has none.
    ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${timescale}`],
    ...['-video_track_timescale', String(timescale), '-bsf:v', `setts=duration=${lastDuration}`],
    ...[
      ...h264(frameRate, quality),
      '-c:a',
      'copy',
      '-max_muxing_queue_size',
      '9999',
      '-movflags',
      '+faststart',
    ],
    ...['-fs', String(bytes), '-f', 'mp4', 'proxy.mp4'],
  ]
}

type Track = Size & { timescale: number; lastDuration: number }

type Probed = {
  streams?: { width?: number; height?: number; time_base?: string }[]
  packets?: { duration?: number }[]
}

/** Reads the packets at the end of the video only. */
async function readTrack(ffprobe: string, work: Work, { durationMs, frameRate }: ProxyInfo): Promise<Track> {
  const { source, folder, signal } = work
  const entries = 'stream=width,height,time_base:packet=duration'
  const from = Math.max(0, durationMs / 1000 - 2).toFixed(3)
  const what = ['-select_streams', 'v:0', '-show_entries', entries, '-read_intervals', `${from}%`]
  let text = ''
  await runTool({
    ...{ program: ffprobe, source, folder, signal, seconds: 600 },
    args: ['-v', 'error', ...what, '-of', 'json', ...inputOf(work)],
    onOutput: (chunk) => {
      text += chunk.toString('latin1')
    },
  })
  const { streams = [], packets = [] }: Probed = JSON.parse(text)
  const { width, height, time_base } = streams[0] ?? {}
  const base = parseRatio(time_base)
  if (!width || !height || !base)
    throw new MediaFailure('unreadable', 'The preview of this video cannot be read.')
  const timescale = Math.round(base.den / base.num)
  const usual = frameRate ? Math.round((timescale * frameRate.den) / frameRate.num) : 1
  return { width, height, timescale, lastDuration: Math.trunc(Number(packets.at(-1)?.duration)) || usual }
}
