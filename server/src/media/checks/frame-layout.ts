// The form in which ffmpeg passes frames for measuring: small, so that measuring costs little beside decoding. One plane of bytes
// for each frame, 160 columns wide, from the top:
//
// - two lines with the number of the frame, a bit in each column. A frame that cannot be decoded is replaced by one beside it, which
//   is known by its number.
// - three grids of 160 × 90 averages: luma, blue difference and red difference.
// - the lines of the image, with 160 samples of luma that are not averaged: for levels, bars and interlacing.
import type { Timing } from '../video/timing.ts'

export const gridWidth = 160
export const gridHeight = 90
export const gridPoints = gridWidth * gridHeight

const counterLines = 2
/** Higher images are sampled: none of them is interlaced. */
const mostLines = 1088

export type FrameLayout = {
  /** Of the part that is not averaged. */
  lines: number
  /** Whether these are all lines of the image, in order. */
  isWhole: boolean
  bytes: number
}

export function layoutFor(decodedHeight: number, isRotated: boolean): FrameLayout {
  const lines = Math.max(2, Math.min(decodedHeight, mostLines))
  return {
    lines,
    isWhole: lines === decodedHeight && !isRotated,
    bytes: gridWidth * (counterLines + 3 * gridHeight + lines),
  }
}

export type FrameParts = {
  /** Of the frame that is shown, from 0. */
  number: number
  /** Three planes of averages, one after the other. */
  grid: Uint8Array
  samples: Uint8Array
}

export function numberOf(line: Uint8Array): number {
  let number = 0
  for (let bit = 0; bit < 32; bit++) if (line[bit]! > 127) number += 2 ** bit
  return number
}

/** Writes the number of the frame: by its time where frames have a grid, else in the order of decoding. */
export function numberFilter({ constant, rate }: Timing): string {
  const number = constant ? `floor(T*${rate!.num}/${rate!.den}+0.5)` : 'N'
  // Threads cost more than these two lines.
  return `geq=lum='255*mod(floor(${number}/pow(2,X)),2)':threads=1`
}

export function partsOf(frame: Uint8Array): FrameParts {
  const number = numberOf(frame)
  const gridStart = counterLines * gridWidth
  const gridEnd = gridStart + 3 * gridPoints
  return { number, grid: frame.subarray(gridStart, gridEnd), samples: frame.subarray(gridEnd) }
}

/**
 * From the label `in` to the label `out`. Limited range, 8 bits. The matrix of the colours stays: `red.ts` needs that of the file.
 * RGB becomes BT.709.
 */
export function layoutFilters({ lines }: FrameLayout, timing: Timing): string {
  const luma = 'format=yuv420p,extractplanes=y'
  const scaled = (size: string, flags: string) => `scale=${size}:flags=${flags}:out_range=tv`
  return [
    '[in]split=3[whole][lined][counted]',
    `[whole]${scaled(`${gridWidth}:${gridHeight}`, 'area')},format=yuv444p,extractplanes=y+u+v[y][u][v]`,
    `[lined]${scaled(`${gridWidth}:${lines}`, 'neighbor')},${luma}[samples]`,
    `[counted]${scaled(`${gridWidth}:${counterLines}`, 'neighbor')},${luma},${numberFilter(timing)}[number]`,
    '[number][y][u][v][samples]vstack=inputs=5:threads=1[out]',
  ].join(';')
}
