// Stills of the visible frame: its number is read back from the pixels that were copied, downloaded or attached.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { frameSize, readNumber } from '../../server/test/media-corpus/numbered-frames.ts'
import { box, drawing, field, goTo, panel, requireFrame, thread } from './comment-page.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { enter, openStudio, pathOf, videoShown } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const [video] = 'skip' in options ? [] : await uploadClips(client, projectId, [playableClip])

type Still = { frame: number; size: number[]; corner: number[] }

/** The number of the frame, and the colour of the line of `box` at its left edge. */
async function readStill(png: Buffer): Promise<Still> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (Math.round(0.3 * height) * width + Math.round(0.2 * width)) * 3
  return {
    frame: readNumber(data, { width, height }),
    size: [width, height],
    corner: [...data.subarray(at, at + 3)],
  }
}

const isRed = ([r, g, b]: number[]) => r! > 180 && g! < 120 && b! < 120

async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ name: string; still: Still }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const still = await readStill(Buffer.concat(await (await download.createReadStream()).toArray()))
  return { name: download.suggestedFilename(), still }
}

async function openVideo(path = `/files/${video!.id}`): Promise<Page> {
  const page = await app.open(path, { user: owner })
  await page.locator(videoShown).waitFor()
  return page
}

test('⇧S downloads the visible frame in full size, whatever the view tools show', options, async () => {
  const page = await openVideo()
  await goTo(page, 37)
  await page.keyboard.press('y')
  await page.keyboard.press('+')
  await page.locator('filter').waitFor({ state: 'attached' })
  const { name, still } = await downloaded(page, () => page.keyboard.press('Shift+S'))
  assert.equal(name, 'clip_v1_00000112.png')
  assert.equal(still.frame, 37)
  assert.deepEqual(still.size, [frameSize.width, frameSize.height])
})

test(
  'while it plays, the still and its name are the same frame, and playback pauses on it',
  options,
  async () => {
    const page = await openVideo()
    await page.keyboard.press('r')
    await page.keyboard.press('l')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const { name, still } = await downloaded(page, () => page.keyboard.press('Shift+S'))
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const [, seconds, frames] = /_(\d{6})(\d\d)\.png$/.exec(name)!
    assert.equal(Number(seconds) * 25 + Number(frames), still.frame)
    await requireFrame(page, still.frame)
  },
)

test('with the drawing of the comment, and without it', options, async () => {
  const comment = await client.comments.createOnFile(video!.id, {
    content: 'This corner',
    frame: 12,
    annotation: { shapes: [box] },
  })
  const page = await openVideo(`/files/${video!.id}?comment=${comment.id}`)
  await drawing(page).waitFor()
  const marked = await downloaded(page, () => page.keyboard.press('Shift+S'))
  assert.equal(marked.name, 'clip_v1_00000012_drawing.png')
  assert.ok(isRed(marked.still.corner), `${marked.still.corner}`)
  await page.keyboard.press('p')
  const tools = page.getByRole('dialog', { name: 'View' })
  await tools.getByRole('checkbox', { name: 'With the drawing' }).uncheck()
  const bare = await downloaded(page, () => tools.getByRole('button', { name: 'Download' }).click())
  assert.equal(bare.name, 'clip_v1_00000012.png')
  assert.equal(bare.still.frame, 12)
  assert.ok(!isRed(bare.still.corner), `${bare.still.corner}`)
})

test('S copies the frame to the clipboard', options, async () => {
  const page = await openVideo()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goTo(page, 9)
  await page.keyboard.press('s')
  await page.getByText('Still copied.').waitFor()
  const pixels = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const bytes = new Uint8Array(await (await item!.getType('image/png')).arrayBuffer())
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  })
  assert.equal((await readStill(Buffer.from(pixels, 'latin1'))).frame, 9)
})

test('attach: the still is sent with the comment', options, async () => {
  const page = await openVideo()
  await goTo(page, 20)
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: 'View' }).getByRole('button', { name: 'Attach' }).click()
  const list = panel(page).getByRole('list', { name: 'Attached files' })
  await list.getByText('clip_v1_00000020.png').waitFor()
  await field(page).fill('As in this still')
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  const image = thread(page, 'As in this still').getByRole('button', { name: 'View clip_v1_00000020.png' })
  await image.waitFor()
  await page.reload()
  await image.locator('img').waitFor()
})

test('a share without downloads offers no stills; one with downloads does', options, async () => {
  const studio = await openStudio(app.world)
  const items = [{ kind: 'FILE' as const, id: studio.files.video.id }]
  for (const downloads of ['NONE', 'ORIGINAL'] as const) {
    const page = await app.open(pathOf(await studio.share({ items, downloads })))
    await enter(page, 'Carla')
    await page.locator(videoShown).waitFor()
    await page.keyboard.press('p')
    const tools = page.getByRole('dialog', { name: 'View' })
    await tools.getByText('Aspect mask').waitFor()
    assert.equal(await tools.getByRole('button', { name: 'Copy' }).count(), downloads === 'NONE' ? 0 : 1)
    await page.close()
  }
})
