import { readFileSync } from 'node:fs'
import { runInChild } from '../run-in-child.ts'

export type DocumentImage = { name: string; bytes: Uint8Array }

export type Document = {
  markdown: string
  /** The title when the Markdown has no heading. */
  title: string
  description: string
  keywords: string[]
  /** A line at the top of every page, or null. */
  banner: string | null
  /** The images that `![](name)` may show. Any other image is never fetched; its name is printed. */
  images: DocumentImage[]
}

export type TypesetInput = { document: Document; template: string }

const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

/** Ordinary documents take a tenth of a second. */
const seconds = 30

/** Typesets Markdown as a PDF. */
export function typesetPdf(document: Document, signal: AbortSignal): Promise<Uint8Array> {
  const module = new URL('./typeset-child.ts', import.meta.url)
  const input: TypesetInput = { document, template }
  return runInChild(module, input, { seconds, signal, work: 'typesetting the document' })
}
