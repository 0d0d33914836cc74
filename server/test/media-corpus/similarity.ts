// Compares two videos frame by frame, inside and outside of a marked part.
import { execFileSync } from 'node:child_process'
import type { Size } from './numbered-frames.ts'

const side = 8
const stride = 4
/** The usual constants of SSIM for values up to 255. */
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/** The brightness of every frame, one byte per pixel. */
export function lumaFrames(path: string, { width, height }: Size): Buffer[] {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    { maxBuffer: 2 ** 28 },
  )
  const length = width * height
  return Array.from({ length: bytes.length / length }, (_, n) => bytes.subarray(n * length, (n + 1) * length))
}

/** For each pixel, whether it belongs to the marked part. */
export type Marked = (x: number, y: number) => boolean

/** The mean SSIM of all windows of 8 × 8 pixels without a marked pixel. */
export function similarityOutside(a: Buffer, b: Buffer, { width, height }: Size, marked: Marked): number {
  let [sum, windows] = [0, 0]
  for (let y = 0; y + side <= height; y += stride) {
    for (let x = 0; x + side <= width; x += stride) {
      if (touches(x, y, marked)) continue
      sum += similarity(a, b, width, x, y)
      windows++
    }
  }
  if (windows === 0) throw new Error('nothing is outside of the mark')
  return sum / windows
}

function touches(left: number, top: number, marked: Marked): boolean {
  for (let y = top; y < top + side; y++)
    for (let x = left; x < left + side; x++) if (marked(x, y)) return true
  return false
}

function similarity(a: Buffer, b: Buffer, width: number, left: number, top: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      const [one, other] = [a[y * width + x]!, b[y * width + x]!]
      sumA += one
      sumB += other
      squaresA += one * one
      squaresB += other * other
      products += one * other
    }
  }
  const count = side * side
  const [meanA, meanB] = [sumA / count, sumB / count]
  const [varianceA, varianceB] = [squaresA / count - meanA ** 2, squaresB / count - meanB ** 2]
  const covariance = products / count - meanA * meanB
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  )
}

/** The mean difference of the marked pixels. */
export function difference(a: Buffer, b: Buffer, { width, height }: Size, marked: Marked): number {
  let [sum, pixels] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!marked(x, y)) continue
      const at = y * width + x
      sum += Math.abs(a[at]! - b[at]!)
      pixels++
    }
  }
  return sum / pixels
}
