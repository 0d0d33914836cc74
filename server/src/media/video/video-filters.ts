// From the picture of any film to one that every browser shows: upright, square pixels, at most 1080 lines, 8 bits, BT.709.
import { join } from 'node:path'
import { writeNew } from '../scratch.ts'
import { colourCube, needsCube } from './colour-cube.ts'
import type { Picture } from './streams.ts'

export type Size = { width: number; height: number }

const cubeFile = 'colours.cube'

/** What the frames of a proxy, and all that is made of them, say of their colours. */
export const colourTags = 'setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709'

/** 1920 × 1080 lying or upright, never larger than it is, and even, which H.264 needs. */
export function proxySize({ width, height }: Size, box = { long: 1920, short: 1080 }): Size {
  const [wide, high] = width >= height ? [box.long, box.short] : [box.short, box.long]
  const scale = Math.min(1, wide / width, high / height)
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** A chain of filters; ffmpeg itself turns the picture upright before it. It runs in `folder`. */
export async function pictureFilters(picture: Picture, size: Size, folder: string): Promise<string> {
  const { colour, interlaced } = picture
  // One frame for each frame, not for each field: frames are what is counted.
  const fields = interlaced === false ? [] : ['yadif=mode=send_frame:deint=interlaced']
  const fit = `scale=${size.width}:${size.height}:in_color_matrix=${matrixOf(picture)}`
  const out = 'out_color_matrix=bt709:out_range=tv'
  const cube = needsCube(colour)
  if (cube) await writeNew(join(folder, cubeFile), colourCube(colour))
  const colours = cube ? [fit, 'format=gbrp10le', `lut3d=${cubeFile}`, `scale=${out}`] : [`${fit}:${out}`]
  return [...fields, ...colours, 'format=yuv420p', 'setsar=1', colourTags].join(',')
}

/** What is not said follows from the number of lines, as in browsers. */
function matrixOf({ colour: { matrix, lines } }: Picture): string {
  const known: Record<string, string> = {
    bt709: 'bt709',
    smpte170m: 'bt601',
    bt470bg: 'bt601',
    smpte240m: 'smpte240m',
    fcc: 'fcc',
    bt2020nc: 'bt2020',
    bt2020c: 'bt2020',
  }
  return known[matrix ?? ''] ?? (lines > 576 ? 'bt709' : 'bt601')
}
