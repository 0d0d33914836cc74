// Measures the frames and the audio of a file. Each track is decoded once.
import type { FindTools } from '../children/find-tools.ts'
import type { MediaInfo, Work } from '../processor.ts'
import type { Claims } from '../video/claims.ts'
import { type ProbedFile, probedFile } from '../video/probe.ts'
import { damagedFrames } from './decoding.ts'
import { ErrorLog } from './error-log.ts'
import type { Measured } from './finding.ts'
import { measureAudio } from './measure-audio.ts'
import { measureVideo } from './measure-video.ts'

/** Ten hours. Of a longer file only this part is measured, and the result says so. */
export const mostSeconds = 36_000

/** Of the work for a video. */
const videoShare = 0.9
/** Seconds by which a track may end before its header says. */
const endTolerance = 0.5

/** Of a file of any kind. */
export async function measure(
  find: FindTools,
  work: Work,
  info: MediaInfo,
  options: { mostSeconds?: number } = {},
): Promise<Measured> {
  if (info.kind === 'VIDEO' || info.kind === 'AUDIO') return measureTracks(find, work, info, options)
  const { measureKind } = await import('./kinds/measure-kind.ts')
  return {
    ...{
      info,
      rate: null,
      starts: null,
      video: null,
      audio: null,
      gaps: null,
      audioOffset: null,
      fields: null,
    },
    ...{ faults: { errors: 0, damaged: [], missingEnd: null }, measuredSeconds: null },
    ofKind: await measureKind(find, work, info),
  }
}

async function measureTracks(
  find: FindTools,
  work: Work,
  info: MediaInfo,
  options: { mostSeconds?: number },
): Promise<Measured> {
  const cap = options.mostSeconds ?? mostSeconds
  const probed = await probedFile(find, work, info)
  const { claims } = probed.streams
  const log = new ErrorLog()
  const isCapped = info.durationMs !== null && info.durationMs > cap * 1000
  const frames = framesWithin(probed, cap)
  const seconds = Math.min(cap, (info.durationMs ?? 0) / 1000)
  const context = { find, info, probed, claims, log, frames, seconds }
  const part = (from: number, share: number): Work => ({
    ...work,
    report: (progress) => work.report(from + share * progress),
  })
  const isVideo = info.kind === 'VIDEO'
  const video = isVideo
    ? await measureVideo({ ...context, work: part(0, info.hasAudio ? videoShare : 1) })
    : null
  const videoErrors = log.errors
  const audioStart = isVideo ? videoShare : 0
  const audio = info.hasAudio
    ? await measureAudio({ ...context, work: part(audioStart, 1 - audioStart) })
    : null
  const damaged = video && videoErrors > 0 ? await damagedFrames(context, work) : []
  return {
    info,
    rate: info.variableRate ? null : info.frameRate,
    starts: info.variableRate ? startsOf(probed) : null,
    video,
    audio,
    gaps: gapsOf(probed),
    audioOffset: audioOffsetOf(probed),
    fields: claims.fields,
    faults: { errors: log.errors, damaged, missingEnd: isCapped ? null : missingEnd(claims, probed, log) },
    measuredSeconds: isCapped ? cap : null,
  }
}

function framesWithin({ timing, times }: ProbedFile, cap: number): number {
  if (!timing) return 0
  if (timing.constant) return Math.min(timing.frames, Math.ceil((cap * timing.rate!.num) / timing.rate!.den))
  const { starts, base } = times!
  const end = starts[0]! + (cap * base.den) / base.num
  const after = starts.findIndex((start) => start >= end)
  return after === -1 ? timing.frames : after
}

/** In seconds since the first frame. */
function startsOf({ times }: ProbedFile): Float64Array | null {
  if (!times) return null
  const { starts, base } = times
  return Float64Array.from(starts, (start) => ((start - starts[0]!) * base.num) / base.den)
}

/**
 * Frames that last longer than one and a half of the usual duration; null if so many frames differ from it that the rate varies on
 * purpose.
 */
function gapsOf({ times }: ProbedFile): Measured['gaps'] {
  if (!times || times.starts.length < 3) return []
  const { starts } = times
  const durations = Float64Array.from({ length: starts.length - 1 }, (_, n) => starts[n + 1]! - starts[n]!)
  const usual = durations.toSorted()[Math.floor(durations.length / 2)]!
  const isUsual = (duration: number) => Math.abs(duration - usual) <= 0.25 * usual
  const uneven = durations.reduce((count, duration) => count + (isUsual(duration) ? 0 : 1), 0)
  if (usual <= 0 || uneven > Math.max(3, durations.length / 20)) return null
  const gaps: { frame: number; missing: number }[] = []
  for (const [n, duration] of durations.entries())
    if (duration > usual * 1.5) gaps.push({ frame: n + 1, missing: Math.round(duration / usual) - 1 })
  return gaps
}

function audioOffsetOf({ heard, start, timing }: ProbedFile): Measured['audioOffset'] {
  if (!heard || !timing) return null
  const first = start.num / start.den
  return { start: heard.start.num / heard.start.den - first, end: heard.end - (first + timing.seconds) }
}

/** The length of the track that ends before its header says, and the length by the header. */
function missingEnd(claims: Claims, { timing, heard }: ProbedFile, log: ErrorLog) {
  const heardSeconds = heard ? heard.end - heard.start.num / heard.start.den : null
  const tracks = [
    { declared: claims.videoSeconds, read: timing?.seconds ?? null },
    { declared: claims.audioSeconds, read: heardSeconds },
  ]
  const short = tracks.find(
    ({ declared, read }) => declared !== null && read !== null && declared - read > endTolerance,
  )
  if (short) return { declared: short.declared!, read: short.read! }
  return log.endsEarly ? { declared: null, read: timing?.seconds ?? heardSeconds ?? 0 } : null
}
