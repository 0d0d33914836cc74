// How proxies are encoded, with and without a watermark.
import type { FrameRate } from '../../core/frames.ts'
import type { RungName } from '../../core/renditions.ts'
import { threads } from '../children/ffmpeg.ts'
import type { Work } from '../processor.ts'

/** `crf`: lower is better. `kilobits` per second at most. */
export type Quality = { crf: number; kilobits: number }

/** Of each rung; the proxy has that of 1080p, also if it is smaller. */
export const rungQuality: Readonly<Record<RungName, Quality>> = {
  '540p': { crf: 21, kilobits: 4_000 },
  '1080p': { crf: 21, kilobits: 12_000 },
  '2160p': { crf: 21, kilobits: 40_000 },
}

/**
 * A key frame every quarter second, nowhere else and with no reference across it: a seek decodes at most a quarter
 * second. Frames are not reordered, so that times begin at 0 without an edit list. Entropy coding is CAVLC: the same
 * image takes about 5 to 15 % more bytes than with CABAC, and a browser decodes it a third faster (docs/performance.md).
 */
export function h264(rate: FrameRate | null, { crf, kilobits }: Quality = rungQuality['1080p']): string[] {
  const group = String(Math.max(1, Math.round(perSecond(rate) / 4)))
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', String(crf)],
    ...['-maxrate', `${kilobits}k`, '-bufsize', `${2 * kilobits}k`, '-g', group, '-keyint_min', group],
    ...['-sc_threshold', '0', '-bf', '0', '-coder', 'vlc', '-flags', '+cgop', '-threads', threads],
  ]
}

function perSecond(rate: FrameRate | null): number {
  return rate ? rate.num / rate.den : 1
}

/** About twice the maximum bit rate of the encoder, audio included. */
export function maxBytes(durationMs: number, { kilobits }: Quality = rungQuality['1080p']): number {
  return 64 * 2 ** 20 + Math.ceil((durationMs / 1000) * (kilobits * 250 + 2e5))
}

/** A large video on a small machine takes many times its duration. */
export function secondsFor(durationMs: number): number {
  return Math.min(6 * 3600, 600 + (durationMs / 1000) * 30)
}

/** Reports the progress that a line of ffmpeg tells. */
export function reportFrames(line: string, frames: number, work: Pick<Work, 'report'>): void {
  const [, frame] = /^frame=\s*(\d+)/.exec(line) ?? []
  if (frame !== undefined) work.report(Math.min(1, Number(frame) / frames))
}
