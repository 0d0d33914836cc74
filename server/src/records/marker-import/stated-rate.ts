// The frame rate that a marker file names itself, for audio and other files that have none.
import { type FrameRate, parseFrameRate } from '../../core/frames.ts'
import type { ImportFormat } from './formats.ts'
import { ntscRate } from './marker.ts'

/** Undefined if the format has no rate, or the text none that exists. */
export function statedRate(format: ImportFormat, text: string): FrameRate | undefined {
  if (format === 'xmeml') {
    const [, base, ntsc] =
      /<timebase>\s{0,9}(\d{1,4})\s{0,9}<\/timebase>\s{0,99}<ntsc>\s{0,9}(\w{1,9})/.exec(text) ?? []
    return base === undefined ? undefined : existing(ntscRate(Number(base), ntsc!.toUpperCase() === 'TRUE'))
  }
  if (format === 'fcpxml') {
    const [, num, den] = /\sframeDuration="([1-9]\d{0,5})\/([1-9]\d{0,5})s"/.exec(text) ?? []
    return num === undefined ? undefined : existing({ num: Number(den), den: Number(num) })
  }
  if (format !== 'otio') return undefined
  const [, decimal] = /"rate":\s{0,9}(\d{1,4}(?:\.\d{1,20})?)/.exec(text) ?? []
  return decimal === undefined ? undefined : decimalRate(Number(decimal))
}

/** 29.97002997 is 30000/1001. */
function decimalRate(decimal: number): FrameRate | undefined {
  const base = Math.round(decimal)
  return existing(ntscRate(base, Math.abs(decimal - base) > 0.0005))
}

function existing({ num, den }: FrameRate): FrameRate | undefined {
  return parseFrameRate(`${num}/${den}`)
}
