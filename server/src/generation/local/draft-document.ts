import { isImage, isText } from '../documents/reference-types.ts'
import { typesetPdf } from '../documents/typeset.ts'
import type { Draft } from './draft.ts'
import type { ShownReference } from './reference-bytes.ts'

const excerptLength = 1500

/** The Markdown begins with front matter, which marks the file as a draft for programs. */
export function draftMarkdown(draft: Draft, references: readonly ShownReference[]): string {
  const { generator, modelName, notice } = draft
  // A JSON string is a YAML string.
  const matter = Object.entries({ generator, model: modelName, notice }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  )
  return ['---', 'draft: true', ...matter, '---', '', body(draft, references, listed)].join('\n')
}

export function draftPdf(
  draft: Draft,
  references: readonly ShownReference[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const shown = references.filter((reference) => isImage(reference) && reference.bytes)
  const images = shown.map(({ id, bytes }) => ({ name: imageName(id), bytes: bytes! }))
  const markdown = body(draft, references, (reference) => {
    const image = shown.includes(reference)
      ? `\n\n  ![${plain(reference.name)}](${imageName(reference.id)})\n`
      : ''
    return listed(reference) + image
  })
  const words = { title: 'Draft', description: draft.notice, keywords: ['draft', draft.generator] }
  return typesetPdf({ markdown, ...words, banner: `DRAFT. ${draft.notice}`, images }, signal)
}

function body(
  { notice, prompt }: Draft,
  references: readonly ShownReference[],
  list: (reference: ShownReference) => string,
): string {
  const parts = ['# Draft', `> **${plain(notice)}**`, '## Prompt', plain(prompt)]
  if (references.length > 0) parts.push('## References', references.map(list).join('\n'))
  for (const reference of references) {
    const excerpt = excerptOf(reference)
    if (excerpt) parts.push(`## From ${plain(reference.name)}`, fenced(excerpt))
  }
  return `${parts.join('\n\n')}\n`
}

function listed({ name, mimeType, size }: ShownReference): string {
  return `- ${plain(name)} (${plain(mimeType)}, ${size.toLocaleString('en')} bytes)`
}

function imageName(id: string): string {
  return `reference:${encodeURIComponent(id)}`
}

function excerptOf(reference: ShownReference): string | null {
  if (!isText(reference) || !reference.bytes) return null
  const text = reference.bytes
    .subarray(0, 4 * excerptLength)
    .toString('utf8')
    .trim()
  return text.length > excerptLength ? `${text.slice(0, excerptLength)} …` : text
}

/** A code block with a fence longer than any inside the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** Escapes characters that have a meaning in Markdown; line breaks are preserved. */
function plain(words: string): string {
  return words
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .trim()
        .replaceAll(/[\\`*_[\]<>#|~&$]/g, '\\$&')
        .replace(/^([-+=]|\d+[.)])/, (mark) => mark.replace(/.$/, '\\$&')),
    )
    .join('\\\n')
    .replaceAll(/(\\\n){2,}/g, '\n\n')
    .replace(/\\$/, '')
}
