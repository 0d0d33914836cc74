// The rendition that suits a screen and a network.

export type RenditionFacts = { name: string; width: number; bitRate: number | null }

export type Conditions = {
  /** Pixels of the screen that the image is wide. */
  width: number
  /** Bits per second; undefined if nothing is known. */
  bits: number | undefined
  savesData: boolean
  /** The name of the rendition that plays. */
  current?: string | undefined
}

/** A rendition that is a little narrower than the image looks the same. */
const enough = 0.85

/** The part of the bandwidth that a rendition may take: less to change to it than to stay with it. */
const toChange = 0.6
const toStay = 0.9

/** `renditions`: smallest first, at least one. Undefined for none. */
export function chooseRendition<Facts extends RenditionFacts>(
  renditions: readonly Facts[],
  { width, bits, savesData, current }: Conditions,
): Facts | undefined {
  if (savesData) return renditions[0]
  const now = renditions.findIndex(({ name }) => name === current)
  const large = renditions.findIndex((one) => one.width >= width * enough)
  const bySize = large < 0 ? renditions.length - 1 : large
  const isAffordable = ({ name, bitRate }: Facts) =>
    bits === undefined || bitRate === null || bitRate <= bits * (name === current ? toStay : toChange)
  const byBits = Math.max(0, renditions.findLastIndex(isAffordable))
  // One larger than needed stays: a window that is resized or a phone that is turned back would need it again.
  const isSlightlyLarge = now === bySize + 1 && now <= byBits
  return renditions[isSlightlyLarge ? now : Math.min(bySize, byBits)]
}

/** How long a rendition plays at least before another one is chosen, in ms: a better one, and a smaller one. */
export const holdMs = { up: 10_000, down: 4_000 }
