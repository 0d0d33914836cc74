// The loudness of a file in the units of broadcasters.
import type { Media } from '@dailies/sdk'

/** With a real minus sign. */
const signed = (value: number) => value.toFixed(1).replace('-', '−')

export function loudnessFacts({ loudness }: Media): (readonly [string, string])[] {
  if (!loudness) return []
  return [
    ['Loudness', `${signed(loudness.integrated)} LUFS`],
    ['Loudness range', `${signed(loudness.range)} LU`],
    ['True peak', `${signed(loudness.truePeak)} dBTP`],
  ]
}
