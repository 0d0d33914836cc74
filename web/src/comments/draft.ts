// A comment while it is written. People see `@Ann` in the text field; the content has `@[Ann](user:…)`, as it is sent.
import { mentionPattern } from '@dailies/sdk'

/** A mention in the text of the field, and how it is sent. */
type Mark = { start: number; end: number; token: string }

export type Draft = { text: string; marks: readonly Mark[] }

export type Edit = { content: string; caret: number }

export function readDraft(content: string): Draft {
  const marks: Mark[] = []
  let text = ''
  let end = 0
  for (const match of content.matchAll(mentionPattern)) {
    const [token, name, id] = match
    text += content.slice(end, match.index)
    const start = text.length
    text += id === undefined ? '@everyone' : `@${name}`
    marks.push({ start, end: text.length, token })
    end = match.index + token.length
  }
  return { text: text + content.slice(end), marks }
}

/** Puts content in the place of a part of the text. A mention of which a part is replaced becomes text. */
export function replaced(draft: Draft, start: number, end: number, by: string): Edit {
  const before = contentOf(draft, 0, start) + by
  return { content: before + contentOf(draft, end, draft.text.length), caret: readDraft(before).text.length }
}

function contentOf({ text, marks }: Draft, from: number, to: number): string {
  let content = ''
  let end = from
  for (const mark of marks.filter(({ start, end }) => start >= from && end <= to)) {
    content += text.slice(end, mark.start) + mark.token
    end = mark.end
  }
  return content + text.slice(end, to)
}

/** The content after a person has changed the text in the field. Deleting a part of a mention deletes all of it. */
export function edited(draft: Draft, text: string, caret: number): Edit {
  const [start, end, inserted] = change(draft.text, text, caret)
  const touched = inserted === '' ? draft.marks.filter((mark) => mark.start < end && mark.end > start) : []
  return replaced(
    draft,
    Math.min(start, ...touched.map((mark) => mark.start)),
    Math.max(end, ...touched.map((mark) => mark.end)),
    inserted,
  )
}

/** The part of the old text that was replaced, and by what. The caret is at the end of what was typed, pasted or deleted. */
function change(
  before: string,
  after: string,
  caret: number,
): [start: number, end: number, inserted: string] {
  const isAtCaret = before.endsWith(after.slice(caret)) && after.length - caret <= before.length
  const rest = isAtCaret ? after.length - caret : common(reversed(before), reversed(after))
  const start = common(before.slice(0, before.length - rest), after.slice(0, after.length - rest))
  return [start, before.length - rest, after.slice(start, after.length - rest)]
}

/** The number of UTF-16 units that both begin with. */
function common(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

const reversed = (text: string) => text.split('').reverse().join('')
