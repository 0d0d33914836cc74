// The child's side of `draw-view.ts`: paths of images, models and documents in, JPEGs and texts out.
import { answerParent } from '../../sandbox/answer-parent.ts'
import { MediaFailure } from '../processor.ts'
import type { ViewAnswer, ViewInput } from './draw-view.ts'

/** A page of dense print has 5,000 characters. */
const maxCharacters = 6_000
/** Of all pages together: a model reads them all. */
const maxInAll = 12_000

answerParent(async ({ plans, fonts, bytes, text }: ViewInput): Promise<ViewAnswer> => {
  try {
    const { drawImages } = await import('./draw-images.ts')
    const images = await drawImages(plans, fonts, bytes)
    return { images, texts: text ? await readTexts(text) : [] }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
})

async function readTexts({ path, pages }: NonNullable<ViewInput['text']>): Promise<string[]> {
  const { readPages } = await import('../document/draw-document.ts')
  const texts = await readPages({ source: path }, pages).catch(() => pages.map(() => ''))
  const most = Math.min(maxCharacters, Math.floor(maxInAll / pages.length))
  return texts.map((text) =>
    cut(
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\S\n]+/g, ' ')
        .trim(),
      most,
    ),
  )
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… (cut)`
}
