// What a generated file is called: the first words of its prompt, and an ending.
import type { Model, OutputType } from '../core/provider.ts'
import { referenceTokens } from './references.ts'

const most = 60

const expected: Record<OutputType, string> = { DOCUMENT: 'md', IMAGE: 'png', VIDEO: 'mp4', '3D': 'glb' }

/** The ending that the file has until its bytes are there. */
export function expectedExtension({ id, outputType }: Model): string {
  return id === 'pdf' ? 'pdf' : expected[outputType]
}

/** What no file system takes in a name, and what hides or reorders text; but not what joins emoji. */
const unfit =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"/\\|?*#`]+/gu

export function nameFromPrompt(prompt: string, extension: string): string {
  const line = prompt.replace(referenceTokens, ' ').replace(unfit, ' ').replace(/\s+/gu, ' ').trim()
  const words = firstWords(line).replace(/^[.\s]+|[.,;\s]+$/gu, '')
  return `${words || 'Untitled'}.${extension}`
}

/** Whole words where there are spaces; else whole characters, as people see them. */
function firstWords(line: string): string {
  let text = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (text.length + segment.length > most) {
      const space = text.lastIndexOf(' ')
      return space > most / 2 ? text.slice(0, space) : text
    }
    text += segment
  }
  return text
}

/** The name with the ending that its bytes have. A name that somebody has given it meanwhile keeps its own words. */
export function withExtension(name: string, expectedEnding: string, extension: string): string {
  if (name.toLowerCase().endsWith(`.${extension.toLowerCase()}`)) return name
  const stem = name.endsWith(`.${expectedEnding}`) ? name.slice(0, -expectedEnding.length - 1) : name
  return `${stem}.${extension}`
}
