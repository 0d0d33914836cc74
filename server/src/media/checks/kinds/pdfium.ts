// The functions of PDFium that its wrapper does not offer. Handles are addresses in its memory.
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'

type Handle = number
type Buffered = (...args: number[]) => number

type Functions = {
  _FPDF_GetPageCount(document: Handle): number
  _FPDF_LoadPage(document: Handle, index: number): Handle
  _FPDF_ClosePage(page: Handle): void
  _FPDF_GetPageWidthF(page: Handle): number
  _FPDF_GetPageHeightF(page: Handle): number
  _FPDFPage_CountObjects(page: Handle): number
  _FPDFPage_GetObject(page: Handle, index: number): Handle
  _FPDFPageObj_GetType(object: Handle): number
  _FPDFFormObj_CountObjects(form: Handle): number
  _FPDFFormObj_GetObject(form: Handle, index: number): Handle
  _FPDFTextObj_GetFont(text: Handle): Handle
  _FPDFTextObj_GetTextRenderMode(text: Handle): number
  _FPDFFont_GetBaseFontName: Buffered
  _FPDFFont_GetIsEmbedded(font: Handle): number
  _FPDFText_LoadPage(page: Handle): Handle
  _FPDFText_ClosePage(text: Handle): void
  _FPDFText_CountChars(text: Handle): number
  _FPDFText_GetText(text: Handle, start: number, count: number, buffer: number): number
  _FPDFLink_Enumerate(page: Handle, position: number, link: number): number
  _FPDFLink_GetDest(document: Handle, link: Handle): Handle
  _FPDFLink_GetAction(link: Handle): Handle
  _FPDFAction_GetType(action: Handle): number
  _FPDFAction_GetDest(document: Handle, action: Handle): Handle
  _FPDFAction_GetFilePath: Buffered
  _FPDFAction_GetURIPath: Buffered
  _FPDFDest_GetDestPageIndex(document: Handle, destination: Handle): number
  _FPDFBookmark_GetFirstChild(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetNextSibling(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetTitle: Buffered
  _FPDFBookmark_GetDest(document: Handle, bookmark: Handle): Handle
  _FPDFBookmark_GetAction(bookmark: Handle): Handle
  HEAPU8: Uint8Array
  HEAP32: Int32Array
  wasmExports: { malloc(size: number): number; free(address: number): void }
}

/** Texts in a file may be of any length. */
const maxText = 4_096
const maxCharacters = 200_000

export class Pdfium {
  readonly call: Functions
  readonly document: Handle

  /** The wrapper holds both, but only for itself. */
  constructor(library: PDFiumLibrary, document: PDFiumDocument) {
    this.call = (library as unknown as { module: Functions }).module
    this.document = (document as unknown as { documentIdx: Handle }).documentIdx
  }

  /** A text that a function writes into a buffer, and whose length it returns. */
  text(read: (buffer: number, length: number) => number, encoding: 'utf8' | 'utf16le' = 'utf8'): string {
    return this.withBuffer(maxText, (buffer) => {
      const end = encoding === 'utf8' ? 1 : 2
      const length = read(buffer, maxText)
      if (length <= end || length > maxText) return ''
      return Buffer.from(this.call.HEAPU8.subarray(buffer, buffer + length - end)).toString(encoding)
    })
  }

  pageText(page: Handle): string {
    const text = this.call._FPDFText_LoadPage(page)
    if (text === 0) return ''
    try {
      const characters = Math.min(this.call._FPDFText_CountChars(text), maxCharacters)
      if (characters <= 0) return ''
      return this.withBuffer(characters * 2 + 2, (buffer) => {
        const written = this.call._FPDFText_GetText(text, 0, characters, buffer)
        const bytes = this.call.HEAPU8.subarray(buffer, buffer + Math.max(0, written - 1) * 2)
        return Buffer.from(bytes).toString('utf16le')
      })
    } finally {
      this.call._FPDFText_ClosePage(text)
    }
  }

  *links(page: Handle): Generator<Handle> {
    const cursor = this.call.wasmExports.malloc(8)
    try {
      this.call.HEAP32[cursor / 4] = 0
      while (this.call._FPDFLink_Enumerate(page, cursor, cursor + 4)) yield this.call.HEAP32[cursor / 4 + 1]!
    } finally {
      this.call.wasmExports.free(cursor)
    }
  }

  private withBuffer<T>(size: number, use: (buffer: number) => T): T {
    const buffer = this.call.wasmExports.malloc(size)
    if (buffer === 0) throw new Error('out of memory')
    try {
      return use(buffer)
    } finally {
      this.call.wasmExports.free(buffer)
    }
  }
}
