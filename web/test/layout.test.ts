// Every page at every size: nothing overflows, no control covers another, and every touch target is large enough.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { furnish } from './furnished-studio.ts'
import { layoutFaults } from './layout-rules.ts'
import { nameOfVisit, visit, visits } from './pages.ts'
import { needsBrowser, sizes, startApp, themes } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const made = 'skip' in options ? undefined : await furnish(app.world)

for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
  test(`no page has a layout fault in either theme: ${size}`, options, async (t) => {
    const { owner, ids } = made!
    const page = await app.open('/', { user: owner, size, allow: [/status of 404/] })
    const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    for (const one of visits) {
      await t.test(nameOfVisit(one), async () => {
        await visit(page, one, ids)
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await layoutFaults(page, { touch }), [])
        }
      })
    }
  })
}

test('the image covers at least 45 % of a phone in landscape', options, async () => {
  const { owner, ids } = made!
  const page = await app.open(`/files/${ids.video}`, { user: owner, size: 'landscape' })
  assert.ok((await shareOfImage(page)) >= 0.45)
})

/** The fraction of the window that the image itself covers, without letterboxing. */
async function shareOfImage(page: Page): Promise<number> {
  const image = page.locator('main video, main img').first()
  await image.waitFor()
  return image.evaluate(async (element: HTMLVideoElement | HTMLImageElement) => {
    if (element instanceof HTMLImageElement) await element.decode()
    else if (element.readyState < 1)
      await new Promise((done) => element.addEventListener('loadedmetadata', done, { once: true }))
    const [width, height] =
      element instanceof HTMLImageElement
        ? [element.naturalWidth, element.naturalHeight]
        : [element.videoWidth, element.videoHeight]
    const box = element.getBoundingClientRect()
    const scale = Math.min(box.width / width, box.height / height)
    return (width * scale * height * scale) / (innerWidth * innerHeight)
  })
}
