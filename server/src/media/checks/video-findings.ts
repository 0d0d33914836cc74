// Findings in the frames of a video.
import { barPlaces } from './bars.ts'
import { type Clock, clockOf, lasts, secondsOf } from './clock.ts'
import {
  type Finding,
  type Judgement,
  type Judges,
  type Measured,
  notApplicable,
  notMeasured,
} from './finding.ts'
import { flashPlaces, mostFlashes } from './flashes.ts'
import { judgeInterlacing } from './interlacing-findings.ts'
import type { Level, RuleName } from './profile.ts'
import { type Stretch, stretches } from './stretches.ts'
import type { VideoSeries } from './video-series.ts'

/** Black is 16; encoders leave a little noise. */
const blackMean = 18 * 256
const blackMax = 26
/** Mean difference of a repeated frame: −60 dB of full scale, as ffmpeg's freezedetect has it. No point may differ much. */
const sameFrame = 0.255 * 256
const samePoint = 6
/** Frames on both sides of a repeated one differ by this much: the image moves. */
const movingFrame = 0.6 * 256
const singleColourSpread = 6
/** More repeated frames in a row are a frozen image. */
const mostRepeated = 4
/** Repeated frames with this many frames in between, so often, have a pattern: one finding. */
const patternGap = 6
const patternTimes = 5

const noVideo = notApplicable('The file has no video.')
const noTimes = notMeasured('The times of the frames are not known.')

type Timed = { level: Level; seconds: number; allowedHead: number; allowedTail: number }
type InFrames = (video: VideoSeries, clock: Clock, measured: Measured) => Judgement

export const videoJudges: Judges = {
  black: (rule, measured) => still('black', rule, measured, isBlack),
  singleColour: (rule, measured) =>
    still('singleColour', rule, measured, (series, n) => isSingleColour(series, n) && !isBlack(series, n)),
  frozen: (rule, measured) => inFrames(measured, (video, clock) => frozen(rule, video, clock)),
  duplicatedFrames: (rule, measured) =>
    inFrames(measured, (video) => {
      const findings = repeatedPlaces(video).map(({ count, ...place }) =>
        finding('duplicatedFrames', rule.level, place, count, 0, 0.7),
      )
      return { findings, measured: sum(findings), limit: 0, unit: 'frames' }
    }),
  levels: ({ level, share }, measured) => {
    const reason = noLevels(measured)
    if (reason !== undefined) return notApplicable(reason)
    return inFrames(measured, (video) => {
      const percentAt = (n: number) => (video.outOfRange[n]! / 65_535) * 100
      const limit = Math.round(share * 10_000) / 100
      const places = stretches(video.frames, (n) => percentAt(n) > limit)
      return {
        findings: places.map((place) => finding('levels', level, place, most(place, percentAt), limit, 0.9)),
        ...{ measured: most({ first: 0, last: video.frames - 1 }, percentAt), limit, unit: '%' },
      }
    })
  },
  bars: ({ level, aspect }, measured) =>
    inFrames(measured, (video, clock) => {
      const { width, height } = measured.info
      if (!width || !height) return noVideo
      const limit = aspect ?? 'no bars'
      const isDark = (n: number) => isBlack(video, n)
      if (stretches(video.frames, (n) => !isDark(n)).length === 0)
        return notMeasured('All frames are black: bars would not show.')
      const found = barPlaces(video.bars, clock, { ratio: width / height, aspect }, isDark)
      const findings = found.map(({ place, shown }) => finding('bars', level, place, shown, limit, 0.8))
      return { findings, limit }
    }),
  flashes: ({ level, perSecond }, measured) => flashes('flashes', level, perSecond, measured),
  redFlashes: ({ level, perSecond }, measured) => flashes('redFlashes', level, perSecond, measured),
  interlacing: (rule, measured) => inFrames(measured, (video) => judgeInterlacing(rule, video, measured)),
  firstFrame: ({ level, is }, measured) =>
    inFrames(measured, (video) => edgeFrame('firstFrame', level, is, video, 0)),
  lastFrame: ({ level, is }, measured) =>
    inFrames(measured, (video) => {
      if (measured.measuredSeconds !== null)
        return notMeasured('The end of the file is after the part that was measured.')
      if (video.frames < (measured.info.frames ?? 0))
        return notMeasured('The end of the file cannot be decoded.')
      return edgeFrame('lastFrame', level, is, video, video.frames - 1)
    }),
}

function inFrames(measured: Measured, look: InFrames): Judgement {
  if (!measured.video) return noVideo
  if (measured.video.frames === 0) return notMeasured('No frame of the file can be decoded.')
  const clock = clockOf(measured)
  return clock ? look(measured.video, clock, measured) : noTimes
}

export function isBlack({ meanLuma, maxLuma }: VideoSeries, n: number): boolean {
  return meanLuma[n]! <= blackMean && maxLuma[n]! <= blackMax
}

function isSingleColour({ spread }: VideoSeries, n: number): boolean {
  return spread[n]! <= singleColourSpread
}

function isSame({ difference, mostDifference }: VideoSeries, n: number): boolean {
  return difference[n]! <= sameFrame && mostDifference[n]! <= samePoint
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
  return inFrames(measured, (video, clock) =>
    tooLong(
      name,
      rule,
      clock,
      stretches(video.frames, (n) => holds(video, n)),
      1,
    ),
  )
}

/** A frozen image begins with the frame that the following ones repeat. Black is found by its own rule. */
function frozen(rule: Timed, video: VideoSeries, clock: Clock): Judgement {
  const places = stretches(video.frames, (n) => n > 0 && isSame(video, n) && !isBlack(video, n))
  const whole = places.map(({ first, last }) => ({ first: first - 1, last }))
  return tooLong('frozen', rule, clock, whole, 0.95)
}

function tooLong(
  name: RuleName,
  rule: Timed,
  clock: Clock,
  places: Stretch[],
  confidence: number,
): Judgement {
  const judged = places.filter((place) => !isAllowed(place, rule, clock))
  const long = judged.filter((place) => lasts(place, rule.seconds, clock))
  const longest = judged.reduce((seconds, place) => Math.max(seconds, secondsOf(place, clock)), 0)
  return {
    findings: long.map((place) =>
      finding(name, rule.level, place, secondsOf(place, clock), rule.seconds, confidence),
    ),
    ...{ measured: longest, limit: rule.seconds, unit: 's' },
  }
}

/** A file that has nothing else has no head and no tail. */
function isAllowed(place: Stretch, rule: Timed, clock: Clock): boolean {
  const [isHead, isTail] = [place.first === 0, place.last === clock.frames - 1]
  if (isHead && isTail) return false
  const seconds = secondsOf(place, clock) - 0.0005
  return (isHead && seconds <= rule.allowedHead) || (isTail && seconds <= rule.allowedTail)
}

/** Frames that repeat the one before while the image moves. Frames that could not be decoded are found by their own rule. */
function repeatedPlaces(video: VideoSeries): (Stretch & { count: number })[] {
  const places = stretches(video.frames, (n) => n > 1 && isSame(video, n) && video.repeated[n] === 0)
  const singles = places.filter(
    ({ first, last }) =>
      last - first < mostRepeated &&
      last + 1 < video.frames &&
      moves(video, first - 1) &&
      moves(video, last + 1),
  )
  const groups: Stretch[][] = []
  for (const place of singles) {
    const before = groups.at(-1)
    if (before && place.first - before.at(-1)!.last <= patternGap) before.push(place)
    else groups.push([place])
  }
  const length = ({ first, last }: Stretch) => last - first + 1
  return groups.flatMap((group) => {
    if (group.length < patternTimes) return group.map((place) => ({ ...place, count: length(place) }))
    const count = group.reduce((total, place) => total + length(place), 0)
    return [{ first: group[0]!.first, last: group.at(-1)!.last, count }]
  })
}

/** Why a file has no levels outside of its range. */
function noLevels({ info }: Measured): string | undefined {
  const video = info.technical?.video
  if (!video) return undefined
  if (video.colour.hdr !== null)
    return `The limits of EBU R 103 are for standard dynamic range; the file is ${video.colour.hdr}.`
  if (video.colour.range === 'full' || /^yuvj/.test(video.pixelFormat ?? ''))
    return 'The file has full range: all levels are allowed.'
  return /^(0?rgb|bgr|gbr|argb|abgr|pal8)/.test(video.pixelFormat ?? '')
    ? 'The file is RGB, which has no levels outside of its range.'
    : undefined
}

/** From the first change of the second with too many flashes to the last. */
function flashes(name: 'flashes' | 'redFlashes', level: Level, limit: number, measured: Measured): Judgement {
  return inFrames(measured, (video, { startOf }) => {
    const changes = name === 'flashes' ? video.lightChanges : video.redChanges
    const findings = flashPlaces(changes, startOf, limit).map(({ most: count, ...place }) =>
      finding(name, level, place, count, limit, 0.8),
    )
    return { findings, measured: mostFlashes(changes, startOf), limit, unit: 'flashes/s' }
  })
}

function edgeFrame(
  name: 'firstFrame' | 'lastFrame',
  level: Level,
  is: 'CONTENT' | 'BLACK',
  video: VideoSeries,
  frame: number,
): Judgement {
  const shown = isBlack(video, frame) ? 'black' : isSingleColour(video, frame) ? 'a single colour' : 'content'
  const limit = is.toLowerCase()
  const place = { first: frame, last: frame }
  return {
    findings: shown === limit ? [] : [finding(name, level, place, shown, limit, 1)],
    ...{ measured: shown, limit },
  }
}

function most({ first, last }: Stretch, valueAt: (n: number) => number): number {
  let result = 0
  for (let n = first; n <= last; n++) result = Math.max(result, valueAt(n))
  return Math.round(result * 100) / 100
}

function sum(findings: readonly Finding[]): number {
  return findings.reduce((total, { measured }) => total + Number(measured), 0)
}

function finding(
  rule: RuleName,
  level: Level,
  place: Stretch,
  measured: number | string,
  limit: number | string,
  confidence: number,
): Finding {
  return { rule, level, place, measured, limit, confidence }
}
