// Measures the frames and the audio of a file: one pass of ffmpeg for each.
import { inputOf, runFfmpeg } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import type { MediaInfo, Work } from '../processor.ts'
import { secondsFor } from '../video/encoding.ts'
import { pace, timeFilters } from '../video/pacing.ts'
import { type ProbedFile, probedFile } from '../video/probe.ts'
import { AudioMeter, audioRate } from './audio-series.ts'
import type { Measured } from './finding.ts'
import { gridHeight, gridWidth } from './flashes.ts'
import { VideoMeter } from './video-series.ts'

export async function measure(find: FindTools, work: Work, info: MediaInfo): Promise<Measured> {
  if (info.kind !== 'VIDEO' && info.kind !== 'AUDIO') {
    const { measureKind } = await import('./kinds/measure-kind.ts')
    const ofKind = await measureKind(find, work, info)
    return { info, ofKind, gaps: [], audioOffset: null, rate: null, video: null, audio: null }
  }
  const probed = await probedFile(find, work, info)
  return {
    info,
    gaps: gapsOf(probed),
    audioOffset: audioOffsetOf(probed),
    rate: info.variableRate ? null : info.frameRate,
    video: info.kind === 'VIDEO' ? await measureVideo(find, work, info) : null,
    audio: info.hasAudio ? await measureAudio(find, work, info) : null,
  }
}

/** Frames that last longer than one and a half of the usual duration. */
function gapsOf({ times }: ProbedFile): Measured['gaps'] {
  if (!times || times.starts.length < 3) return []
  const { starts } = times
  const durations = Array.from({ length: starts.length - 1 }, (_, n) => starts[n + 1]! - starts[n]!)
  const usual = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)]!
  return durations.flatMap((duration, n) =>
    usual > 0 && duration > usual * 1.5 ? [{ frame: n + 1, missing: Math.round(duration / usual) - 1 }] : [],
  )
}

function audioOffsetOf({ heard, start, timing }: ProbedFile): Measured['audioOffset'] {
  if (!heard || !timing) return null
  const first = start.num / start.den
  return { start: heard.start.num / heard.start.den - first, end: heard.end - (first + timing.seconds) }
}

async function measureVideo(find: FindTools, work: Work, info: MediaInfo) {
  const { ffmpeg } = await find()
  const probed = await probedFile(find, work, info)
  const timing = probed.timing!
  const meter = new VideoMeter(timing.frames)
  const grid = `scale=${gridWidth}:${gridHeight}:flags=area:out_color_matrix=bt709:out_range=tv,format=yuv444p`
  const args = [
    ...[
      '-copyts',
      ...inputOf(work),
      '-filter_complex',
      `[0:${probed.streams.video!.index}]${timeFilters(timing)},${grid}[grid]`,
    ],
    ...['-map', '[grid]', ...pace(timing, probed.times), '-f', 'rawvideo', 'pipe:1'],
  ]
  const onOutput = (chunk: Buffer) => {
    meter.add(chunk)
    work.report(Math.min(1, meter.frames / timing.frames))
  }
  const { source, folder, signal } = work
  const seconds = secondsFor(info.durationMs!)
  await runFfmpeg({ program: ffmpeg, args, source, folder, signal, seconds, background: true, onOutput })
  return meter.end()
}

/** As many channels as the main track has. */
async function measureAudio(find: FindTools, work: Work, info: MediaInfo) {
  const { ffmpeg } = await find()
  const probed = await probedFile(find, work, info)
  const audio = probed.streams.audio!
  const { num, den } = probed.start
  const names = channelNames(audio.channels ?? 2)
  const meter = new AudioMeter(names)
  const filters = [
    `asetpts=round(PTS-${num}/${den}/TB)`,
    `aresample=${audioRate}:async=1:first_pts=0`,
    `atrim=end=${info.durationMs! / 1000}`,
  ].join(',')
  const args = [
    ...['-copyts', ...inputOf(work), '-filter_complex', `[0:${audio.index}]${filters}[audio]`],
    ...['-map', '[audio]', '-ac', String(names.length), '-f', 'f32le', 'pipe:1'],
  ]
  const { source, folder, signal } = work
  const seconds = 300 + info.durationMs! / 1000
  await runFfmpeg({
    program: ffmpeg,
    args,
    source,
    folder,
    signal,
    seconds,
    background: true,
    onOutput: (chunk) => meter.add(chunk),
  })
  return meter.end()
}

const layouts: readonly (readonly string[])[] = [
  ['M'],
  ['L', 'R'],
  ['L', 'R', 'C'],
  ['L', 'R', 'Ls', 'Rs'],
  ['L', 'R', 'C', 'Ls', 'Rs'],
  ['L', 'R', 'C', 'LFE', 'Ls', 'Rs'],
  ['L', 'R', 'C', 'LFE', 'Cs', 'Ls', 'Rs'],
  ['L', 'R', 'C', 'LFE', 'BL', 'BR', 'Ls', 'Rs'],
]

/** The order of channels in files, by their number. */
export function channelNames(count: number): readonly string[] {
  return layouts[count - 1] ?? Array.from({ length: count }, (_, n) => String(n + 1))
}
