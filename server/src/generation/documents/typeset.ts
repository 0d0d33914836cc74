import { runInChild } from '../in-child.ts'

export type Picture = { name: string; bytes: Uint8Array }

export type Document = {
  markdown: string
  /** When the Markdown has no heading. */
  title: string
  description: string
  keywords: string[]
  /** A line at the top of every page, or null. */
  banner: string | null
  /** What `![](name)` shows; other pictures are never fetched, only named. */
  pictures: Picture[]
}

/** Ordinary documents take a tenth of a second. */
const seconds = 30

/** Markdown to PDF. */
export function typesetPdf(document: Document, signal: AbortSignal): Promise<Uint8Array> {
  const module = new URL('./typeset-child.ts', import.meta.url)
  return runInChild(module, document, { seconds, signal, work: 'setting the document' })
}
