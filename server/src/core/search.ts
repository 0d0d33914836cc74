// Keyword search: parts of texts, and texts with a small typo, in any script, by trigram indexes.
//
// Each searchable column has two derived columns, which Postgres maintains (functions search_folded and search_key of
// the migrations): the text without case and accents, which is searched, and its key, which is indexed.
import { text } from './schemas.ts'
import { type Fragment, fragment, verbatim } from './sql.ts'

/** The input of a search is a filter: null, omitted or empty lists everything. */
export function keywordInput(columns: string) {
  return text(0, 100)
    .nullish()
    .overwrite((keyword) => keyword || null)
    .describe(
      `Matches part of ${columns}. Unless sorted otherwise, equal names come first, then names that begin with it, then others; one typo in the name is tolerated when nothing else matches. Empty or omitted: no filter.`,
    )
}

/** A searchable column, as the names of its two derived columns. */
export type Searchable = { folded: string; key: string }

/**
 * The SQL conditions of a keyword. A list shows `similar` only when nothing is `found`, in whatever order it is
 * sorted: typing a name that exists never returns similar names.
 */
export type Search = {
  /** The record contains the keyword. */
  found: Fragment
  /**
   * For `found`: 5 the name equals the keyword, 4 equals it without its extension, 3 begins with it, 2 contains it, 1
   * another column.
   */
  rank: Fragment
  /** The name has a word that is one typo away; false for a keyword that is too short or too long. */
  similar: Fragment
}

/** The rank of a match with a typo: below all others. */
export const typoRank = 0
export const bestRank = 5

/** The name comes first in `columns`: a match there ranks higher, and only there typos are tolerated. */
export function search(keyword: string, columns: readonly [name: Searchable, ...rest: Searchable[]]): Search {
  const folded = fold(keyword)
  const key = keyOf(folded)
  const [name] = columns
  const found = anyOf(columns.map((column) => holds(column, folded, key)))
  const within = verbatim(name.folded)
  const rank = fragment`(case when ${within} = ${folded} then 5 when starts_with(${within}, ${`${folded}.`}) then 4
    when starts_with(${within}, ${folded}) then 3 when ${within} like ${containing(folded)} then 2 else 1 end)`
  const typos = oneTypo(folded)
  if (typos === undefined) return { found, rank, similar: fragment`false` }
  const candidates = anyOf(typoParts(folded).map((part) => fragment`${verbatim(name.key)} like ${part}`))
  return { found, rank, similar: fragment`(${candidates} and ${within} ~ ${typos})` }
}

/** Whether the trigram index finds this keyword: it has three letters in a row, or a character that is a word of its own. */
export function isIndexed(keyword: string): boolean {
  return /\w{3}/.test(keyOf(fold(keyword)))
}

/** The part of the matches that a cursor is in; undefined at the beginning. */
export type Among = 'matches' | 'typos' | undefined

export function amongOf(rank: unknown): Among {
  return rank === undefined ? undefined : rank === typoRank ? 'typos' : 'matches'
}

/**
 * When the parts `found` and `typos` of a statement are queried: typos only when nothing is found. Later pages stay
 * in the part of the first page, so that concurrent changes neither repeat nor skip records.
 */
export function wantedParts(among: Among): { found: Fragment; typos: Fragment } {
  if (among === undefined) return { found: fragment`true`, typos: fragment`not exists (select from found)` }
  const typos = fragment`${among === 'typos'}::boolean`
  return { found: fragment`not ${typos}`, typos }
}

function holds({ folded: column, key: keyColumn }: Searchable, folded: string, key: string): Fragment {
  const exactly = fragment`${verbatim(column)} like ${containing(folded)}`
  // Without three letters in a row the trigram index has nothing to look up, and reading all of it would be slower.
  if (!/\w{3}/.test(key)) return exactly
  return fragment`(${verbatim(keyColumn)} like ${`%${key}%`} and ${exactly})`
}

function anyOf(conditions: Fragment[]): Fragment {
  return fragment`(${conditions.reduce((list, condition) => fragment`${list} or ${condition}`)})`
}

// ---- Folding: the twins of the functions in SQL, compared with them by a test ---------------------------------------

const marks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]|[\u200b\u200c]|\u200d|[\ufe0e\ufe0f]/g
const letters: Record<string, string> = { ς: 'σ', ł: 'l', ø: 'o', đ: 'd', ı: 'i' }

/** Removes differences of case, accents, vowel points and forms of one letter. */
export function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/[ςłøđı]/g, (letter) => letters[letter]!)
  // A text that consists of marks only is searched as it is.
  return folded === '' ? text : folded
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * The text in ASCII letters and digits, because pg_trgm ignores other letters when the database's ctype is C. Each
 * character always maps to the same key, so that parts of a text map to parts of its key. Two texts can have the same
 * key: it only finds candidates. In scripts without spaces between words, a character is a word: a single one can
 * then be looked up.
 */
export function keyOf(folded: string): string {
  let key = ''
  for (const character of folded) {
    const code = character.codePointAt(0)!
    if (code < 128) key += /[a-z0-9]/.test(character) ? character : ' '
    else if (isWordCharacter(code)) key += ` ${digit(code / 1296)}${digit(code / 36)}${digit(code)} `
    else key += digit(code)
  }
  return key
}

function digit(value: number): string {
  return digits[Math.floor(value) % 36]!
}

/**
 * CJK, kana and everything beyond the first plane, such as emoji. Hangul is not included: it is folded into letters.
 */
function isWordCharacter(code: number): boolean {
  return (code >= 0x2e80 && code < 0xd800) || code >= 0x10000
}

// ---- Typos: one letter wrong, missing or too many, or two neighbours swapped -----------------------------------------

const typoLengths = { least: 4, most: 24 }

/** A regular expression for texts that contain this text with exactly one typo. */
function oneTypo(folded: string): string | undefined {
  const characters = [...folded]
  const { length } = characters
  if (length < typoLengths.least || length > typoLengths.most) return undefined
  const part = (from: number, to?: number) => characters.slice(from, to).map(literal).join('')
  const variants = characters.flatMap((_, i) => {
    // At its ends a keyword matches typos in whole words only: `film` must not match `filter` with a missing m.
    const start = i === 0 ? '\\y' : ''
    const end = i === length - 1 ? '\\y' : ''
    const wrongOrMissing = `${start}${part(0, i)}.?${part(i + 1)}${end}`
    const tooMany = `${part(0, i)}.${part(i)}`
    const swapped = `${part(0, i)}${part(i + 1, i + 2)}${part(i, i + 1)}${part(i + 2)}`
    if (i === 0) return [wrongOrMissing, swapped]
    return i === length - 1 ? [wrongOrMissing, tooMany] : [wrongOrMissing, tooMany, swapped]
  })
  return `(?:${variants.join('|')})`
}

function literal(character: string): string {
  return /[\\^$.|?*+(){}[\]]/.test(character) ? `\\${character}` : character
}

/**
 * Patterns of keys; every text with one typo matches one of them, because the typo leaves one half of the keyword
 * unchanged or swaps the letters where the halves meet. Halves of two letters are searched at the edge of a word,
 * where the index can look them up.
 */
function typoParts(folded: string): string[] {
  const characters = [...folded]
  const middle = Math.floor(characters.length / 2)
  const [first, second] = [characters.slice(0, middle), characters.slice(middle)]
  const swapped = [...first.slice(0, -1), second[0]!, first.at(-1)!, ...second.slice(1)]
  const [one, other, both] = [first, second, swapped].map((half) => keyOf(half.join(''))) as [
    string,
    string,
    string,
  ]
  return [/\w{3}/.test(one) ? one : ` ${one}`, /\w{3}/.test(other) ? other : `${other.slice(-2)} `, both].map(
    (part) => `%${part}%`,
  )
}

/** An `ilike` pattern for texts that contain this text; wildcards in it are escaped. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
