import { readFileSync } from 'node:fs'
import type { ReportDocument } from '../../records/comment-export/report-document.ts'
import { languageOf } from '../fonts.ts'
import { staleWords, statusWords, verdictWords } from './review-words.ts'
import { typesetContent } from './typeset.ts'

const template = readFileSync(new URL('./report.typ', import.meta.url), 'utf8')

/** Typesets the comments on files as a PDF, with their stills. */
export function typesetReport(report: ReportDocument, signal: AbortSignal): Promise<Uint8Array> {
  const { images, ...texts } = report
  const text = JSON.stringify(texts)
  const breakable = JSON.parse(text, (name, value) =>
    typeof value === 'string' && name !== 'still' && name !== 'cover' ? inParts(value) : value,
  )
  const values = {
    report: breakable,
    lang: languageOf(text),
    words: { status: statusWords, verdict: verdictWords, stale: staleWords },
  }
  return typesetContent({ content: { values, images }, template, text, allScripts: true }, signal)
}

/** Long words without a place to break, such as tokens; the scripts of East Asia break anywhere. */
const longWord = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{40,}/gu

/** A long word breaks anywhere, because it would run into the margin. */
function inParts(text: string): string {
  return text.replace(longWord, (word) => word.replace(/.{20}/gu, '$&\u200b'))
}
