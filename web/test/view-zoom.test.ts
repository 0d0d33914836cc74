// Zoom of images and videos in the review room: by keys, wheel and drag, to single pixels.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { requireFrame } from './comment-page.ts'
import { needsVideo, startViewPages } from './view-page.ts'

const { uploadImage, openVideo, openImage } = await startViewPages()

/** Fields of one pixel each. */
async function checkerboard(): Promise<Sharp> {
  const [width, height] = [2000, 1500]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.fill((x + y) % 2 ? 255 : 0, (y * width + x) * 3, (y * width + x) * 3 + 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

test('1:1 shows one pixel on one pixel of the screen, 2:1 on four', needsVideo, async () => {
  const page = await openImage(await uploadImage('fields.png', await checkerboard()))
  const pane = page.getByRole('main').locator('[class*=pane]').first()
  const around = async () => {
    const { data, info } = await sharp(await pane.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [x, y] = [info.width >> 2, info.height >> 2]
    return Array.from({ length: 8 }, (_, n) => data[(y * info.width + x + n) * 3]! > 127)
  }
  await page.keyboard.press('1')
  await page.getByText('100 %', { exact: true }).waitFor()
  const single = await around()
  assert.ok(
    single.every((one, n) => n === 0 || one !== single[n - 1]),
    `${single}`,
  )
  await page.keyboard.press('p')
  await page.getByRole('button', { name: '2:1' }).click()
  await page.getByText('200 %', { exact: true }).waitFor()
  const double = await around()
  assert.equal(
    double.filter((one, n) => n > 0 && one !== double[n - 1]).length,
    single.length / 2 - (double[0] === double[1] ? 1 : 0),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('0')
  await page.locator('[data-zoomed]').waitFor({ state: 'detached' })
})

test(
  'a video: 1:1, zoom by wheel, panning; a click still plays, and drawings stay in place',
  needsVideo,
  async () => {
    const page = await openVideo()
    const fitted = (await page.locator('video').boundingBox())!
    assert.ok(fitted.width > 600)
    await page.keyboard.press('1')
    await page.getByText('100 %', { exact: true }).waitFor()
    const actual = (await page.locator('video').boundingBox())!
    assert.deepEqual([actual.width, actual.height], [192, 112])
    await page.keyboard.press('0')
    await page.getByRole('toolbar', { name: 'Zoom' }).waitFor({ state: 'detached' })
    const [x, y] = [fitted.x + fitted.width / 2, fitted.y + fitted.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -400)
    await page.locator('[data-zoomed]').waitFor()
    const zoomed = (await page.locator('video').boundingBox())!
    assert.ok(zoomed.width > fitted.width * 1.5)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 20)
    await page.mouse.move(x + 80, y + 40)
    await page.mouse.up()
    const moved = (await page.locator('video').boundingBox())!
    assert.ok(Math.abs(moved.x - zoomed.x - 80) < 2 && Math.abs(moved.y - zoomed.y - 40) < 2)
    assert.ok(
      await page.locator('video').evaluate((one: HTMLVideoElement) => one.paused),
      'a drag plays nothing',
    )
    const layer = (await page.locator('svg[role=img]').first().boundingBox())!
    assert.deepEqual(layer, moved)
    // With the focus in the toolbar, arrows move the image; elsewhere they step through frames.
    await page.getByRole('button', { name: 'Fit' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(
      (left) => document.querySelector('video')!.getBoundingClientRect().left < left,
      moved.x,
    )
    await requireFrame(page, 0)
    await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('ArrowRight')
    await requireFrame(page, 1)
    await page.mouse.click(x, y)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  },
)
