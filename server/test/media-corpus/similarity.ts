// Compares two videos frame by frame, inside and outside of a marked part.
import type { Size } from './numbered-frames.ts'
import { decodeAll } from './read-clip.ts'

/** A window has four blocks, and the next one begins with the next block. */
const block = 4
/** The usual constants of SSIM for values up to 255. */
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/** The brightness of every frame of each video, one byte per pixel. */
export function lumaFrames(size: Size, ...paths: string[]): Buffer[][] {
  return decodeAll(paths, size, { format: 'gray', bytes: 1 })
}

/** For each pixel, 1 if it belongs to the marked part. */
export type Mask = Uint8Array

export function maskOf({ width, height }: Size, isMarked: (x: number, y: number) => boolean): Mask {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    isMarked(at % width, Math.floor(at / width)) ? 1 : 0,
  )
}

/** Returns the mean SSIM of two frames over all windows of 8 × 8 pixels without a marked pixel. */
export function similarityOutside(mask: Mask, { width, height }: Size): (a: Buffer, b: Buffer) => number {
  const columns = Math.floor(width / block)
  const count = columns * Math.floor(height / block)
  const isMarked = new Uint8Array(count)
  const sums = Array.from({ length: 5 }, () => new Float64Array(count)) as BlockSums
  for (let n = 0; n < count; n++) isMarked[n] = countIn(mask, cornerOf(n, columns, width), width) > 0 ? 1 : 0
  const windows: number[] = []
  for (let n = 0; n + columns < count; n++) {
    const isLast = n % columns === columns - 1
    if (!isLast && !isMarked[n] && !isMarked[n + 1] && !isMarked[n + columns] && !isMarked[n + columns + 1])
      windows.push(n)
  }
  if (windows.length === 0) throw new Error('nothing is outside of the mark')
  return (a, b) => {
    for (let n = 0; n < count; n++) sumBlock(a, b, cornerOf(n, columns, width), width, sums, n)
    let sum = 0
    for (const n of windows) sum += similarity(sums, n, columns)
    return sum / windows.length
  }
}

/** Of both frames: their values, their squares, and their products. */
type BlockSums = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

function cornerOf(n: number, columns: number, width: number): number {
  return Math.floor(n / columns) * block * width + (n % columns) * block
}

function countIn(mask: Mask, corner: number, width: number): number {
  let count = 0
  for (let y = 0; y < block; y++) for (let x = 0; x < block; x++) count += mask[corner + y * width + x]!
  return count
}

function sumBlock(a: Buffer, b: Buffer, corner: number, width: number, sums: BlockSums, n: number): void {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let y = 0; y < block; y++) {
    for (let at = corner + y * width, end = at + block; at < end; at++) {
      const one = a[at]!
      const other = b[at]!
      sumA += one
      sumB += other
      squaresA += one * one
      squaresB += other * other
      products += one * other
    }
  }
  sums[0][n] = sumA
  sums[1][n] = sumB
  sums[2][n] = squaresA
  sums[3][n] = squaresB
  sums[4][n] = products
}

function similarity(sums: BlockSums, n: number, columns: number): number {
  const pixels = 4 * block * block
  const meanOf = (values: Float64Array) =>
    (values[n]! + values[n + 1]! + values[n + columns]! + values[n + columns + 1]!) / pixels
  const [meanA, meanB] = [meanOf(sums[0]), meanOf(sums[1])]
  const [varianceA, varianceB] = [meanOf(sums[2]) - meanA ** 2, meanOf(sums[3]) - meanB ** 2]
  const covariance = meanOf(sums[4]) - meanA * meanB
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  )
}

/** The mean difference of the marked pixels. */
export function difference(a: Buffer, b: Buffer, mask: Mask): number {
  let [sum, pixels] = [0, 0]
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue
    sum += Math.abs(a[at]! - b[at]!)
    pixels++
  }
  return sum / pixels
}
