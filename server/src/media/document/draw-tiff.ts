// Reads and draws TIFFs with several pages, in a child process: see `children/run-decoder.ts`.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ChildInput } from '../children/run-decoder.ts'
import { probeImage } from '../image/draw-image.ts'
import { imageOf, type PageEntry } from './page-entry.ts'
import { readTiffPages } from './tiff-pages.ts'

sharp.cache(false)
sharp.concurrency(1)

const longSide = 2_560
const maxPixels = 400_000_000

export type TiffProbe = Awaited<ReturnType<typeof probeImage>> & { pages: number }

export async function probeTiff(input: ChildInput): Promise<TiffProbe> {
  return { ...(await probeImage(input)), pages: (await readTiffPages(input.source)).length }
}

/** Draws a range of pages. A page that cannot be read has no image; the others have. */
export async function drawTiff(input: ChildInput, report: (progress: number) => void): Promise<PageEntry[]> {
  await mkdir(join(input.folder, 'pages'), { recursive: true })
  const indexes = await readTiffPages(input.source)
  const { first, last } = input.pages!
  const entries: PageEntry[] = []
  for (let number = first; number <= last; number++) {
    entries.push(await drawPage(input, number, indexes[number - 1]!))
    report(entries.length / (last - first + 1))
  }
  return entries
}

async function drawPage({ source, folder }: ChildInput, number: number, page: number): Promise<PageEntry> {
  const image = imageOf(number)
  try {
    const { width, height } = await sharp(source, { page, limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .webp({ quality: 85 })
      .toFile(join(folder, image))
    return { number, width, height, image }
  } catch {
    return { number, width: 0, height: 0, image: null }
  }
}
