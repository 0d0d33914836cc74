// Raw files of cameras: LibRaw develops them with the white balance of the camera, in sRGB.
import { convertWith, requireTool } from '../children/optional-tools.ts'
import { convertOnce, viaConversion } from '../conversion.ts'
import type { Processor, Work } from '../processor.ts'
import { image } from '../stills.ts'
import { technicalOf } from '../technical.ts'

const tool = { programs: ['dcraw_emu'], package: 'libraw-bin', files: 'camera raw files' }

const seconds = 180
const bytes = 2 ** 30
/** Linear interpolation: the preview is smaller than the image, so that a slower one would not be seen. */
const options = ['-w', '-q', '0', '-T', '-Z']

export function rawImage(): Processor {
  return viaConversion(image, rawTiff, () => technicalOf({ container: 'Camera raw' }))
}

export function rawTiff(work: Work): Promise<Work> {
  const name = 'developed.tiff'
  return convertOnce(work, {
    ...{ name, mimeType: 'image/tiff' },
    make: () =>
      convertWith(
        {
          ...{
            program: requireTool(tool),
            args: [...options, name, work.source],
            seconds,
            bytes,
            output: name,
          },
          unreadable: 'The raw file is broken, or its camera is not supported. Export it as TIFF or JPEG.',
        },
        work,
      ),
  })
}
