// Black bars around the image, compared with the declared matte.
import { type Clock, lasts } from './clock.ts'
import { gridWidth } from './frame-layout.ts'
import { joined, type Stretch } from './stretches.ts'

/** Widths of bars are parts of the height or width of the image. */
export const barUnits = 10_000

/** A sample belongs to a bar if it is not brighter; encoders leave a little noise in black. */
const barLuma = 28
/** The part of the samples of a line that may be brighter. */
const brighterShare = 0.02
/** A column is one of 160, a line rarely one of less than 500. */
const tolerance = { lines: 0.006 * barUnits, columns: 0.011 * barUnits }
const isLine = (edge: number) => edge < 2
const toleranceOf = (edge: number) => (isLine(edge) ? tolerance.lines : tolerance.columns)
/** Dark images look as if they had bars, but not for long of the same size. */
const leastSeconds = 0.5

/** Black lines and columns at the top, the bottom, the left and the right, from samples of each line. */
export function barsOf(samples: Uint8Array, lines: number): [number, number, number, number] {
  const isDark = (from: number, step: number, count: number) => {
    let brighter = 0
    for (let n = 0, at = from; n < count; n++, at += step)
      if (samples[at]! > barLuma && ++brighter > brighterShare * count) return false
    return true
  }
  const top = run(lines, (y) => isDark(y * gridWidth, 1, gridWidth))
  if (top === lines) return [barUnits, barUnits, barUnits, barUnits]
  const bottom = run(lines, (y) => isDark((lines - 1 - y) * gridWidth, 1, gridWidth))
  const height = lines - top - bottom
  const isDarkColumn = (x: number) => isDark(top * gridWidth + x, gridWidth, height)
  const left = run(gridWidth, isDarkColumn)
  const right = run(gridWidth, (x) => isDarkColumn(gridWidth - 1 - x))
  const part = (count: number, of: number) => Math.round((count / of) * barUnits)
  return [part(top, lines), part(bottom, lines), part(left, gridWidth), part(right, gridWidth)]
}

function run(most: number, holds: (n: number) => boolean): number {
  let n = 0
  while (n < most && holds(n)) n++
  return n
}

/**
 * Stretches whose bars differ from those of the declared aspect ratio, and stay the same. Black frames in between belong to both
 * sides of them.
 */
export function barPlaces(
  bars: Uint16Array,
  clock: Clock,
  { ratio, aspect }: { ratio: number; aspect: number | null },
  isBlack: (n: number) => boolean,
): { place: Stretch; shown: number }[] {
  const expected = expectedBars(ratio, aspect)
  const barAt = (n: number, edge: number) => bars[n * 4 + edge]!
  const isSame = (n: number, other: number) =>
    expected.every((_, edge) => Math.abs(barAt(n, edge) - barAt(other, edge)) <= toleranceOf(edge) / 2)
  const differs = (n: number) =>
    !isBlack(n) && expected.some((bar, edge) => Math.abs(barAt(n, edge) - bar) > toleranceOf(edge))
  const parts: Stretch[] = []
  for (let n = 0; n < clock.frames; n++) {
    if (!differs(n)) continue
    const before = parts.at(-1)
    if (before && before.last === n - 1 && isSame(before.first, n)) before.last = n
    else parts.push({ first: n, last: n })
  }
  const wholeFile = clock.startOf(clock.frames) < leastSeconds
  const kept = parts.filter((place) => wholeFile || lasts(place, leastSeconds, clock))
  const isBlackBetween = (from: number, to: number) => {
    for (let n = from; n < to; n++) if (!isBlack(n)) return false
    return true
  }
  return joined(
    kept,
    (before, after) => isSame(before.first, after.first) && isBlackBetween(before.last + 1, after.first),
  ).map((place) => ({ place, shown: shownRatio(bars, place.first, ratio) }))
}

function expectedBars(ratio: number, aspect: number | null): [number, number, number, number] {
  if (aspect === null) return [0, 0, 0, 0]
  const lines = aspect > ratio ? ((1 - ratio / aspect) / 2) * barUnits : 0
  const columns = aspect < ratio ? ((1 - aspect / ratio) / 2) * barUnits : 0
  return [lines, lines, columns, columns]
}

/** The aspect ratio of the image inside of the bars. */
function shownRatio(bars: Uint16Array, frame: number, ratio: number): number {
  const [top, bottom, left, right] = bars.subarray(frame * 4, frame * 4 + 4) as unknown as number[]
  const height = Math.max(1, barUnits - top! - bottom!)
  const width = Math.max(1, barUnits - left! - right!)
  return Math.round((ratio * width * 100) / height) / 100
}
