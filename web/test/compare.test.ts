// Comparing two revisions: images with a divider, documents page by page, 3D models turned together, and the comments of
// both files beside them. Videos frame by frame: frames.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { coloredBox, glb, pdf } from '../../server/test/media-corpus/stills.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
const app = await startApp({
  work: true,
  findProcessor: (mimeType) => (mimeType === 'video/mp4' ? withoutEncoding(mimeType) : find(mimeType)),
})
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

/** Uploads both as revisions of one file, and opens them side by side. */
async function compare(name: string, first: Buffer, second: Buffer): Promise<Page> {
  const before = await client.files.upload(projectId, first, { name })
  const after = await client.files.upload(projectId, second, { name, replaces: { id: before.id } })
  for (const { id } of [before, after]) await client.files.waitFor(id, { until: 'processed' })
  return app.open(`/files/${after.id}/compare`, { user: owner })
}

test(
  'the divider is moved by keyboard, and shows one image left and the other right of it',
  options,
  async () => {
    const still = (background: string) =>
      sharp({ create: { width: 160, height: 90, channels: 3, background } })
        .png()
        .toBuffer()
    const page = await compare('Still.png', await still('#ff0000'), await still('#0000ff'))
    const divider = page.getByRole('slider', { name: /Divider/ })
    await page.getByText('Wipe', { exact: true }).click()
    await divider.focus()
    await divider.press('Shift+ArrowLeft')
    await divider.press('ArrowLeft')
    assert.equal(await divider.getAttribute('aria-valuenow'), '39')
    assert.deepEqual(await coloursAcross(page, [0.35, 0.45]), ['red', 'blue'])
    await divider.press('End')
    assert.deepEqual(await coloursAcross(page, [0.35, 0.9]), ['red', 'red'])
    await page.keyboard.press('3')
    assert.deepEqual(await coloursAcross(page, [0.35, 0.9]), ['magenta', 'magenta'])
    await page.keyboard.press('1')
    assert.deepEqual(await coloursAcross(page, [0.25, 0.75]), ['red', 'blue'])
  },
)

test('documents: the same page of both; a missing page is announced', options, async () => {
  const pages = (count: number) => pdf(Array(count).fill('/MediaBox [0 0 200 200]'))
  const page = await compare('Script.pdf', pages(2), pages(3))
  const images = page.getByRole('img', { name: /^Page \d of Script.pdf$/ })
  await images.nth(1).waitFor()
  await page.getByText('v2 has 1 more page.').waitFor()
  await page.getByText('Page 1 of 3').waitFor()
  assert.equal(await page.getByAltText('Page 1 of Script.pdf').count(), 2)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').getByText('Page 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('This page does not exist.').waitFor()
  assert.equal(await page.getByAltText('Page 3 of Script.pdf').count(), 1)
  assert.equal(await images.count(), 1)
  assert.equal(await page.title(), 'Compare Script.pdf · Dailies')
})

test('models: both turn together, one step per key', options, async () => {
  const box = await glb(await coloredBox())
  const page = await compare('Box.glb', box, box)
  const canvases = page.locator('canvas[data-loaded]')
  await canvases.nth(1).waitFor()
  const images = () => canvases.evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()))
  const [left, right] = await images()
  assert.equal(left, right)
  // Thirty-six steps are a full turn.
  for (let step = 0; step < 18; step++) await page.keyboard.press('ArrowRight')
  const [leftBehind, rightBehind] = await images()
  assert.notEqual(leftBehind, left)
  assert.equal(leftBehind, rightBehind)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Turn left or right').waitFor()
  assert.equal(await page.getByText('Turn left or right').count(), 1)
})

const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `Comments on ${name}` })

test('each side has its comments', options, async (t) => {
  const [first] = await uploadClips(client, projectId, [playableClip])
  const [second] = await uploadClips(client, projectId, [playableClip], [first!])
  await client.comments.createOnFile(first!.id, { content: 'Too dark in v1', frame: 10 })
  await client.comments.createOnFile(second!.id, { content: 'Better in v2', frame: 30 })

  await t.test('desktop', async (t) => {
    const page = await app.open(`/files/${second!.id}/compare`, { user: owner })
    await panel(page, 'v2').getByText('Better in v2').waitFor()
    await t.test('a marker selects its comment, on its side', async () => {
      await page.getByRole('button', { name: /^Comment by .* at 00:00:00:10/ }).click()
      await panel(page, 'v1').locator('li[aria-current]', { hasText: 'Too dark in v1' }).waitFor()
      await page.locator('[data-frame]').getByText('10', { exact: true }).first().waitFor()
    })
    await t.test('new comments go to the side shown', async () => {
      await page.getByRole('button', { name: 'Comments on v2' }).click()
      await commentOnFirst(page, first!.id, 'From a desktop')
    })
    await setSize(page, sizes.tablet)
    await panel(page, 'v1').getByText('Too dark in v1').waitFor()
    await requireNoOverflow(page)
  })

  await t.test('on a phone, new comments go to the side shown', async () => {
    const page = await app.open(`/files/${second!.id}/compare`, { user: owner, size: 'phone' })
    await page.locator('[aria-busy=false] [data-frame]').first().waitFor()
    await page.getByRole('button', { name: 'Show comments' }).click()
    await commentOnFirst(page, first!.id, 'From a phone')
    await setSize(page, sizes.landscape)
    await panel(page, 'v1').getByText('Too dark in v1').waitFor()
    await requireNoOverflow(page)
  })
})

test(
  'the drawing of a comment is on its side, in every mode, and zooms with the image',
  options,
  async () => {
    const [first] = await uploadClips(client, projectId, [playableClip])
    const [second] = await uploadClips(client, projectId, [playableClip], [first!])
    const box = { kind: 'box' as const, colour: '#ff453a', width: 0.02 }
    const corners = [
      [0.25, 0.25],
      [0.75, 0.75],
    ]
    await client.comments.createOnFile(first!.id, {
      ...{ content: 'This one', frame: 10 },
      annotation: { shapes: [{ ...box, points: corners }] },
    })
    const page = await app.open(`/files/${second!.id}/compare`, { user: owner })
    await page.getByRole('button', { name: /^Comment by .* at 00:00:00:10/ }).click()
    const drawing = page.getByRole('img', { name: 'Drawing on the image' })
    await drawing.waitFor()
    const video = page.locator('video').first()
    const place = async (what: typeof drawing) => {
      const { x, y, width, height } = (await what.boundingBox())!
      return [x, y, width, height].map(Math.round)
    }
    for (const key of ['1', '2', '3', '+']) {
      await page.keyboard.press(key)
      assert.equal(await drawing.count(), 1)
      assert.deepEqual(await place(drawing), await place(video), key)
    }
    // Its frame is not visible any more.
    await page.keyboard.press('ArrowRight')
    await drawing.waitFor({ state: 'detached' })
  },
)

/** With the comments of v2 open. */
async function commentOnFirst(page: Page, fileId: string, text: string): Promise<void> {
  await panel(page, 'v2').getByText('Better in v2').waitFor()
  assert.equal(await panel(page, 'v1').count(), 0)
  await page.getByRole('button', { name: 'Comments on v1' }).click()
  await panel(page, 'v1').getByText('Too dark in v1').waitFor()
  const field = panel(page, 'v1').getByRole('textbox', { name: 'Comment', exact: true })
  assert.equal(await field.getAttribute('placeholder'), 'Comment on v1…')
  await field.fill(text)
  await field.press('Control+Enter')
  const own = panel(page, 'v1').getByRole('listitem').filter({ hasText: text })
  await own.getByRole('button', { name: 'React' }).waitFor({ state: 'attached' })
  const { data } = await client.comments.listOnFile(fileId).page()
  assert.equal(data.filter(({ content }) => content === text).length, 1)
  await requireNoOverflow(page)
}

async function requireNoOverflow(page: Page): Promise<void> {
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok(width! <= window!, `${width} px in a window of ${window} px`)
}

/** The colours at these fractions of the stage's width, at half of its height. */
async function coloursAcross(page: Page, parts: number[]): Promise<string[]> {
  for (const image of await page.locator('main img').all())
    await image.evaluate((element: HTMLImageElement) => element.decode())
  const { data, info } = await sharp(await page.locator('main section').first().screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return parts.map((part) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(part * info.width)) * 3
    const [red, , blue] = data.subarray(at, at + 3) as unknown as [number, number, number]
    if (red > 200) return blue > 200 ? 'magenta' : 'red'
    return blue > 200 ? 'blue' : 'neither'
  })
}
