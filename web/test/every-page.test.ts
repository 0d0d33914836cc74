// Every page: axe finds no problems in either theme, nothing overflows, no control covers another, and every touch target
// is large enough. The pages that the server renders are tested in server/src/surfaces/pages/accessibility.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { furnish } from './furnished-studio.ts'
import { layoutFaults } from './layout-rules.ts'
import { misplacedVisits, nameOfVisit, visit, visits } from './pages.ts'
import { devices, needsBrowser, resize, startApp } from './start-app.ts'

test('visits are listed under the page that their URL belongs to', () => {
  // `/settings` alone redirects to the first section.
  assert.deepEqual(misplacedVisits(), ['/settings'])
})

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const made = 'skip' in options ? undefined : await furnish(app.world)

for (const { device, views } of devices) {
  const [upright, turned] = views
  const size = `${upright.size}, then ${turned.size}`
  test(`every page is accessible and has no layout fault: ${size}`, options, async (t) => {
    const { owner, ids } = made!
    const page = await app.open('/', { user: owner, ...upright, allow: [/status of 404/] })
    const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    for (const one of visits) {
      await t.test(nameOfVisit(one), async () => {
        await resize(page, upright)
        await visit(page, one, ids)
        if (device === 'mouse' || one.phone) await requireAccessibleInBothThemes(page)
        assert.deepEqual(await layoutFaults(page, { touch }), [], upright.size)
        await resize(page, turned)
        await page.locator(one.see).first().waitFor()
        assert.deepEqual(await layoutFaults(page, { touch }), [], turned.size)
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
