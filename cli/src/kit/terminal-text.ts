// Text on a terminal: width, cutting, wrapping, and control characters.

let segmenter: Intl.Segmenter | undefined

/** Created on first use: that takes 20 ms, and most texts are plain. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** East Asian wide and fullwidth characters. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const plain = /^[\x20-\x7e…]*$/

export function width(text: string): number {
  if (plain.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemes(text)) columns += graphemeWidth(segment)
  return columns
}

function graphemeWidth(grapheme: string): number {
  if (invisible.test(grapheme)) return 0
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1
}

/** Cuts the text to this many columns; a cut text ends in `…`. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let kept = ''
  let taken = 0
  for (const { segment } of graphemes(text)) {
    taken += graphemeWidth(segment)
    if (taken > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

/** Breaks the text at spaces into lines of at most this many columns. */
export function wrap(text: string, columns: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (width(line) + 1 + width(word) <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Texts come from other users: replaces control characters and characters that change the text direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd')
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Like `printable`, with line breaks replaced by spaces. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s*\r?\n\s*/g, ' '))
}
