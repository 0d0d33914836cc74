// The names of page sizes.
import type { pageSizeNames } from './rules.ts'

type Name = (typeof pageSizeNames)[number]

/** In points, the shorter side first. */
const paper: readonly (readonly [name: Name, width: number, height: number])[] = [
  ...(
    [
      ['A0', 841, 1189],
      ['A1', 594, 841],
      ['A2', 420, 594],
      ['A3', 297, 420],
      ['A4', 210, 297],
      ['A5', 148, 210],
      ['A6', 105, 148],
      ['B4', 250, 353],
      ['B5', 176, 250],
    ] as const
  ).map(([name, width, height]) => [name, (width * 72) / 25.4, (height * 72) / 25.4] as const),
  ['Letter', 612, 792],
  ['Legal', 612, 1008],
  ['Tabloid', 792, 1224],
  ['Executive', 522, 756],
]

/** One millimetre: programs round the sides of a page. */
const tolerance = 3

type Size = { width: number; height: number }

/** `A4`, or the aspect of a slide; undefined for any other size. */
export function sizeName({ width, height }: Size): Name | undefined {
  const [short, long] = width < height ? [width, height] : [height, width]
  const found = paper.find(([, w, h]) => Math.abs(short - w) <= tolerance && Math.abs(long - h) <= tolerance)
  if (found) return found[0]
  if (width > height && Math.abs(width / height - 16 / 9) < 0.01) return '16:9'
  return width > height && Math.abs(width / height - 4 / 3) < 0.01 ? '4:3' : undefined
}

/** `A4 landscape`, `210 × 99 mm`. */
export function sizeShown(size: Size): string {
  const name = sizeName(size)
  if (name === undefined) return `${millimetres(size.width)} × ${millimetres(size.height)} mm`
  return name.includes(':') || size.width <= size.height ? name : `${name} landscape`
}

function millimetres(points: number): number {
  return Math.round((points * 25.4) / 72)
}
