// A cue: words and the time in which they are shown. Positions, colours and fonts of the file are not kept: the player decides how
// captions look, and search and agents read words.

export type Cue = {
  startMs: number
  /** After `startMs`. */
  endMs: number
  /** Plain text; lines are separated by `\n`. */
  text: string
}

export const maxCues = 20_000
const maxCueText = 2_000

/** In order of time, without empty and impossible cues. */
export function inOrder(cues: readonly Cue[]): Cue[] {
  return cues
    .map(({ startMs, endMs, text }) => ({ startMs, endMs, text: plainLines(text) }))
    .filter(({ startMs, endMs, text }) => text !== '' && endMs > startMs && startMs >= 0)
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}

/** Without control characters and empty lines. Marks of direction stay: right-to-left text needs them. */
function plainLines(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, maxCueText)
}

/** Removes tags such as `<i>`, `<v Anna>` and `{\an8}`, and reads entities. */
export function withoutTags(text: string): string {
  return readEntities(text.replace(/<\/?[a-z0-9][^<>]*>|\{\\[^{}]*\}/gi, ''))
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' },
}

export function readEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
