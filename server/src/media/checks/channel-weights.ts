// How much a channel counts for the loudness, after ITU-R BS.1770.

/**
 * Channels at the sides are louder by 1.5 dB, and low-frequency channels do not count. The back channels are at the sides if there
 * are no others there: they are the surround channels of 5.1.
 */
export function weightsOf(channels: readonly string[]): number[] {
  const hasSides = channels.includes('SL') || channels.includes('SR')
  return channels.map((name) => {
    if (name.startsWith('LFE')) return 0
    if (name === 'SL' || name === 'SR') return 1.41
    return (name === 'BL' || name === 'BR') && !hasSides ? 1.41 : 1
  })
}
