// Converts the frames of any video to what every browser shows: upright, square pixels, at most 1080 lines, 8 bits, BT.709.
import { join } from 'node:path'
import { boxes, fitted, type Size } from '../../core/renditions.ts'
import { writeNew } from '../scratch.ts'
import { colourCube, needsCube } from './colour-cube.ts'
import type { VideoStream } from './streams.ts'

const cubeFile = 'colours.cube'

/** Colour tags of the proxy, and of everything that is derived from its frames. */
export const colourTags = 'setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709'

/** For the filter `scale`. WebP has no tag for its colours: they are always those of BT.601. */
export const webpColours = 'out_color_matrix=bt601:out_range=tv,format=yuv420p'

/** At most 1920 × 1080, landscape or portrait. */
export function proxySize(source: Size, box = boxes['1080p']): Size {
  return fitted(source, box)
}

/** The filter chain. ffmpeg rotates the frames upright before it, and runs in `folder`. */
export async function videoFilters(video: VideoStream, size: Size, folder: string): Promise<string> {
  const { colour, interlaced } = video
  // One frame for each frame, not for each field: comments refer to frames.
  const fields = interlaced === false ? [] : ['yadif=mode=send_frame:deint=interlaced']
  const fit = `scale=${size.width}:${size.height}:in_color_matrix=${matrixOf(video)}`
  const out = 'out_color_matrix=bt709:out_range=tv'
  const cube = needsCube(colour)
  if (cube) await writeNew(join(folder, cubeFile), colourCube(colour))
  const colours = cube ? [fit, 'format=gbrp10le', `lut3d=${cubeFile}`, `scale=${out}`] : [`${fit}:${out}`]
  return [...fields, ...colours, 'format=yuv420p', 'setsar=1', colourTags].join(',')
}

/** Without a tag, the matrix follows from the number of lines, as in browsers. */
function matrixOf({ colour: { matrix, lines } }: VideoStream): string {
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
