// Audio in step with the video: a late start is filled with silence, an early start is cut, gaps stay gaps.

import type { MediaInfo } from '../processor.ts'
import type { ProbedFile } from '../video/probe.ts'

export const sampleRate = 48_000

/** Two channels at one rate, from the first frame on and no longer than the video. Times are those of the file. */
export function audioFilters(probed: ProbedFile, { durationMs }: MediaInfo): string {
  const { num, den } = probed.start
  return [
    `asetpts=round(PTS-${num}/${den}/TB)`,
    `aresample=${sampleRate}:async=1:first_pts=0`,
    // Mixed by the usual rules, a single channel would be 3 dB quieter than browsers play it.
    probed.streams.audio?.channels === 1 ? 'pan=stereo|c0=c0|c1=c0' : 'aformat=channel_layouts=stereo',
    `atrim=end=${durationMs! / 1000}`,
  ].join(',')
}

export const aac = ['-c:a', 'aac', '-b:a', '160k'] as const
