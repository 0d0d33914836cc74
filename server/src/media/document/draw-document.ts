// Reads and draws PDFs, in a child process: see `children/run-decoder.ts`. PDFium is WebAssembly here: it has no disk, no
// network, and no JavaScript engine for scripts in documents.
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import type { ChildInput } from '../children/run-decoder.ts'
import { MediaFailure } from '../processor.ts'
import { type Technical, technicalOf } from '../technical.ts'
import { imageOf, type PageEntry } from './page-entry.ts'

sharp.cache(false)
sharp.concurrency(1)

const maxBytes = 500_000_000
/** An A4 page has 1,414 × 2,000 pixels then: small print is readable. */
const longSide = 2_000
const thumbnailSide = 640

export type DocumentProbe = { pages: number; width: number; height: number; technical: Technical }

export async function probeDocument(input: ChildInput): Promise<DocumentProbe> {
  return withDocument(input, async (document) => {
    const pages = document.getPageCount()
    if (pages < 1) throw new MediaFailure('unreadable', 'The document has no pages.')
    const { width, height } = sizeOf(document.getPage(0))
    const pdfVersion = await versionOf(input.source)
    const technical = technicalOf({ document: { pdfVersion, pageWidth: width, pageHeight: height } })
    return { pages, width, height, technical }
  })
}

/** The version in the header. Bytes before the header are allowed, and rare. */
async function versionOf(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return /%PDF-(\d\.\d)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? null
  } finally {
    await file.close()
  }
}

export async function drawCover(input: ChildInput): Promise<void> {
  await withDocument(input, async (document) => {
    const { rendered } = await draw(document.getPage(0))
    if (!rendered) throw new MediaFailure('unreadable', 'The first page is broken and cannot be shown.')
    await rendered
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(join(input.folder, 'thumbnail.webp'))
  })
}

/** Draws a range of pages. */
export async function drawPages(input: ChildInput, report: (progress: number) => void): Promise<PageEntry[]> {
  await mkdir(join(input.folder, 'pages'), { recursive: true })
  return withDocument(input, async (document) => {
    const { first, last } = input.pages!
    const entries: PageEntry[] = []
    for (let number = first; number <= last; number++) {
      const { rendered, width, height } = await draw(document.getPage(number - 1))
      const image = rendered && imageOf(number)
      if (rendered) await rendered.webp({ quality: 85 }).toFile(join(input.folder, image!))
      entries.push({ number, width, height, image })
      report(entries.length / (last - first + 1))
    }
    return entries
  })
}

/** The text of these pages, numbered from 1; empty where there is none, or none that can be read. */
export async function readPages(
  input: Pick<ChildInput, 'source'>,
  pages: readonly number[],
): Promise<string[]> {
  return withDocument(input, async (document) => pages.map((page) => document.getPage(page - 1).getText()))
}

export async function withDocument<T>(
  input: Pick<ChildInput, 'source'>,
  use: (document: PDFiumDocument, library: PDFiumLibrary) => Promise<T>,
): Promise<T> {
  const { size } = await stat(input.source)
  if (size > maxBytes)
    throw new MediaFailure('too_large', 'The PDF is larger than 500 MB, the limit for previews.')
  const library = await PDFiumLibrary.init()
  return use(await load(library, await readFile(input.source)), library)
}

async function load(library: Awaited<ReturnType<typeof PDFiumLibrary.init>>, bytes: Buffer) {
  try {
    return await library.loadDocument(bytes)
  } catch (error) {
    const { message } = error as Error
    if (/password|security/i.test(message)) {
      throw new MediaFailure('unsupported', 'The PDF needs a password. Export it without one.')
    }
    throw new MediaFailure('unreadable', 'The PDF is broken or incomplete. Export it again.')
  }
}

/** In points, rotated as displayed. */
function sizeOf(page: PDFiumPage): { width: number; height: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  return { width: Math.round(originalWidth), height: Math.round(originalHeight) }
}

/** Draws the page at about the same size, however large the page claims to be. */
async function draw(page: PDFiumPage): Promise<{ rendered: Sharp | null; width: number; height: number }> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const size = sizeOf(page)
  const scale = longSide / Math.max(originalWidth, originalHeight)
  if (!Number.isFinite(scale)) return { rendered: null, ...size }
  const width = Math.max(1, Math.round(originalWidth * scale))
  const height = Math.max(1, Math.round(originalHeight * scale))
  const { data } = await page.render({ width, height, scale: 1, render: 'bitmap' })
  const raw = { width, height, channels: 4 } as const
  return { rendered: sharp(data, { raw }).removeAlpha(), ...size }
}
