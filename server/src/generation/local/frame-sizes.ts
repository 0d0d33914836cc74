// A resolution names the short side. The ratio gives the long side, rounded to the nearest even number for
// H.264.
import type { VideoConfigs } from '../../core/provider.ts'

export type Size = { width: number; height: number }

/** The slate of a 3D draft, which has no resolution. */
export const slateSize: Size = { width: 1536, height: 1024 }

const shortSides: Record<string, number> = {
  '480p': 480,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '2k': 1440,
  '4k': 2160,
}

export function frameSize({
  resolution,
  aspectRatio,
}: Pick<VideoConfigs, 'resolution' | 'aspectRatio'>): Size {
  const short = shortSides[resolution]
  const [across, down] = aspectRatio.split(':').map(Number)
  if (!short || !across || !down) throw new Error(`no frame size for ${resolution} at ${aspectRatio}`)
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2)
  return across >= down ? { width: long, height: short } : { width: short, height: long }
}
