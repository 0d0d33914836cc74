// Findings in the frames of a video.
import { barPlaces } from './bars.ts'
import type { Finding, Judgement, Judges, Measured } from './finding.ts'
import { flashesPerSecond } from './flashes.ts'
import type { Level, RuleName } from './profile.ts'
import { joined, type Stretch, stretches } from './stretches.ts'
import type { VideoSeries } from './video-series.ts'

/** Black is 16; encoders leave a little noise. */
const blackMean = 18
const blackMax = 26
/** Mean difference of a repeated frame: −60 dB of full scale, as ffmpeg's freezedetect has it. */
const sameFrame = 0.255
/** Frames on both sides of a repeated one differ by this much: the image moves. */
const movingFrame = 0.6
const singleColourSpread = 6

type Timed = { level: Level; seconds: number; allowedHead: number; allowedTail: number }

export const videoJudges: Judges = {
  black: (rule, measured) => still('black', rule, measured, isBlack),
  singleColour: (rule, measured) =>
    still(
      'singleColour',
      rule,
      measured,
      (series, n) => series.spread[n]! <= singleColourSpread && !isBlack(series, n),
    ),
  frozen: (rule, measured) => frozen(rule, measured),
  duplicatedFrames: (rule, { video }) => {
    if (!video) return 'NOT_APPLICABLE'
    const isRepeated = (n: number) =>
      n > 1 && isSame(video, n) && moves(video, n - 1) && n + 1 < video.frames && moves(video, n + 1)
    return stretches(video.frames, 1, isRepeated).map((place) =>
      finding('duplicatedFrames', rule.level, place, place.last - place.first + 1, 0, 0.7),
    )
  },
  levels: ({ level, share }, { video }) => {
    if (!video) return 'NOT_APPLICABLE'
    return stretches(video.frames, 1, (n) => video.outOfRange[n]! > share).map((place) =>
      finding('levels', level, place, most(video.outOfRange, place), share, 0.9),
    )
  },
  bars: ({ level, aspect }, { video, info }) => {
    if (!video || !info.width || !info.height) return 'NOT_APPLICABLE'
    return barPlaces(video, info.width / info.height, aspect, (n) => isBlack(video, n)).map(
      ({ place, shown }) =>
        finding('bars', level, place, shown, aspect === null ? 'no bars' : String(aspect), 0.8),
    )
  },
  flashes: ({ level, perSecond }, measured) => flashes('flashes', level, perSecond, measured),
  redFlashes: ({ level, perSecond }, measured) => flashes('redFlashes', level, perSecond, measured),
}

function isBlack({ meanLuma, maxLuma }: VideoSeries, n: number): boolean {
  return meanLuma[n]! <= blackMean && maxLuma[n]! <= blackMax
}

function isSame({ difference }: VideoSeries, n: number): boolean {
  return difference[n]! <= sameFrame
}

function moves({ difference }: VideoSeries, n: number): boolean {
  return difference[n]! >= movingFrame
}

/** Stretches of at least so many seconds, apart from those that are allowed at the head and the tail. */
function still(
  name: RuleName,
  rule: Timed,
  measured: Measured,
  holds: (series: VideoSeries, n: number) => boolean,
): Judgement {
  const { video } = measured
  if (!video) return 'NOT_APPLICABLE'
  const perSecond = framesPerSecond(measured)
  if (perSecond === null) return 'NOT_MEASURED'
  const least = framesIn(rule.seconds, perSecond)
  return stretches(video.frames, Math.max(1, least), (n) => holds(video, n))
    .filter((place) => !isAllowed(place, video.frames, rule, perSecond))
    .map((place) => finding(name, rule.level, place, secondsOf(place, perSecond), rule.seconds, 1))
}

/** A frozen image begins with the frame that the following ones repeat. Black is found by its own rule. */
function frozen(rule: Timed, measured: Measured): Judgement {
  const { video } = measured
  if (!video) return 'NOT_APPLICABLE'
  const perSecond = framesPerSecond(measured)
  if (perSecond === null) return 'NOT_MEASURED'
  const least = Math.max(2, framesIn(rule.seconds, perSecond))
  return stretches(video.frames, least - 1, (n) => n > 0 && isSame(video, n) && !isBlack(video, n))
    .map(({ first, last }) => ({ first: first - 1, last }))
    .filter((place) => !isAllowed(place, video.frames, rule, perSecond))
    .map((place) => finding('frozen', rule.level, place, secondsOf(place, perSecond), rule.seconds, 0.95))
}

function isAllowed({ first, last }: Stretch, frames: number, rule: Timed, perSecond: number): boolean {
  const length = last - first + 1
  if (first === 0 && length <= framesIn(rule.allowedHead, perSecond)) return true
  return last === frames - 1 && length <= framesIn(rule.allowedTail, perSecond)
}

/** From the first change of the second with too many flashes to the last. */
function flashes(name: 'flashes' | 'redFlashes', level: Level, limit: number, measured: Measured): Judgement {
  const { video } = measured
  if (!video) return 'NOT_APPLICABLE'
  const perSecond = framesPerSecond(measured)
  if (perSecond === null) return 'NOT_MEASURED'
  const counts = flashesPerSecond(name === 'flashes' ? video.lightChanges : video.redChanges, perSecond)
  const window = Math.round(perSecond)
  const parts = stretches(video.frames, 1, (n) => counts[n]! > limit).map(({ first, last }) => ({
    first: Math.max(0, first - window + 1),
    last,
  }))
  return joined(parts, 0).map((place) => finding(name, level, place, most(counts, place), limit, 0.8))
}

function most(values: Float32Array, { first, last }: Stretch): number {
  let result = 0
  for (let n = first; n <= last; n++) result = Math.max(result, values[n]!)
  return Math.round(result * 1000) / 1000
}

function framesPerSecond({ rate }: Measured): number | null {
  return rate && rate.num / rate.den
}

const framesIn = (seconds: number, perSecond: number) => Math.ceil(seconds * perSecond - 1e-9)

function secondsOf({ first, last }: Stretch, perSecond: number): number {
  return Math.round(((last - first + 1) / perSecond) * 1000) / 1000
}

export function finding(
  rule: RuleName,
  level: Level,
  place: Stretch | null,
  measured: number | string,
  limit: number | string,
  confidence: number,
): Finding {
  return { rule, level, place, measured, limit, confidence }
}
