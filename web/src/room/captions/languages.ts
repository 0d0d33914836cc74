// Languages to choose from, by their English names as in the rest of the app.

const tags =
  'af sq am ar hy az eu be bn bs bg ca zh-Hans zh-Hant hr cs da nl en en-GB en-US et fi fr fr-CA gl ka de el gu he hi hu is id ga it ja kn kk km ko lv lt mk ms ml mr mn ne no fa pl pt pt-BR pa ro ru sr sk sl es es-419 sw sv tl ta te th tr uk ur uz vi cy zu'.split(
    ' ',
  )

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** As options of a select field; `given` is included although it is rare. */
export function languageOptions(unknown: string, given?: string | null): [tag: string, name: string][] {
  const all = given && !tags.includes(given) ? [...tags, given] : tags
  const named = all.map((tag): [string, string] => [tag, names.of(tag) ?? tag])
  return [['', unknown], ...named.toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))]
}

/** The names of caption files often say the language: `Cut 3.pt-BR.srt`. */
export function languageOf(name: string): string | null {
  const [, tag] = /[._ -]([a-z]{2,3}(?:-[a-z0-9]{2,8})?)\.\w+$/i.exec(name) ?? []
  if (tag === undefined) return null
  const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return known.of(tag) === undefined ? null : (Intl.getCanonicalLocales(tag)[0] ?? null)
}
