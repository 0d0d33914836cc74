// The review room, as the tests of its layout measure it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** The accessible names of all viewers in the page. */
export const viewers = (page: Page) =>
  page
    .locator(
      'main :is(video, audio[aria-label], img[alt$=".png"], canvas[role=img], [aria-label^="Pages of "])',
    )
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? '').split(',')[0]),
    )

/** The fraction of the window that the elements cover. */
export async function shareOf(page: Page, images: Locator): Promise<number> {
  const boxes = await images.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const [width, height] = [
        Math.min(right, innerWidth) - Math.max(left, 0),
        Math.min(bottom, innerHeight) - Math.max(top, 0),
      ]
      return Math.max(0, width) * Math.max(0, height)
    }),
  )
  const { width, height } = page.viewportSize()!
  return boxes.reduce((sum, area) => sum + area, 0) / (width * height)
}

/** The stage is as wide as the window, and the video is as large as possible in it. */
export async function requireWideImage(page: Page): Promise<void> {
  const stage = (await page.getByRole('region', { name: 'Video.mp4' }).boundingBox())!
  assert.equal(stage.width, page.viewportSize()!.width)
  const video = (await page.locator('main video').boundingBox())!
  assert.ok(video.width === stage.width || video.height > stage.height * 0.7, JSON.stringify(video))
}

/** Controls whose centre is covered, and a page that is wider than the window. */
export const faults = (page: Page) =>
  page.evaluate(() => {
    const found = document.documentElement.scrollWidth > innerWidth ? ['the page is too wide'] : []
    for (const one of document.querySelectorAll('main :is(button, a, [role=slider])')) {
      const { left, top, width, height } = one.getBoundingClientRect()
      // Markers may be close together; lists scroll under the bars around them.
      const isHidden = !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (width === 0 || isHidden || one.matches('[tabindex="-1"]') || one.closest('aside')) continue
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (hit && one !== hit && !one.contains(hit))
        found.push(`${one.getAttribute('aria-label') ?? one.textContent} is covered by ${hit.className}`)
    }
    return found
  })

/** Elements that are light, or coloured, by their background, text or border. */
export const offColours = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const { backgroundColor, color } = getComputedStyle(one)
      const [[r = 0, g = 0, b = 0, alpha = 1] = [], ink = []] = [backgroundColor, color].map(
        (text) => text.match(/[\d.]+/g)?.map(Number) ?? [],
      )
      const isLight =
        alpha > 0.5 && Math.min(r, g, b) > 120 && one.matches('main, header, [role=menu], aside')
      const isColoured = [[r, g, b], ink.slice(0, 3)].some(
        (values) => Math.max(...values) - Math.min(...values) > 12,
      )
      return isLight || isColoured ? [`${one.outerHTML.slice(0, 80)} ${backgroundColor} ${color}`] : []
    }),
  )

/** The colours that the browser takes for its own bars. */
export const themeColours = (page: Page) =>
  page
    .locator('meta[name=theme-color]')
    .evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content))
