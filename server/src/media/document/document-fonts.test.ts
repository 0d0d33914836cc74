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

for (const words of ['Съёмка', 'Γύρισμα', 'تصوير', 'ქართული']) {
  test(`${words}: looks like the output of another renderer`, options, async () => {
    const page = await browser!.newPage()
    await page.setContent(`<body style="margin: 0; font: 90px sans-serif">${words}</body>`)
    const bytes = await page.pdf({ width: '400px', height: '200px' })
    const { path } = await run(document, bytes, 'application/pdf')
    const { source } = workOn(bytes, 'application/pdf')
    execFileSync('pdftoppm', ['-png', '-scale-to', '2000', '-singlefile', source, source])
    const [actual, expected] = [darkness(pixels(path('pages/1.webp'))), darkness(pixels(`${source}.png`))]
    assert.ok(Math.max(...expected) > 0.3, 'the page is not empty')
    const furthest = Math.max(...actual.map((dark, place) => Math.abs(dark - expected[place]!)))
    assert.ok(furthest < 0.2, `a place differs by ${furthest}`)
  })
}
