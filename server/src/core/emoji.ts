const variation = '\ufe0f'
const rgi = /^\p{RGI_Emoji}$/v
// A character that is text by default becomes an emoji by the variation selector, or by a skin tone that follows it.
const textByDefault = /\p{Emoji}(?<!\p{Emoji_Presentation})(?!\p{Emoji_Modifier})/gu
const selectorAfterEmoji = /(?<=\p{Emoji})\ufe0f/gu

/**
 * The normal form of an emoji that may be written with or without variation selectors; undefined when the text is not
 * exactly one emoji recommended for general interchange (RGI).
 */
export function normalizeEmoji(text: string): string | undefined {
  const bare = text.replace(selectorAfterEmoji, '')
  const full = bare.replace(textByDefault, (symbol) => symbol + variation)
  return rgi.test(full) ? full : undefined
}
