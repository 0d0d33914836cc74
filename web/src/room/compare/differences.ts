// Technical differences between two files.
import type { Media } from '@dailies/sdk'
import type { Clock } from '../player/clock.ts'
import { rateInWords } from '../player/clock.ts'
import { isLonger, isSameCount } from './pair.ts'

type Named = { name: string; media: Media }

export function sizeDifference(a: Named, b: Named): string[] {
  const size = ({ media: { width, height } }: Named) => `${width} × ${height}`
  if (a.media.width === null || b.media.width === null || size(a) === size(b)) return []
  return [`${a.name} is ${size(a)}, ${b.name} ${size(b)} pixels.`]
}

export function clockDifferences(a: Named & { clock: Clock }, b: Named & { clock: Clock }): string[] {
  const [longer, shorter] = isLonger(a.clock, b.clock) ? [a, b] : [b, a]
  if (isSameCount(a.clock, b.clock)) {
    const more = longer.clock.count - shorter.clock.count
    if (more === 0) return []
    const inWords = a.clock.unit === 'ms' ? `${more / 1000} s` : `${more} ${more === 1 ? 'frame' : 'frames'}`
    return [`${longer.name} is ${inWords} longer.`]
  }
  const rates = `${a.name} has ${rateInWords(a.media)}, ${b.name} ${rateInWords(b.media)}: they are synchronised by time.`
  const seconds = longer.clock.seconds - shorter.clock.seconds
  return seconds < 0.02 ? [rates] : [rates, `${longer.name} is ${seconds.toFixed(2)} s longer.`]
}
