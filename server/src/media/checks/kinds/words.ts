// The words of a document that a dictionary can judge: no addresses, numbers, abbreviations or codes.

export type FoundWord = { word: string; page: number; count: number }

const maxWords = 20_000
const maxLength = 40
/** Where a word is divided at the end of a line. PDFium marks the hyphen by a control character or U+FFFE. */
const divided = /(?<=\p{Ll})(?:(?:[^\P{Cc}\s]|[\ufffe\u00ad])\s*|[-‐]\r?\n)(?=\p{Ll})/gu

/** Each word with the page where it is first. */
export class WordList {
  readonly #found = new Map<string, FoundWord>()

  add(text: string, page: number): void {
    for (const word of wordsOf(text)) {
      const known = this.#found.get(word)
      if (known) known.count++
      else if (this.#found.size < maxWords) this.#found.set(word, { word, page, count: 1 })
    }
  }

  end(): FoundWord[] {
    return [...this.#found.values()]
  }
}

export function wordsOf(text: string): string[] {
  return text
    .replace(divided, '')
    .replaceAll('’', "'")
    .split(/[\s–—/…·•|<>()[\]{}"“”„«»‹›]+/u)
    .filter((token) => !/[\d@_:=+*#~^\\]|\.\p{L}/u.test(token))
    .flatMap((token) => token.split(/[-‐‑]/u))
    .map((token) => token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter((word) => word.length >= 3 && word.length <= maxLength && /^\p{L}(\p{Ll}|')+$/u.test(word))
}
