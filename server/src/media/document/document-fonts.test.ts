// Documents in every script: the pages look like those of another renderer.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { needsBrowser, startBrowser } from '../../../test/helpers/browser.ts'
import { missing } from '../../../test/helpers/media-tools.ts'
import { pixels, process as run, workOn } from '../../../test/media-corpus/process-still.ts'
import { document } from '../stills.ts'

const skip = missing('ffmpeg') || missing('pdftotext')
const options = skip ? { skip } : needsBrowser
const browser = 'skip' in options ? undefined : await startBrowser()

/** The darkness of many points, from 0 to 1. */
function darkness({ at }: ReturnType<typeof pixels>): number[] {
  const [columns, rows, samples] = [24, 12, 8]
  return Array.from({ length: columns * rows }, (_, place) => {
    let light = 0
    for (let i = 0; i < samples ** 2; i++) {
      const x = ((place % columns) + (i % samples) / samples) / columns
      const y = (Math.floor(place / columns) + Math.floor(i / samples) / samples) / rows
      light += at(x, y)[1]
    }
    return 1 - light / samples ** 2 / 255
  })
}

const scripts = ['Съёмка', 'Γύρισμα', 'تصوير', 'ქართული']

/** One document with a page for each script, as this server and as another renderer draw it. */
async function drawPages() {
  const page = await browser!.newPage()
  const style = 'height: 200px; overflow: hidden; break-after: page; font: 90px sans-serif'
  const pages = scripts.map((words) => `<div style="${style}">${words}</div>`)
  await page.setContent(`<body style="margin: 0">${pages.join('')}</body>`)
  const bytes = await page.pdf({ width: '400px', height: '200px' })
  const { info, path } = await run(document, bytes, 'application/pdf')
  assert.equal(info.pages, scripts.length)
  const { source } = workOn(bytes, 'application/pdf')
  execFileSync('pdftoppm', ['-png', '-scale-to', '2000', source, source])
  return scripts.map((_, n) => ({
    actual: darkness(pixels(path(`pages/${n + 1}.webp`))),
    expected: darkness(pixels(`${source}-${n + 1}.png`)),
  }))
}

const drawn = browser && (await drawPages())

for (const [n, words] of scripts.entries()) {
  test(`${words}: looks like the output of another renderer`, options, () => {
    const { actual, expected } = drawn![n]!
    assert.ok(Math.max(...expected) > 0.3, 'the page is not empty')
    const furthest = Math.max(...actual.map((dark, place) => Math.abs(dark - expected[place]!)))
    assert.ok(furthest < 0.2, `a place differs by ${furthest}`)
  })
}
