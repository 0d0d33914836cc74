import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { missing, pdfInfo } from '../../../test/helpers/media-tools.ts'
import { pixels, process as run, workOn } from '../../../test/media-corpus/process-still.ts'
import { pdf } from '../../../test/media-corpus/stills.ts'
import { typesetPdf } from '../../generation/documents/typeset.ts'
import { document } from '../stills.ts'
import type { PageEntry } from './page-entry.ts'

const skip = missing('ffmpeg') || missing('pdftotext')

const paper = [255, 255, 255]

function near(found: number[], expected: number[]): boolean {
  return found.every((value, i) => Math.abs(value - expected[i]!) < 12)
}

test('a document has a thumbnail, an image of each page and a list of them', { skip }, async () => {
  const markdown = '# Shots 東京 서울 Ωδή\n\nOne *two* three.\n\n'.repeat(14)
  const meta = { title: 'Shots', description: '', keywords: [], banner: null, images: [] }
  const bytes = Buffer.from(await typesetPdf({ markdown, ...meta }, new AbortController().signal))
  const { info, derivatives, path } = await run(document, bytes, 'application/pdf')
  const pages = Number(/Pages:\s+(\d+)/.exec(pdfInfo(bytes))![1])
  assert.ok(pages > 1)
  assert.deepEqual([info.kind, info.pages, info.width, info.height], ['DOCUMENT', pages, 595, 842])
  const manifest = JSON.parse(readFileSync(path('pages.json'), 'utf8'))
  assert.equal(manifest.total, pages)
  assert.deepEqual(
    manifest.pages.map(({ number, image }: PageEntry) => [number, image]),
    Array.from({ length: pages }, (_, i) => [i + 1, `pages/${i + 1}.webp`]),
  )
  assert.equal(derivatives.length, pages + 2)
  const page = pixels(path('pages/1.webp'))
  assert.deepEqual([page.width, page.height], [1414, 2000])
  assert.ok(dark(page) > 0.005, 'the page has text')
  const thumbnail = pixels(path('thumbnail.webp'))
  assert.deepEqual([thumbnail.width, thumbnail.height], [452, 640])
})

/** The share of dark points. */
function dark({ at }: ReturnType<typeof pixels>): number {
  let count = 0
  for (let y = 0; y < 100; y++) for (let x = 0; x < 100; x++) if (at(x / 100, y / 100)[0] < 128) count++
  return count / 10_000
}

test('page boxes and rotation are applied as in a PDF reader', { skip }, async () => {
  const bytes = pdf([
    '/MediaBox [0 0 200 200]',
    '/MediaBox [0 0 200 200] /CropBox [0 0 100 50]',
    '/MediaBox [0 0 200 200] /Rotate 90',
    '/MediaBox [0 0 200 200] /CropBox [100 100 200 200] /Rotate 180',
    '/MediaBox [-100 -100 300 300]',
    '/MediaBox [0 0 200 200] /UserUnit 2',
    '/MediaBox [200 200 0 0]',
  ])
  const { info, path } = await run(document, bytes, 'application/pdf')
  assert.equal(info.pages, 7)
  const shown = Array.from({ length: 7 }, (_, i) => pixels(path(`pages/${i + 1}.webp`)))
  const at = (page: number, x: number, y: number) => shown[page - 1]!.at(x, y)
  const [red, blue] = [
    [255, 0, 0],
    [0, 0, 255],
  ]
  const expected: [number, number, number, number[]][] = [
    [1, 0.25, 0.9, red],
    [1, 0.75, 0.1, blue],
    [1, 0.25, 0.1, paper],
    // Cropped to the red box alone.
    [2, 0.02, 0.05, red],
    [2, 0.98, 0.95, red],
    // A quarter turn to the right moves the lower left to the upper left.
    [3, 0.1, 0.25, red],
    [3, 0.9, 0.75, blue],
    [3, 0.1, 0.75, paper],
    // Only the upper right, upside down.
    [4, 0.5, 0.75, blue],
    [4, 0.5, 0.25, paper],
    [5, 0.37, 0.7, red],
    [5, 0.1, 0.1, paper],
    [6, 0.25, 0.9, red],
    [7, 0.25, 0.9, red],
  ]
  for (const [page, x, y, color] of expected) {
    assert.ok(near(at(page, x, y), color), `page ${page} at ${x}, ${y}: ${at(page, x, y)}, not ${color}`)
  }
  assert.deepEqual([shown[1]!.width, shown[1]!.height], [2000, 1000])
})

test('a page looks like the output of another renderer', { skip }, async () => {
  const bytes = pdf(['/MediaBox [0 0 200 200] /CropBox [20 30 180 190] /Rotate 270'])
  const { path } = await run(document, bytes, 'application/pdf')
  const { source } = workOn(bytes, 'application/pdf')
  writeFileSync(source, bytes)
  execFileSync('pdftoppm', ['-png', '-cropbox', '-r', '288', '-singlefile', source, source])
  const [actual, expected] = [pixels(path('pages/1.webp')), pixels(`${source}.png`)]
  for (let y = 0.05; y < 1; y += 0.1) {
    for (let x = 0.05; x < 1; x += 0.1) assert.ok(near(actual.at(x, y), expected.at(x, y)), `${x}, ${y}`)
  }
})

test('progress is reported page by page', { skip }, async () => {
  const work = workOn(pdf(Array(4).fill('/MediaBox [0 0 20 20]')), 'application/pdf')
  const info = await document.probe(work)
  for (const step of document.steps(info)) await step.make(work, info)
  assert.deepEqual(work.progress, [0.25, 0.5, 0.75, 1])
})
