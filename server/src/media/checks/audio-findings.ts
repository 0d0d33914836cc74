// Findings in the audio of a file. Their places are frames of the video, or blocks of 10 ms in a file without video.
import { type AudioSeries, peakNumber } from './audio-series.ts'
import { clockOf, framesWithin, rounded } from './clock.ts'
import {
  aboutFile,
  type Finding,
  type Judgement,
  type Judges,
  type Measured,
  notApplicable,
  notMeasured,
} from './finding.ts'
import type { CheckRules, Level, RuleName } from './profile.ts'
import { joined, type Stretch, stretches } from './stretches.ts'

const noAudio = notApplicable('The file has no audio.')
const notStereo = notApplicable('The audio is not stereo.')
/** Quieter blocks say nothing about the two sides. */
const quiet = peakNumber(0.001)
/** Clipped samples with less in between are one finding. */
const clippingGap = 1

export const audioJudges: Judges = {
  silence: (rule, measured) =>
    inAudio(measured, (audio) => {
      const loudest = peakNumber(10 ** (rule.level_dB / 20))
      const places = stretches(audio.blocks, (block) => peakOf(audio, block) <= loudest).filter(
        (place) => !isAllowed(place, audio, rule),
      )
      return tooLong(measured, audio, 'silence', rule, places, (place) => secondsOf(place, audio))
    }),
  clipping: ({ level, samples }, measured) =>
    inAudio(measured, (audio) => {
      const near = (before: Stretch, after: Stretch) =>
        secondsOf({ first: before.last + 1, last: after.first - 1 }, audio) < clippingGap
      const places = joined(
        stretches(audio.blocks, (block) => audio.clipped[block]! > 0),
        near,
      )
      const clippedIn = (place: Stretch) => sumOf(audio.clipped, place)
      return {
        findings: places
          .filter((place) => clippedIn(place) >= samples)
          .map((place) => placed(measured, audio, 'clipping', level, place, clippedIn(place), samples)),
        ...{
          measured: sumOf(audio.clipped, { first: 0, last: audio.blocks }),
          limit: samples,
          unit: 'samples',
        },
      }
    }),
  phase: (rule, measured) =>
    inStereo(measured, (audio) => {
      const { correlation } = rule
      const isOpposed = (block: number) =>
        audio.correlation[block]! > -128 && audio.correlation[block]! < correlation * 127
      const places = across(audio, isOpposed, (block) => audio.correlation[block]! === -128)
      const value = (place: Stretch) => meanCorrelation(audio, place)
      const { findings, ...rest } = tooLong(measured, audio, 'phase', rule, places, value)
      return {
        ...rest,
        findings: findings.map((finding) => ({ ...finding, limit: correlation })),
        ...{ measured: value({ first: 0, last: audio.blocks - 1 }), limit: correlation, unit: null },
      }
    }),
  oneSided: (rule, measured) =>
    inStereo(measured, (audio) => {
      const sides = (block: number): [number, number] => [
        audio.peaks[block * 2]!,
        audio.peaks[block * 2 + 1]!,
      ]
      const isQuiet = (block: number) => Math.max(...sides(block)) <= quiet
      const isOneSided = (block: number) => {
        const [left, right] = sides(block)
        return !isQuiet(block) && Math.abs(left - right) > 2 * rule.decibels
      }
      const places = across(audio, isOneSided, isQuiet)
      return tooLong(measured, audio, 'oneSided', rule, places, (place) => secondsOf(place, audio))
    }),
  loudness: (rule, measured) => inAudio(measured, (audio) => judgeLoudness(rule, audio)),
  truePeak: ({ level, most }, measured) =>
    inAudio(measured, ({ loudness: { truePeak } }) => {
      const value = truePeak === null ? null : tenths(truePeak)
      return {
        findings: value === null || value <= most ? [] : [aboutFile('truePeak', level, value, most)],
        ...{ measured: value, limit: most, unit: 'dBTP' },
      }
    }),
}

function judgeLoudness(rule: NonNullable<CheckRules['loudness']>, { loudness }: AudioSeries): Judgement {
  const { level, target, tolerance, gating } = rule
  const shown = { measured: loudness.integrated && tenths(loudness.integrated), limit: target, unit: 'LUFS' }
  if (shown.measured === null)
    return notMeasured('The audio is silent, or shorter than the 400 ms that a measurement needs.', shown)
  if (gating === 'DIALOGUE') {
    return notMeasured(
      'The target is for speech alone. The number is the loudness of the whole programme: shown, not compared.',
      shown,
    )
  }
  const findings =
    Math.abs(shown.measured - target) <= tolerance + 1e-9
      ? []
      : [aboutFile('loudness', level, shown.measured, target)]
  const most = (name: string, value: number | null, limit: number | undefined) => {
    if (value === null || limit === undefined || tenths(value) <= limit) return
    const message = `The ${name} loudness reaches ${tenths(value)} LUFS; at most ${limit} LUFS are allowed.`
    findings.push({ ...aboutFile('loudness', level, tenths(value), limit), message })
  }
  most('momentary', loudness.mostMomentary, rule.mostMomentary)
  most('short-term', loudness.mostShortTerm, rule.mostShortTerm)
  return { findings, ...shown }
}

function inAudio(measured: Measured, look: (audio: AudioSeries) => Judgement): Judgement {
  if (!measured.audio) return noAudio
  if (measured.audio.blocks === 0) return notMeasured('The audio of the file cannot be decoded.')
  return look(measured.audio)
}

function inStereo(measured: Measured, look: (audio: AudioSeries) => Judgement): Judgement {
  return inAudio(measured, (audio) => (audio.channels.length === 2 ? look(audio) : notStereo))
}

/** Stretches that hold, joined across blocks that say nothing. */
function across(
  { blocks }: AudioSeries,
  holds: (block: number) => boolean,
  saysNothing: (block: number) => boolean,
): Stretch[] {
  return joined(stretches(blocks, holds), (before, after) => {
    for (let block = before.last + 1; block < after.first; block++) if (!saysNothing(block)) return false
    return true
  })
}

function tooLong(
  measured: Measured,
  audio: AudioSeries,
  name: RuleName,
  rule: { level: Level; seconds: number },
  places: Stretch[],
  value: (place: Stretch) => number,
) {
  const long = places.filter(
    (place) => secondsOf(place, audio) >= rule.seconds - audio.block.num / audio.block.den / 2,
  )
  const longest = places.reduce((seconds, place) => Math.max(seconds, secondsOf(place, audio)), 0)
  return {
    findings: long.map((place) =>
      placed(measured, audio, name, rule.level, place, value(place), rule.seconds),
    ),
    ...{ measured: longest as number | null, limit: rule.seconds as number, unit: 's' as string | null },
  }
}

function peakOf({ peaks, channels }: AudioSeries, block: number): number {
  let most = 0
  for (let channel = 0; channel < channels.length; channel++)
    most = Math.max(most, peaks[block * channels.length + channel]!)
  return most
}

function meanCorrelation({ correlation }: AudioSeries, { first, last }: Stretch): number {
  let [sum, count] = [0, 0]
  for (let block = first; block <= last; block++) {
    if (correlation[block] === -128) continue
    sum += correlation[block]! / 127
    count++
  }
  return count === 0 ? 0 : Math.round((sum / count) * 100) / 100
}

type Allowed = { allowedHead: number; allowedTail: number }

/** A file that has nothing else has no head and no tail. */
function isAllowed(place: Stretch, audio: AudioSeries, { allowedHead, allowedTail }: Allowed): boolean {
  const [isHead, isTail] = [place.first === 0, place.last === audio.blocks - 1]
  if (isHead && isTail) return false
  const seconds = secondsOf(place, audio) - 0.0005
  return (isHead && seconds <= allowedHead) || (isTail && seconds <= allowedTail)
}

function secondsOf({ first, last }: Stretch, { block }: AudioSeries): number {
  return rounded(((last - first + 1) * block.num) / block.den)
}

const tenths = (value: number) => Math.round(value * 10) / 10

function sumOf(values: Uint16Array, { first, last }: Stretch): number {
  return values.subarray(first, last + 1).reduce((sum, value) => sum + value, 0)
}

function placed(
  measured: Measured,
  { block }: AudioSeries,
  rule: RuleName,
  level: Level,
  { first, last }: Stretch,
  value: number,
  limit: number,
): Finding {
  const clock = clockOf(measured)
  const secondsAt = (n: number) => (n * block.num) / block.den
  return {
    ...{ rule, level, measured: value, limit, confidence: 1 },
    ...(clock
      ? { place: framesWithin(secondsAt(first), secondsAt(last + 1), clock) }
      : { place: { first, last }, placeIn: 'BLOCKS' as const }),
  }
}
