// Black bars around the image, compared with the declared matte.
import { gridHeight, gridWidth } from './flashes.ts'
import { type Stretch, stretches } from './stretches.ts'
import type { VideoSeries } from './video-series.ts'

/** A line belongs to a bar if none of its points is brighter. */
const barLuma = 24
/** Points of the grid by which a bar may differ: a bar rarely ends on a point. */
const tolerance = 1

export function barsOf(luma: Uint8Array): [top: number, bottom: number, left: number, right: number] {
  const isDarkLine = (y: number) => isDark(luma, y * gridWidth, 1, gridWidth)
  const isDarkColumn = (x: number) => isDark(luma, x, gridWidth, gridHeight)
  return [
    count(gridHeight, (n) => isDarkLine(n)),
    count(gridHeight, (n) => isDarkLine(gridHeight - 1 - n)),
    count(gridWidth, (n) => isDarkColumn(n)),
    count(gridWidth, (n) => isDarkColumn(gridWidth - 1 - n)),
  ]
}

function isDark(luma: Uint8Array, from: number, step: number, points: number): boolean {
  for (let i = 0; i < points; i++) if (luma[from + i * step]! > barLuma) return false
  return true
}

function count(most: number, holds: (n: number) => boolean): number {
  let n = 0
  while (n < most && holds(n)) n++
  return n
}

/**
 * Stretches with other bars than those of the declared aspect ratio. A dark image looks like one with bars, so only bars that stay
 * for the whole of a shot count: the smallest bar within a second.
 */
export function barPlaces(
  series: VideoSeries,
  ratio: number,
  aspect: number | null,
  isBlack: (n: number) => boolean,
): { place: Stretch; shown: string }[] {
  const expected = expectedBars(ratio, aspect)
  const differs = (n: number) =>
    !isBlack(n) && expected.some((bar, edge) => series.bars[n * 4 + edge]! - bar > tolerance)
  return stretches(series.frames, Math.min(series.frames, 12), differs).map((place) => ({
    place,
    shown: shownRatio(series, place, ratio),
  }))
}

function expectedBars(ratio: number, aspect: number | null): number[] {
  if (aspect === null) return [0, 0, 0, 0]
  const lines = aspect > ratio ? (gridHeight * (1 - ratio / aspect)) / 2 : 0
  const columns = aspect < ratio ? (gridWidth * (1 - aspect / ratio)) / 2 : 0
  return [lines, lines, columns, columns]
}

/** The aspect ratio of the image inside of the bars that all frames of the stretch have. */
function shownRatio({ bars }: VideoSeries, { first, last }: Stretch, ratio: number): string {
  const least = [gridHeight, gridHeight, gridWidth, gridWidth]
  for (let n = first; n <= last; n++)
    for (let edge = 0; edge < 4; edge++) least[edge] = Math.min(least[edge]!, bars[n * 4 + edge]!)
  const [top, bottom, left, right] = least as [number, number, number, number]
  const height = (gridHeight - top - bottom) / gridHeight
  const width = (gridWidth - left - right) / gridWidth
  return height > 0 ? ((ratio * width) / height).toFixed(2) : 'black'
}
