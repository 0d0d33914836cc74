// Indents the lines of a text in the editor, and counts its words.

/** The replacement text and the selection after it. */
export type Edit = { from: number; to: number; text: string; start: number; end: number }

const step = '  '

/** Indents by one step at the caret, or all lines of a selection. */
export function indent(text: string, start: number, end: number): Edit {
  if (!text.slice(start, end).includes('\n'))
    return { from: start, to: end, text: step, start: start + step.length, end: start + step.length }
  return changeLines(text, start, end, (line) => (line === '' ? line : step + line))
}

export function outdent(text: string, start: number, end: number): Edit {
  return changeLines(text, start, end, (line) => line.replace(/^( {1,2}|\t)/, ''))
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0
}

function changeLines(text: string, start: number, end: number, change: (line: string) => string): Edit {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends at the beginning of a line does not include that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const lineEnd = text.indexOf('\n', last)
  const to = lineEnd === -1 ? text.length : lineEnd
  const before = text.slice(from, to).split('\n')
  const after = before.map(change)
  const first = after[0]!.length - before[0]!.length
  const all = after.join('\n').length - (to - from)
  return {
    from,
    to,
    text: after.join('\n'),
    start: Math.max(from, start + first),
    end: Math.max(from, end + all),
  }
}
