// Text for chat messages. All texts come from users: each format escapes them, and cuts them to the limits of its service.

/** One line without control characters, which would end a header or a quotation. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** `@[name](user:<id>)` and `@[everyone](review:everyone)`, as comments store mentions. */
const mention = /@\[([^[\]\r\n]{1,100})\]\((?:user:[0-9a-fA-F-]{36}|review:everyone)\)/gu

/** The text of a comment as people read it, in one line. */
export function readable(content: string): string {
  return oneLine(content.replace(mention, '@$1'))
}

export type Fit = {
  max: number
  quote?: (character: string) => string
  size?: (text: string) => number
}

const asIs = (text: string) => text
const characters = (text: string) => text.length

/** The size in UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text)
}

/** The escaped text, cut with an ellipsis to at most `max`. An escape sequence or a character is never cut in half. */
export function fit(text: string, { max, quote = asIs, size = characters }: Fit): string {
  const ellipsis = '…'
  let result = ''
  let length = 0
  let cut = ''
  for (const character of text) {
    const piece = quote(character)
    length += size(piece)
    if (length > max) return `${cut.trimEnd()}${ellipsis}`
    result += piece
    if (length <= max - size(ellipsis)) cut = result
  }
  return result
}
