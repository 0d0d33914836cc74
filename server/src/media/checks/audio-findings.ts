// Findings in the audio of a file. Their places are frames of the video, or blocks of 10 ms in a file without video.
import { msToFrame } from '../../core/frames.ts'
import type { AudioSeries } from './audio-series.ts'
import { aboutFile, type Finding, type Judges, type Measured } from './finding.ts'
import type { Level, RuleName } from './profile.ts'
import { joined, type Stretch, stretches } from './stretches.ts'

const blocksPerSecond = 100

export const audioJudges: Judges = {
  silence(rule, measured) {
    const { audio } = measured
    if (!audio) return 'NOT_APPLICABLE'
    const loudest = 10 ** (rule.level_dB / 20)
    const isSilent = (block: number) => peakOf(audio, block) <= loudest
    return stretches(audio.blocks, blocksIn(rule.seconds), isSilent)
      .filter((place) => !isAllowed(place, audio.blocks, rule))
      .map((place) => placed(measured, 'silence', rule.level, place, secondsOf(place), rule.seconds))
  },
  clipping({ level, samples }, measured) {
    const { audio } = measured
    if (!audio) return 'NOT_APPLICABLE'
    const isClipped = (block: number) => audio.clipped[block]! >= samples
    return joined(stretches(audio.blocks, 1, isClipped), blocksPerSecond).map((place) =>
      placed(measured, 'clipping', level, place, sumOf(audio.clipped, place), samples),
    )
  },
  phase({ level, seconds, correlation }, measured) {
    const { audio } = measured
    if (!audio || audio.channels.length !== 2) return 'NOT_APPLICABLE'
    const isOpposed = (block: number) => (correlationOf(audio, block) ?? 1) < correlation
    return stretches(audio.blocks, blocksIn(seconds), isOpposed).map((place) =>
      placed(measured, 'phase', level, place, meanCorrelation(audio, place), correlation),
    )
  },
  oneSided({ level, seconds, decibels }, measured) {
    const { audio } = measured
    if (!audio || audio.channels.length !== 2) return 'NOT_APPLICABLE'
    const ratio = 10 ** (decibels / 20)
    const isOneSided = (block: number) => {
      const [left, right] = [audio.peaks[block * 2]!, audio.peaks[block * 2 + 1]!]
      return Math.max(left, right) > 0.001 && Math.max(left, right) > ratio * Math.min(left, right)
    }
    return stretches(audio.blocks, blocksIn(seconds), isOneSided).map((place) =>
      placed(measured, 'oneSided', level, place, secondsOf(place), seconds),
    )
  },
  loudness({ level, target, tolerance, gating }, measured) {
    const { audio } = measured
    if (!audio) return 'NOT_APPLICABLE'
    // A dialogue-gated target cannot be measured without telling speech from other sounds.
    if (gating === 'DIALOGUE' || audio.loudness.integrated === null) return 'NOT_MEASURED'
    const value = tenths(audio.loudness.integrated)
    return Math.abs(value - target) <= tolerance ? [] : [aboutFile('loudness', level, value, target)]
  },
  truePeak({ level, most }, { audio }) {
    if (!audio) return 'NOT_APPLICABLE'
    const { truePeak } = audio.loudness
    return truePeak === null || truePeak <= most ? [] : [aboutFile('truePeak', level, tenths(truePeak), most)]
  },
}

function peakOf({ peaks, channels }: AudioSeries, block: number): number {
  let most = 0
  for (let channel = 0; channel < channels.length; channel++)
    most = Math.max(most, peaks[block * channels.length + channel]!)
  return most
}

/** Undefined for a block in which one side is silent. */
function correlationOf({ products }: AudioSeries, block: number): number | undefined {
  const [both, left, right] = [products[block * 3]!, products[block * 3 + 1]!, products[block * 3 + 2]!]
  return left < 1e-6 || right < 1e-6 ? undefined : both / Math.sqrt(left * right)
}

function meanCorrelation(audio: AudioSeries, { first, last }: Stretch): number {
  let sum = 0
  for (let block = first; block <= last; block++) sum += correlationOf(audio, block) ?? 0
  return Math.round((sum / (last - first + 1)) * 100) / 100
}

type Allowed = { allowedHead: number; allowedTail: number }

function isAllowed({ first, last }: Stretch, blocks: number, { allowedHead, allowedTail }: Allowed): boolean {
  const length = last - first + 1
  if (first === 0 && length <= blocksIn(allowedHead)) return true
  return last === blocks - 1 && length <= blocksIn(allowedTail)
}

const blocksIn = (seconds: number) => Math.max(1, Math.round(seconds * blocksPerSecond))
const secondsOf = ({ first, last }: Stretch) => (last - first + 1) / blocksPerSecond
const tenths = (value: number) => Math.round(value * 10) / 10

function sumOf(values: Uint16Array, { first, last }: Stretch): number {
  return values.subarray(first, last + 1).reduce((sum, value) => sum + value, 0)
}

function placed(
  { rate, video }: Measured,
  rule: RuleName,
  level: Level,
  { first, last }: Stretch,
  measured: number,
  limit: number,
): Finding {
  const place = rate && video ? framesOf(first, last, rate, video.frames) : { first, last }
  return { rule, level, place, measured, limit, confidence: 1 }
}

/** The frames during which the blocks are heard. */
function framesOf(first: number, last: number, rate: { num: number; den: number }, frames: number): Stretch {
  const frameAt = (ms: number) => Math.min(frames - 1, msToFrame(ms, rate))
  return { first: frameAt(first * 10), last: frameAt((last + 1) * 10 - 1) }
}
