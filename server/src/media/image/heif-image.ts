// HEIC images: the bundled sharp has no decoder of HEVC, so the program of libheif converts them to PNG.
import { convertWith, requireTool } from '../children/optional-tools.ts'
import { convertOnce, viaConversion } from '../conversion.ts'
import type { Processor, Work } from '../processor.ts'
import { image } from '../stills.ts'
import { technicalOf } from '../technical.ts'

const tool = { programs: ['heif-convert', 'heif-dec'], package: 'libheif-examples', files: 'HEIC images' }

const seconds = 120
/** More than the largest image needs without compression. */
const bytes = 2 ** 30

export function heifImage(): Processor {
  return viaConversion(image, heifPng, () => technicalOf({ container: 'HEIF' }))
}

export function heifPng(work: Work): Promise<Work> {
  const name = 'decoded.png'
  return convertOnce(work, {
    ...{ name, mimeType: 'image/png' },
    make: () =>
      convertWith(
        {
          ...{ program: requireTool(tool), args: [work.source, name], seconds, bytes, output: name },
          // Of several images, the first is shown.
          otherNames: ['decoded-1.png'],
          unreadable: 'The image is broken or in an unsupported format. Export it as JPEG or PNG.',
        },
        work,
      ),
  })
}
