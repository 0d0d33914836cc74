// The images of a document's pages, drawn by as many decoders as there are cores.
import { join } from 'node:path'
import { plainFileSize } from '../../sandbox/view.ts'
import { maxDecoders, type PageRange, runDecoder } from '../children/run-decoder.ts'
import { type Derivative, derivative, type MediaInfo, type Work } from '../processor.ts'
import { writeNew } from '../scratch.ts'
import { maxPages } from './max-pages.ts'
import { imageOf, type PageEntry } from './page-entry.ts'

/** A decoder starts as fast as it draws a page or two, so it gets several. */
const leastPages = 8
/** Every decoder reads the whole document into its memory. */
const maxCopies = 256 * 2 ** 20

/** `task` draws a range of pages. */
export async function drawPages(
  work: Work,
  { pages: total }: MediaInfo,
  task = 'draw-pages',
): Promise<Derivative[]> {
  const ranges = rangesOf(Math.min(total!, maxPages), await decodersFor(work))
  const shares = await drawRanges(work, ranges, task)
  const pages = shares.flatMap((entries, i) =>
    entries.map((entry, at) => trusted(entry, ranges[i]!.first + at)),
  )
  await writeNew(join(work.folder, 'pages.json'), JSON.stringify({ total, pages }))
  return [
    ...pages.flatMap(({ image }) => (image === null ? [] : [derivative(work, image)])),
    derivative(work, 'pages.json', 'application/json'),
  ]
}

/** When one fails, the others are stopped, and none is left behind. */
async function drawRanges(work: Work, ranges: PageRange[], task: string): Promise<PageEntry[][]> {
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const progress = ranges.map(() => 0)
  const drawing = ranges.map((pages, i) => {
    const report = (done: number) => {
      progress[i] = done
      work.report(progress.reduce((sum, share) => sum + share, 0) / ranges.length)
    }
    return runDecoder<PageEntry[]>(task, { ...work, signal, report }, { pages })
  })
  try {
    return await Promise.all(drawing)
  } finally {
    stop.abort()
    await Promise.allSettled(drawing)
  }
}

async function decodersFor({ source }: Work): Promise<number> {
  const size = (await plainFileSize(source)) ?? maxCopies
  return Math.max(1, Math.min(maxDecoders, Math.floor(maxCopies / Math.max(1, size))))
}

function rangesOf(pages: number, decoders: number): PageRange[] {
  const length = Math.max(leastPages, Math.ceil(pages / decoders))
  return Array.from({ length: Math.ceil(pages / length) }, (_, i) => ({
    first: i * length + 1,
    last: Math.min(pages, (i + 1) * length),
  }))
}

/** A hijacked decoder can answer with any JSON. */
function trusted({ width, height, image }: PageEntry, number: number): PageEntry {
  return {
    ...{ number, width: Number(width), height: Number(height) },
    image: image === null ? null : imageOf(number),
  }
}
