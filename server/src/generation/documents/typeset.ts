import { readFileSync } from 'node:fs'
import { GenerationFailure } from '../../core/provider.ts'
import { type Font, fontFiles, fontsFor, fontsOfAllScripts } from '../fonts.ts'
import { onDemandFiles } from '../on-demand.ts'
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

/** `typst` is the path of the typesetter's native module. */
export type TypesetInput = { content: Content; template: string; fonts: Font[]; typst: string }

/** A document, or values for a template of its own. */
export type Content =
  | { document: Document }
  | {
      values: Record<string, unknown>
      /** Images that this server has encoded; the template finds the path of each in `images`, by its name. */
      images?: readonly DocumentImage[]
    }

const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

/** Ordinary documents take a tenth of a second. */
const seconds = 30

/** Typesets Markdown as a PDF. */
export async function typesetPdf(document: Document, signal: AbortSignal): Promise<Uint8Array> {
  return typesetContent({ content: { document }, template, text: document.markdown }, signal)
}

/** `text` decides about the fonts; `allScripts`: also those besides Europe and East Asia. */
export async function typesetContent(
  {
    content,
    template,
    text,
    allScripts = false,
  }: { content: Content; template: string; text: string; allScripts?: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted()
  const [typst] = (await onDemandFiles(typstPackage)) ?? []
  if (typst === undefined) throw new GenerationFailure('provider_failed', noTypst, true)
  const fonts = await (allScripts ? fontsOfAllScripts(text) : fontsFor(text))
  const module = new URL('./typeset-child.ts', import.meta.url)
  const input: TypesetInput = { content, template, fonts, typst }
  const limits = { seconds, signal, work: 'typesetting the document' }
  return runInChild(module, input, limits, { files: [typst, ...fontFiles(fonts)] })
}

const typstPackage = `@myriaddreamin/typst-ts-node-compiler-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`
const noTypst = 'A PDF needs the package of Typst, which the server could not download. Its log says why.'
