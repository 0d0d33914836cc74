// Measures a PDF, in a child process: see `children/run-decoder.ts`.
import type { ChildInput } from '../../children/run-decoder.ts'
import { withDocument } from '../../document/draw-document.ts'
import { maxPages } from '../../document/max-pages.ts'
import { plain } from '../../technical.ts'
import type { DocumentMeasured, MeasuredLink } from './measured.ts'
import { bookmarkFaults, linkTarget } from './pdf-links.ts'
import { Pdfium } from './pdfium.ts'
import { type FoundWord, WordList } from './words.ts'

const maxObjects = 500_000
const maxDepth = 8
const maxListed = 1_000
const objectTypes = { text: 1, form: 5 }
const invisible = 3

/** All but the spelling, which another program checks. */
export type PdfMeasured = Omit<DocumentMeasured, 'spelling' | 'origin'> & { words: FoundWord[] }

export async function measureDocument(
  input: Pick<ChildInput, 'source'>,
  report: (progress: number) => void,
): Promise<PdfMeasured> {
  return withDocument(input, async (document, library) => {
    const measuring = new Measuring(new Pdfium(library, document))
    const last = Math.min(measuring.pages, maxPages)
    for (let page = 1; page <= last; page++) {
      measuring.page(page)
      report(page / last)
    }
    return measuring.end(last)
  })
}

class Measuring {
  readonly pages: number
  readonly #pdf: Pdfium
  readonly #sizes: DocumentMeasured['sizes'] = []
  readonly #fonts = new Map<string, DocumentMeasured['fonts'][number]>()
  readonly #seenFonts = new Set<number>()
  readonly #links: MeasuredLink[] = []
  readonly #words = new WordList()
  #linkCount = 0
  #externalCount = 0
  #objects = 0

  constructor(pdf: Pdfium) {
    this.#pdf = pdf
    this.pages = pdf.call._FPDF_GetPageCount(pdf.document)
  }

  page(number: number): void {
    const { call, document } = this.#pdf
    const page = call._FPDF_LoadPage(document, number - 1)
    // A broken page is shown as such in the preview.
    if (page === 0) return
    try {
      this.#addSize(number, call._FPDF_GetPageWidthF(page), call._FPDF_GetPageHeightF(page))
      this.#seenFonts.clear()
      const count = call._FPDFPage_CountObjects(page)
      for (let n = 0; n < count; n++) this.#addObject(call._FPDFPage_GetObject(page, n), number, 0)
      for (const link of this.#pdf.links(page)) this.#addLink(linkTarget(this.#pdf, link, this.pages), number)
      this.#words.add(this.#pdf.pageText(page), number)
    } finally {
      call._FPDF_ClosePage(page)
    }
  }

  end(measuredPages: number): PdfMeasured {
    const bookmarks = bookmarkFaults(this.#pdf, this.pages)
    // Faults first: the list is limited.
    const links = [...this.#links, ...bookmarks.links].sort(
      (a, b) => Number(b.fault !== null) - Number(a.fault !== null),
    )
    return {
      ...{ pages: this.pages, measuredPages, sizes: this.#sizes, externalCount: this.#externalCount },
      fonts: [...this.#fonts.values()].slice(0, maxListed),
      links: links.slice(0, maxListed),
      linkCount: this.#linkCount + bookmarks.count,
      words: this.#words.end(),
    }
  }

  #addSize(page: number, exactWidth: number, exactHeight: number): void {
    const [width, height] = [Math.round(exactWidth), Math.round(exactHeight)]
    const run = this.#sizes.at(-1)
    const isSame = run !== undefined && run.width === width && run.height === height
    if (isSame) run.last = page
    else this.#sizes.push({ width, height, first: page, last: page })
  }

  #addObject(object: number, page: number, depth: number): void {
    if (object === 0 || depth > maxDepth || this.#objects++ > maxObjects) return
    const { call } = this.#pdf
    const type = call._FPDFPageObj_GetType(object)
    if (type === objectTypes.text) this.#addFont(object, page)
    if (type !== objectTypes.form) return
    const count = call._FPDFFormObj_CountObjects(object)
    for (let n = 0; n < count; n++) this.#addObject(call._FPDFFormObj_GetObject(object, n), page, depth + 1)
  }

  /** Invisible text, as over a scan, needs no font. */
  #addFont(text: number, page: number): void {
    const { call } = this.#pdf
    if (call._FPDFTextObj_GetTextRenderMode(text) === invisible) return
    const font = call._FPDFTextObj_GetFont(text)
    if (font === 0 || this.#seenFonts.has(font)) return
    this.#seenFonts.add(font)
    const embedded = call._FPDFFont_GetIsEmbedded(font) === 1
    const written = this.#pdf.text((buffer, length) => call._FPDFFont_GetBaseFontName(font, buffer, length))
    // Parts of fonts have names such as ABCDEF+Inter.
    const name = plain(written.replace(/^[A-Z]{6}\+/, '')) ?? 'without a name'
    const key = `${embedded} ${name}`
    if (!this.#fonts.has(key)) this.#fonts.set(key, { name, embedded, page })
  }

  #addLink(target: Omit<MeasuredLink, 'page'> | null, page: number): void {
    if (!target) return
    this.#linkCount++
    if (target.external) this.#externalCount++
    if (target.fault !== null || target.external) this.#links.push({ ...target, page })
  }
}
