// The files of spec/markers, read by independent parsers and by the importer. `npm run check` compares the files with the export.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { caseMatrix, described, markerFile } from '../../../../scripts/lib/generate-markers.ts'
import { root } from '../../../../scripts/lib/repository.ts'
import { parseFrameRate } from '../../core/frames.ts'
import { without } from '../comment-export/fixtures/sample-export.ts'
import { exportParsers, type Found, parsers } from './fixtures/independent-parsers.ts'
import { detectFormat, type ImportFormat, importFormatOf, importFormats } from './formats.ts'
import { likelyStart, originOf, plannedComment, relativeTo } from './plan.ts'

const folder = join(root, 'spec/markers')
const Case = z.object({
  name: z.string(),
  frameRate: z.string(),
  dropFrame: z.boolean(),
  startTimecode: z.string(),
  startFrame: z.number(),
  markers: z.array(
    z.object({
      ...{ frame: z.number(), timecode: z.string(), length: z.number() },
      ...{ author: z.string(), text: z.string(), resolved: z.boolean() },
    }),
  ),
  files: z.array(z.string()),
})
type Case = z.output<typeof Case>

const cases = z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')))

const merging: readonly string[] = ['edl', 'avid', 'avid-xml']

/** The part of a case that a format can hold: some have one line of text, one marker on a frame, no resolved state. */
function expected(format: ImportFormat, { markers }: Case): Found[] {
  const oneLine = (text: string) => (merging.includes(format) ? text.replaceAll(/\s+/g, ' ').trim() : text)
  const held = (text: string) => (format === 'edl' ? oneLine(text).replaceAll('|', '/') : oneLine(text))
  const groups = merging.includes(format)
    ? [...Map.groupBy(markers, ({ frame }) => frame).values()]
    : markers.map((marker) => [marker])
  const { loses } = importFormatOf(format)
  return groups.map((group) => ({
    frame: group[0]!.frame,
    length: Math.max(...group.map(({ length }) => length)),
    name: [...new Set(group.map(({ author }) => author))].join(', '),
    text:
      group.length === 1
        ? held(group[0]!.text)
        : group.map(({ author, text }) => held(`${author}: ${text}`)).join(' / '),
    resolved: loses.includes('RESOLVED') ? null : group.every(({ resolved }) => resolved),
  }))
}

test('the corpus has all eleven rates, with and without drop frames, and every format of the import', () => {
  assert.equal(new Set(cases.map(({ frameRate }) => frameRate)).size, 11)
  for (const rate of ['30000/1001', '60000/1001']) {
    const kinds = cases.filter(({ frameRate }) => frameRate === rate).map(({ dropFrame }) => dropFrame)
    assert.deepEqual([...new Set(kinds)].sort(), [false, true])
  }
  for (const { files } of cases) {
    assert.deepEqual(
      files.map((path) => path.split('/')[0]),
      [...importFormats],
    )
  }
  for (const format of importFormats) assert.equal(readdirSync(join(folder, format)).length, cases.length)
})

for (const one of cases) {
  for (const path of one.files) {
    const format = importFormats.find((name) => path.startsWith(`${name}/`))!
    const content = readFileSync(join(folder, path), 'utf8')

    test(`${path}: an independent parser finds every marker`, () => {
      assert.deepEqual(parsers[format]!(content, clockOf(one)), expected(format, one))
    })

    test(`${path}: the importer recognises the format and the start, and finds every marker`, () => {
      assert.deepEqual(importedFrom(content, format, one), expected(format, one))
    })
  }
}

const matrix = caseMatrix()
const matrixCases = z.array(Case).parse(described(matrix))

for (const format of importFormats) {
  test(`${format}: at every rate, with and without drop frames, from every start: written, parsed and imported`, () => {
    for (const [i, one] of matrixCases.entries()) {
      const content = markerFile(matrix[i]!, format)
      assert.deepEqual(parsers[format]!(content, clockOf(one)), expected(format, one), one.name)
      assert.deepEqual(importedFrom(content, format, one), expected(format, one), one.name)
    }
  })
}

for (const [format, parse] of Object.entries(exportParsers)) {
  test(`${format}: at every rate, with and without drop frames, from every start: written and parsed`, () => {
    for (const [i, one] of matrixCases.entries()) {
      const content = markerFile(matrix[i]!, format as keyof typeof exportParsers)
      assert.deepEqual(
        parse(content, clockOf(one)),
        one.markers.map(({ frame, author, text }) => ({ frame, author, text })),
        one.name,
      )
    }
  })
}

function clockOf({ frameRate, dropFrame, startFrame }: Case) {
  return { ...parseFrameRate(frameRate)!, dropFrame, startFrame }
}

/** As the import plans it for a file with the source timecode of the case. */
function importedFrom(content: string, format: ImportFormat, one: Case): unknown[] {
  const { dropFrame, startFrame } = one
  const rate = parseFrameRate(one.frameRate)!
  assert.equal(detectFormat(content), format)
  const { read, named, loses } = importFormatOf(format)
  const { markers, dropFrame: said, ignored } = read(content, { rate, dropFrame: null })
  assert.equal(ignored, 0)
  if (format !== 'srt' && format !== 'otio') assert.equal(said, dropFrame)
  const facts = {
    ...{ rate, dropFrame, clock: format === 'srt', sourceStart: startFrame },
    frames: 3700 * Math.round(rate.num / rate.den),
  }
  const origin = originOf(likelyStart(markers, facts), facts)
  const known = new Set(one.markers.map(({ author }) => author))
  const settings = { named, names: 'AUTO' as const, known, resolvedColour: 'GREEN' }
  return markers.map((marker) => {
    const planned = plannedComment(relativeTo(origin, marker), settings)
    const { frame, length, content: text, author, resolved } = planned
    return { frame, length, name: author, text, resolved: loses.includes('RESOLVED') ? null : resolved }
  })
}

test('xmllint: FCPXML is valid by its document type, other XML is well-formed', {
  skip: without('xmllint'),
}, () => {
  const all = (format: string) => readdirSync(join(folder, format)).map((name) => join(folder, format, name))
  const dtd = join(folder, 'fcpxml.dtd')
  execFileSync('xmllint', ['--noout', '--dtdvalid', dtd, ...all('fcpxml')], { stdio: 'pipe' })
  execFileSync('xmllint', ['--noout', '--nonet', ...all('xmeml'), ...all('avid-xml')], { stdio: 'pipe' })
})
