// The name of a generated file: the first words of its prompt, and an extension.
import type { Model, OutputType } from '../core/provider.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import { referenceTokens } from './references.ts'

const maxLength = 60

const expected: Record<OutputType, string> = { DOCUMENT: 'md', IMAGE: 'png', VIDEO: 'mp4', '3D': 'glb' }

/** The extension that the file has until its bytes are stored. */
export function expectedExtension({ id, outputType }: Model): string {
  return id === 'pdf' ? 'pdf' : expected[outputType]
}

/**
 * Characters that no file system accepts in a name, or that hide or reorder text; joiners of emoji are
 * allowed.
 */
const forbiddenCharacters =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"/\\|?*#`]+/gu

export function nameFromPrompt(prompt: string, extension: string): string {
  const line = prompt
    .replace(referenceTokens, ' ')
    .replace(forbiddenCharacters, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const words = firstWords(line).replace(/^[.\s]+|[.,;\s]+$/gu, '')
  return `${words || 'Untitled'}.${extension}`
}

/** Cuts at a space where there is one, otherwise between characters as people see them. */
function firstWords(line: string): string {
  let text = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (text.length + segment.length > maxLength) {
      const space = text.lastIndexOf(' ')
      return space > maxLength / 2 ? text.slice(0, space) : text
    }
    text += segment
  }
  return text
}

/**
 * SQL that replaces the expected extension of a name by the one of the actual bytes. A file that was renamed meanwhile
 * keeps its name.
 */
export function withExtension(name: Fragment, expected: string, extension: string): Fragment {
  const [before, after] = [`.${expected}`, `.${extension}`]
  return fragment`
    case when lower(right(${name}, ${after.length})) = ${after.toLowerCase()} then ${name}
      when right(${name}, ${before.length}) = ${before} then left(${name}, ${-before.length}) || ${after}
      else ${name} || ${after} end`
}
