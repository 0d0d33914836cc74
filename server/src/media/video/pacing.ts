// The times of frames in everything that is encoded from a video: the proxy and its renditions have the same frames at the same
// times.
import type { FrameTimes, Timing } from './timing.ts'

/** Ticks per second for a variable frame rate. */
const ticks = 90_000

/** Arguments for the time base of an MP4, in which every frame begins at a whole tick. */
export function timescale({ constant, rate }: Timing): [string, string] {
  const perSecond = constant ? (rate!.num < 1000 ? rate!.num * 1000 : rate!.num) : ticks
  return ['-video_track_timescale', String(perSecond)]
}

/**
 * The first frame is at 0. With a constant rate every frame is placed on its grid, from which a container may
 * have shifted it a little; otherwise it keeps its time.
 */
export function timeFilters({ constant, timed, rate, start }: Timing): string {
  const base = constant ? `${rate!.den}/${rate!.num}` : `1/${ticks}`
  return timed ? `setpts=round(PTS-${start.num}/${start.den}/TB),settb=${base}` : `settb=${base},setpts=N`
}

/**
 * On a grid, a frame that cannot be decoded is replaced by the one before, so that later frames keep their
 * numbers.
 */
export function pace({ constant, rate }: Timing, times: FrameTimes | undefined): string[] {
  if (constant) {
    return ['-fps_mode', 'cfr', '-r', `${rate!.num}/${rate!.den}`]
  }
  // The duration of a frame follows from the next one. The last frame has none, and with no duration it would
  // not be shown.
  const { lastDuration, base } = times!
  const last = Math.max(1, Math.round((lastDuration * base.num * ticks) / base.den))
  return [
    ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${ticks}`],
    ...['-bsf:v', `setts=duration=${last}`],
  ]
}
