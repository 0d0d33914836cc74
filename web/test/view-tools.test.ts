// The view tools in the review room, by the pixels that the browser paints: channels, exposure, false colour, masks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { patches } from '../../server/test/media-corpus/numbered-frames.ts'
import { bands } from '../src/room/view-tools/filter-tables.ts'
import { requireAccessible } from './axe.ts'
import { box, drawing, goTo, requireFrame } from './comment-page.ts'
import { sizes } from './start-app.ts'
import { needsVideo, startViewPages } from './view-page.ts'

const { client, uploadImage, openVideo, openImage } = await startViewPages()

type Colour = [number, number, number]

/** The colours that are painted at points of an element, in fractions of its size. */
async function coloursAt(what: Locator, points: readonly [number, number][]): Promise<Colour[]> {
  await what.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { data, info } = await sharp(await what.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return points.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  })
}

const patchPoints = patches.map((_, n): [number, number] => [(n + 0.5) / patches.length, 0.75])

const isNear = (colour: Colour, other: readonly number[], by = 12) =>
  colour.every((value, n) => Math.abs(value - other[n]!) <= by)

/** The browser may paint a change some frames later. */
async function requirePatches(page: Page, expected: readonly (readonly number[])[]): Promise<void> {
  let seen: Colour[] = []
  for (let tries = 0; tries < 20; tries++) {
    seen = await coloursAt(page.locator('video'), patchPoints)
    if (seen.every((colour, n) => isNear(colour, expected[n]!))) return
  }
  assert.fail(`${JSON.stringify(seen)}, not ${JSON.stringify(expected)}`)
}

const grey = (value: number) => [value, value, value]
const light = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const level = (amount: number) =>
  255 * (amount <= 0.0031308 ? amount * 12.92 : 1.055 * Math.min(1, amount) ** (1 / 2.4) - 0.055)

test('channels: each key shows one as grey, and again all; the frame stays', needsVideo, async () => {
  const page = await openVideo()
  await goTo(page, 21)
  await requirePatches(page, patches)
  for (const [key, channel] of [
    ['Shift+Digit1', 0],
    ['Shift+Digit2', 1],
    ['Shift+Digit3', 2],
  ] as const) {
    await page.keyboard.press(key)
    await requirePatches(
      page,
      patches.map((patch) => grey(patch[channel])),
    )
  }
  await page.keyboard.press('Shift+Digit5')
  await requirePatches(
    page,
    patches.map(([r, g, b]) => grey(0.2126 * r + 0.7152 * g + 0.0722 * b)),
  )
  // A video has no alpha: the key does nothing.
  await page.keyboard.press('Shift+Digit4')
  await page.keyboard.press('Shift+Digit5')
  await requirePatches(page, patches)
  await requireFrame(page, 21)
})

test('exposure: two half stops double the light, ⇧P resets', needsVideo, async () => {
  const page = await openVideo()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await requirePatches(
    page,
    patches.map((patch) => patch.map((value) => level(2 * light(value)))),
  )
  await page.keyboard.press('Shift+P')
  await requirePatches(page, patches)
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowDown')
  await requirePatches(
    page,
    patches.map((patch) => patch.map((value) => level(light(value) / 4))),
  )
})

test(
  'false colour: 40 % grey has the colour of the legend, and the drawing keeps its own',
  needsVideo,
  async () => {
    const id = await uploadImage(
      'grey.png',
      sharp({ create: { width: 640, height: 360, channels: 3, background: '#666666' } }),
    )
    const { id: commentId } = await client.comments.createOnFile(id, {
      content: 'Here',
      annotation: { shapes: [box] },
    })
    const page = await openImage(id)
    await page.keyboard.press('y')
    await page.getByRole('region', { name: /False colours/ }).waitFor()
    const image = page.getByRole('main').locator('img[alt="grey.png"]')
    const green = bands.find(({ from }) => from === 38)!.colour
    const [middle] = await coloursAt(image, [[0.5, 0.6]])
    assert.equal(`#${middle!.map((one) => one.toString(16).padStart(2, '0')).join('')}`, green)
    await page.goto(`/files/${id}?comment=${commentId}`)
    await drawing(page).waitFor()
    await page.keyboard.press('y')
    await page.getByRole('region', { name: /False colours/ }).waitFor()
    const [line] = await coloursAt(image, [[0.2, 0.3]])
    assert.ok(isNear(line!, [255, 69, 58], 30), `${line}`)
  },
)

test('alpha of an image: white where it is opaque, black where it is clear', needsVideo, async () => {
  const clear = sharp({
    create: { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  const half = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#c81e1e' } })
    .png()
    .toBuffer()
  const page = await openImage(
    await uploadImage('logo.png', clear.composite([{ input: half, left: 0, top: 0 }])),
  )
  await page.keyboard.press('Shift+Digit4')
  await page.locator('filter').waitFor({ state: 'attached' })
  const image = page.getByRole('main').locator('img[alt="logo.png"]')
  const seen = await coloursAt(image, [
    [0.25, 0.5],
    [0.75, 0.5],
  ])
  assert.deepEqual(seen, [
    [255, 255, 255],
    [0, 0, 0],
  ])
})

test('masks and safe areas cover the right parts', needsVideo, async () => {
  const page = await openVideo()
  await page.keyboard.press('Shift+H')
  await page.locator('[data-mask="1.85"]').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('radio', { name: '1:1' }).check()
  await page.keyboard.press('Escape')
  await page.locator('[data-mask="1:1"]').waitFor()
  // 192 × 112: a square in the middle leaves (1 - 112 / 192) / 2 at each side.
  const edge = (1 - 112 / 192) / 2
  const seen = await coloursAt(page.locator('video'), [
    [edge - 0.02, 0.75],
    [edge + 0.02, 0.75],
    [1 - edge - 0.02, 0.75],
    [1 - edge + 0.02, 0.75],
  ])
  assert.ok(
    isNear(
      seen[0]!,
      patches[0].map((one) => one * 0.1),
    ),
    `${seen[0]}`,
  )
  assert.ok(isNear(seen[1]!, patches[0]), `${seen[1]}`)
  assert.ok(isNear(seen[2]!, patches[3]), `${seen[2]}`)
  assert.ok(
    isNear(
      seen[3]!,
      patches[3].map((one) => one * 0.1),
    ),
    `${seen[3]}`,
  )
  await page.keyboard.press('Shift+P')
  await page.locator('[data-mask]').waitFor({ state: 'detached' })
  await page.keyboard.press('h')
  const whole = (await page.locator('video').boundingBox())!
  for (const [name, part] of [
    ['action', 0.93],
    ['title', 0.9],
  ] as const) {
    const area = (await page.locator(`[data-safe=${name}] path`).last().boundingBox())!
    assert.ok(Math.abs(area.width / whole.width - part) < 0.01, `${name}: ${area.width / whole.width}`)
    assert.ok(
      Math.abs(area.height / whole.height - part) < 0.01,
      `${name}: ${area.height} of ${whole.height}`,
    )
  }
})

test('the panel: keyboard, accessibility, on a phone and a turned phone', needsVideo, async () => {
  const page = await openVideo()
  await page.keyboard.press('p')
  const panel = page.getByRole('dialog', { name: 'View' })
  await panel.waitFor()
  assert.ok(await panel.getByRole('radio', { name: 'Alpha' }).isDisabled())
  await panel.getByText('Video previews have no alpha channel.').waitFor()
  await panel.getByRole('slider', { name: /Exposure/ }).focus()
  await page.keyboard.press('ArrowRight')
  await panel.getByText('+0.5 stops').waitFor()
  // The keys work in the panel, and P closes it.
  await page.keyboard.press('y')
  assert.ok(await panel.getByRole('checkbox', { name: /False colour/ }).isChecked())
  await page.keyboard.press('p')
  await panel.waitFor({ state: 'detached' })
  await page.close()
  const image = await openImage(
    await uploadImage(
      'plain.png',
      sharp({ create: { width: 640, height: 360, channels: 3, background: '#356' } }),
    ),
  )
  await image.getByRole('button', { name: 'View', exact: true }).click()
  await image.getByText('This image has no alpha channel.').waitFor()
  await requireAccessible(image)
  await image.close()
  for (const size of ['phone', 'landscape'] as const) {
    const phone = await openVideo(size)
    await phone.getByRole('button', { name: 'View', exact: true }).tap()
    const sheet = phone.getByRole('dialog', { name: 'View' })
    await sheet.getByRole('checkbox', { name: /Safe areas/ }).tap()
    await phone.locator('[data-safe=title]').waitFor()
    const { x, y, width, height } = (await sheet.boundingBox())!
    assert.ok(x >= 0 && y >= 0 && x + width <= sizes[size].width && y + height <= sizes[size].height, size)
    // On a phone in portrait, the image stays visible above it.
    const video = (await phone.locator('video').boundingBox())!
    if (size === 'phone') assert.ok(y >= video.y + video.height, `${y} in ${JSON.stringify(video)}`)
    await sheet.getByRole('button', { name: 'Download' }).scrollIntoViewIfNeeded()
    await phone.close()
  }
})
