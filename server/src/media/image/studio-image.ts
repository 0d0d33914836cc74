// Studio image formats that the bundled sharp cannot decode: ffmpeg converts them to PNG, with the same
// limits as for video, and the PNG is processed like any image.
import { join } from 'node:path'
import { plainFileSize } from '../../sandbox/view.ts'
import { maxPixels, pngOutput, runFfmpeg, threads } from '../children/ffmpeg.ts'
import type { FindTools } from '../children/find-tools.ts'
import { viaConversion } from '../conversion.ts'
import { MediaFailure, type Processor, type Work } from '../processor.ts'
import { image } from '../stills.ts'
import { technicalOf } from '../technical.ts'

/** Input options for each type: one demuxer, one decoder. EXR stores linear light. */
const inputs: Readonly<Record<string, readonly string[]>> = {
  'image/vnd.adobe.photoshop': ['-codec_whitelist', 'psd', '-f', 'psd_pipe'],
  'image/x-exr': ['-codec_whitelist', 'exr', '-apply_trc', 'iec61966_2_1', '-f', 'exr_pipe'],
  'image/x-dpx': ['-codec_whitelist', 'dpx', '-f', 'dpx_pipe'],
}

export const studioTypes: ReadonlySet<string> = new Set(Object.keys(inputs))

const containers: Readonly<Record<string, string>> = {
  'image/vnd.adobe.photoshop': 'Photoshop',
  'image/x-exr': 'OpenEXR',
  'image/x-dpx': 'DPX',
}

/** Most 8K images take a few seconds. */
const seconds = 120
/** More than the largest image needs in 16 bits without compression. */
const bytes = 2 ** 30

export function studioImage(find: FindTools): Processor {
  return viaConversion(
    image,
    (work) => studioPng(find, work),
    // The depth and colours that sharp reports are those of the PNG, so they are left out.
    ({ mimeType }) => technicalOf({ container: containers[mimeType] ?? null }),
  )
}

export async function studioPng(find: FindTools, work: Work): Promise<Work> {
  const { ffmpeg } = await find()
  const { source, mimeType, folder, signal } = work
  const path = join(folder, 'decoded.png')
  const limits = ['-protocol_whitelist', 'file', '-max_pixels', String(maxPixels), '-threads', threads]
  const input = [...limits, ...inputs[mimeType]!, '-i', `file:${source}`]
  await runFfmpeg({
    program: ffmpeg,
    args: [...input, ...pngOutput('decoded.png')],
    source,
    folder,
    signal,
    seconds,
    bytes,
  }).catch((error) => {
    throw error instanceof MediaFailure && error.code === 'unreadable' ? unreadable(error) : error
  })
  if (!(await plainFileSize(path))) throw unreadable()
  return { ...work, source: path, mimeType: 'image/png' }
}

function unreadable(cause?: Error): MediaFailure {
  const message = 'The image is broken or in an unsupported format. Export it as PNG, JPEG or TIFF.'
  return Object.assign(new MediaFailure('unreadable', message), { cause })
}
