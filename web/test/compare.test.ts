// Two revisions with one transport: after every action, both videos show the displayed frame number. At all eleven
// rates, read back from the pixels that the browser shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const clips = [...rateClips, unevenClips[0]!]
const firsts = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
/** Six frames shorter. */
const seconds =
  'skip' in options
    ? []
    : await uploadClips(
        client,
        projectId,
        clips.map((clip) => ({ ...clip, frames: clip.frames - 6 })),
        firsts,
      )

/** Both videos match the page: the left one shows this frame, the right one its counterpart. */
async function requireFrames(page: Page, left?: number, right = left): Promise<number> {
  const readout = page.locator('[aria-busy=false] [data-frame]')
  if (left !== undefined) await readout.getByText(String(left), { exact: true }).waitFor()
  const named = Number(await readout.textContent())
  const shown = [
    await readFrame(page.locator('video').first()),
    await readFrame(page.locator('video').last()),
  ]
  assert.deepEqual(shown, [named, right ?? named])
  return named
}

async function goTo(page: Page, where: number): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type(String(where))
  await page.keyboard.press('Enter')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

function framesOf(file: FileDetails): number {
  return file.media!.frames!
}

for (const [index, { name }] of clips.entries()) {
  test(`${name}: stepping, seeking, playing and pausing keep both on the same frame`, options, async () => {
    const [first, second] = [firsts[index]!, seconds[index]!]
    const last = framesOf(second) - 1
    const page = await app.open(`/files/${second.id}/compare`, { user: owner })
    await requireFrames(page, 0)
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', '.', ',')
    await requireFrames(page, 3)
    for (const frame of [last, 7, 19]) {
      await goTo(page, frame)
      await requireFrames(page, frame)
    }
    // The longer one leads, so that all of it can be reached.
    await press(page, 'End')
    await requireFrames(page, framesOf(first) - 1, last)
    await page.getByText(`v1 is ${framesOf(first) - framesOf(second)} frames longer.`).waitFor()
    await goTo(page, 3)
    await requireFrames(page, 3)
    await press(page, 'Space')
    await page.waitForFunction(() => Number(document.querySelector('[data-frame]')?.textContent) > 12)
    await press(page, 'k')
    const stopped = await requireFrames(page)
    await press(page, 'ArrowLeft')
    await requireFrames(page, stopped - 1)
  })
}

test('files with different frame rates stay in sync by time, with a note', options, async () => {
  const [at25, at50] = ['rate-25-1', 'rate-50-1'].map(
    (name) => firsts[clips.findIndex((clip) => clip.name === name)]!,
  ) as [FileDetails, FileDetails]
  const page = await app.open(`/files/${at50.id}/compare?with=${at25.id}&at=400`, { user: owner })
  await requireFrames(page, 10, 20)
  await press(page, 'ArrowRight', 'ArrowRight')
  await requireFrames(page, 12, 24)
  await page.getByText(/synchronised by time/).waitFor()
})

test(
  'a comment seeks to its frame, and the back link opens the review room at that frame',
  options,
  async () => {
    const [first, second] = [firsts[2]!, seconds[2]!]
    await client.comments.createOnFile(first.id, { content: 'Too dark here.', anchor: 800 })
    const page = await app.open(`/files/${second.id}/compare?mode=wipe`, { user: owner })
    await requireFrames(page, 0)
    await page.getByRole('button', { name: /^Comment by/ }).click()
    await requireFrames(page, 20)
    await page.getByRole('complementary').getByText('Too dark here.').waitFor()
    await press(page, 'ArrowRight')
    await requireFrames(page, 21)
    await page.getByRole('link', { name: 'Back to the review room' }).click()
    await page.getByRole('button', { name: /^v2 of 2/ }).waitFor()
    await page.locator('[aria-busy=false] [data-frame]').getByText('21', { exact: true }).waitFor()
    assert.equal(await readFrame(page.locator('video')), 21)
    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Compare…' }).click()
    await requireFrames(page, 21)
  },
)

test(
  'the divider is moved by keyboard, and shows one image left and the other right of it',
  options,
  async () => {
    const upload = async (colour: string, replaces?: string) => {
      const image = { width: 640, height: 360, channels: 3 as const, background: colour }
      const bytes = await sharp({ create: image }).png().toBuffer()
      const { id } = await client.files.upload(projectId, bytes, {
        name: 'Still.png',
        ...(replaces && { replaces: { id: replaces } }),
      })
      await client.files.waitFor(id, { until: 'processed' })
      return id
    }
    const red = await upload('#ff0000')
    const blue = await upload('#0000ff', red)
    const page = await app.open(`/files/${blue}/compare`, { user: owner })
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

test('two documents show the same page, and the extra pages of the longer one', options, async () => {
  const upload = async (pages: number, replaces?: { id: string }) => {
    const bytes = pdf(Array(pages).fill('/MediaBox [0 0 200 200]'))
    const { id } = await client.files.upload(projectId, bytes, {
      name: 'Script.pdf',
      ...(replaces && { replaces }),
    })
    await client.files.waitFor(id, { until: 'processed' })
    return { id }
  }
  const { id } = await upload(3, await upload(2))
  const page = await app.open(`/files/${id}/compare`, { user: owner })
  const images = page.getByRole('img', { name: /^Page \d of Script.pdf$/ })
  await images.nth(1).waitFor()
  await page.getByText('v2 has 1 more page.').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').getByText('Page 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('This page does not exist.').waitFor()
  assert.equal(await images.count(), 1)
})

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
