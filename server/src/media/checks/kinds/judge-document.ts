// Findings in the numbers of a document.

import { notApplicable, notMeasured } from '../finding.ts'
import type { DocumentMeasured, Spelling } from './measured.ts'
import { sizeName, sizeShown } from './page-sizes.ts'
import type { Found, KindJudgement, RuleOf } from './result.ts'

/** More would only repeat the same fault. */
const maxFindings = 200
const asImages = 'The pages of this document are images.'

export function judgeFonts(_rule: RuleOf<'fonts'>, document: DocumentMeasured): KindJudgement {
  const { fonts, origin } = document
  if (origin === 'IMAGES') return notApplicable(asImages)
  if (origin === 'PRINTED')
    return notMeasured(
      'The pages are printed by this server with its own fonts. Check the PDF that is delivered.',
    )
  if (fonts.length === 0) return notApplicable('The document has no text.')
  const missing = fonts.filter(({ embedded }) => !embedded)
  const about = { measured: missing.length, limit: 0, unit: 'fonts not embedded' }
  const findings = missing.slice(0, maxFindings).map(({ name, page }) => ({
    ...{ page, measured: name, limit: 'embedded' },
    message: `The font ${name} is not embedded (first used on page ${page}): other machines replace it.`,
  }))
  return withRest(about, findings, document)
}

export function judgePageSize(rule: RuleOf<'pageSize'>, document: DocumentMeasured): KindJudgement {
  const { sizes, origin } = document
  if (origin === 'IMAGES' || sizes.length === 0) return notMeasured(`${asImages} They have no size on paper.`)
  const first = sizes[0]!
  const limit = rule.sizes?.join(', ') ?? 'one size'
  const names = [...new Set(sizes.map(sizeShown))]
  const about = { measured: names.slice(0, 10).join(', '), limit }
  const findings: Found[] = []
  for (const run of sizes) {
    const shown = sizeShown(run)
    const pages = run.first === run.last ? `Page ${run.first} is` : `Pages ${run.first} to ${run.last} are`
    if (rule.sizes && !rule.sizes.some((name) => isSize(run, name))) {
      const message = `${pages} ${shown}; allowed: ${limit}.`
      findings.push({ page: run.first, measured: shown, limit, message })
    } else if (!rule.mixed && shown !== sizeShown(first)) {
      const message = `${pages} ${shown}, although page 1 is ${sizeShown(first)}.`
      findings.push({ page: run.first, measured: shown, limit: sizeShown(first), message })
    }
  }
  return withRest(about, findings.slice(0, maxFindings), document)
}

function isSize(size: { width: number; height: number }, name: string): boolean {
  const [, width, height] = /^([\d.]+)x([\d.]+)mm$/.exec(name) ?? []
  if (width === undefined) return sizeName(size) === name
  const given = [Number(width), Number(height)].map((side) => (side * 72) / 25.4).sort((a, b) => a - b)
  const sides = [size.width, size.height].sort((a, b) => a - b)
  return sides.every((side, n) => Math.abs(side - given[n]!) <= 3)
}

/** How many external addresses the reason of the rule names. */
const shownLinks = 10

export function judgeLinks(_rule: RuleOf<'links'>, document: DocumentMeasured): KindJudgement {
  const { links, linkCount, externalCount, origin } = document
  if (origin === 'IMAGES') return notApplicable(asImages)
  if (linkCount === 0) return notApplicable('The document has no links.')
  const broken = links.filter(({ fault }) => fault !== null)
  const about = { measured: broken.length, limit: 0, unit: 'broken links' }
  const findings = broken.slice(0, maxFindings).map(({ page, target, fault }) => ({
    ...{ page, measured: target, limit: 'a target that exists' },
    message: `${page === null ? 'A bookmark' : `A link on page ${page}`} is broken: ${fault}`,
  }))
  if (findings.length > 0 || externalCount === 0) return withRest(about, findings, document)
  const listed = links.filter(({ external }) => external).slice(0, shownLinks)
  const rest = externalCount - listed.length
  const addresses = listed.map(({ target, page }) => `${target} (page ${page})`).join(', ')
  return notMeasured(
    `No link is broken inside of the document. ${externalCount} external ${externalCount === 1 ? 'link is' : 'links are'} well formed, ` +
      `but not opened: checks never use the network. ${addresses}${rest > 0 ? ` and ${rest} more` : ''}`,
    about,
  )
}

export function judgeSpelling(rule: RuleOf<'spelling'>, document: DocumentMeasured): KindJudgement {
  const { spelling } = document
  if ('reason' in spelling)
    return spelling.applicable ? notMeasured(spelling.reason) : notApplicable(spelling.reason)
  const { results } = spelling
  const { language } = rule
  const chosen = likeliest(language === 'auto' ? results : results.filter((one) => isIn(one, language)))
  if (!chosen) {
    const name = language.toLowerCase().replace('_', '-')
    return notMeasured(
      `No dictionary of ${language} is installed. The operator can install the Debian package “hunspell-${name}”.`,
    )
  }
  if (isForeign(chosen)) {
    const reason = `Most of the words are not in the dictionary of ${chosen.language}: the text seems to be in another language.`
    return notMeasured(reason, { measured: chosen.unknown, unit: 'unknown words' })
  }
  const right = new Set(rule.words.map((word) => word.toLowerCase()))
  const unknown = chosen.list.filter(({ word }) => !right.has(word.toLowerCase()))
  const about = { measured: unknown.length, limit: 0, unit: 'unknown words' }
  const byPage = Map.groupBy(unknown, ({ page }) => page)
  const findings = [...byPage].slice(0, maxFindings).map(([page, words]) => ({
    ...{ page, measured: words.length, limit: 0, unit: 'unknown words', confidence: 0.6 },
    message: `Page ${page} has ${words.length === 1 ? 'a word' : `${words.length} words`} that the dictionary of ${chosen.language} does not know: ${listed(words.map(({ word }) => word))}.`,
  }))
  return withRest(about, findings, document)
}

function listed(words: string[]): string {
  const shown = words.slice(0, 12).join(', ')
  return words.length > 12 ? `${shown} and ${words.length - 12} more` : shown
}

function isForeign({ words, unknown }: Spelling): boolean {
  return unknown > words / 2
}

function likeliest(results: readonly Spelling[]): Spelling | undefined {
  return results.toSorted((a, b) => a.unknown - b.unknown)[0]
}

/** `de` is any German. */
function isIn({ language, aliases }: Spelling, wanted: string): boolean {
  return [language, ...aliases].some((name) => name === wanted || name.startsWith(`${wanted}_`))
}

/** A document that was not measured to its end does not pass. */
function withRest(
  about: Pick<KindJudgement, 'measured' | 'limit' | 'unit'>,
  findings: Found[],
  { pages, measuredPages }: DocumentMeasured,
): KindJudgement {
  if (findings.length > 0 || measuredPages >= pages) return { ...about, findings }
  return notMeasured(
    `Only the first ${measuredPages} of ${pages} pages were measured; they are in order.`,
    about,
  )
}
