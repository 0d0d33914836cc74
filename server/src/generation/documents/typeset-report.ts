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
  const values = {
    report: texts,
    lang: languageOf(text),
    words: { status: statusWords, verdict: verdictWords, stale: staleWords },
  }
  return typesetContent({ content: { values, images }, template, text, allScripts: true }, signal)
}
