// Saturated red after ITU-R BT.1702: red is at least 80 % of red, green and blue together.
import { gridPoints } from './frame-layout.ts'

const redShare = 0.8
const leastSum = 40

/** How much of the colour differences is in red, green and blue. */
export type Matrix = { redOfV: number; greenOfU: number; greenOfV: number; blueOfU: number }

/** Without a tag, the matrix follows from the number of lines, as in browsers. */
export function matrixOf(tag: string | null | undefined, lines: number): Matrix {
  if (tag === 'bt2020nc' || tag === 'bt2020c') return fromWeights(0.2627, 0.0593)
  const isOld = tag === 'smpte170m' || tag === 'bt470bg' || tag === 'fcc'
  if (isOld || (tag !== 'bt709' && tag !== 'gbr' && lines <= 576)) return fromWeights(0.299, 0.114)
  return fromWeights(0.2126, 0.0722)
}

function fromWeights(red: number, blue: number): Matrix {
  const scale = 255 / 224
  const green = 1 - red - blue
  const [redOfV, blueOfU] = [2 * (1 - red) * scale, 2 * (1 - blue) * scale]
  return { redOfV, blueOfU, greenOfU: (-blueOfU * blue) / green, greenOfV: (-redOfV * red) / green }
}

/** Marks the points of the grid that are saturated red. */
export function markRed(grid: Uint8Array, marked: Uint8Array, matrix: Matrix): void {
  for (let point = 0; point < gridPoints; point++) {
    const v = grid[2 * gridPoints + point]! - 128
    if (v < 16) {
      marked[point] = 0
      continue
    }
    const y = 1.164 * (grid[point]! - 16)
    const u = grid[gridPoints + point]! - 128
    const red = Math.max(0, y + matrix.redOfV * v)
    const green = Math.max(0, y + matrix.greenOfU * u + matrix.greenOfV * v)
    const blue = Math.max(0, y + matrix.blueOfU * u)
    const sum = red + green + blue
    marked[point] = sum > leastSum && red / sum >= redShare ? 1 : 0
  }
}
