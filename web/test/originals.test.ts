// Files that a browser can show are visible before they are processed: the production build, at every size, in both
// themes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import { pdf } from '../../server/test/media-corpus/stills.ts'
import { holdSteps } from '../../server/test/stand-ins/held-processors.ts'
import { clipBytes, readFrame } from './frame-numbers.ts'
import { type App, devices, follow, needsBrowser, resize, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const clip25 = rateClips.find(({ rate }) => rate === '25/1')!
const still = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#2050c0' } })
    .png()
    .toBuffer()

async function studio(app: App) {
  const { id: projectId, owner } = await app.world.project()
  const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
  const upload = async (name: string, bytes: Buffer) =>
    (await client.files.upload(projectId, bytes, { name })).id
  return { projectId, owner, client, upload }
}

const off = await startApp()
const held = holdSteps('proxy')
const busy = await startApp({ work: true, findProcessor: held.findProcessor })
after(held.release)

async function requireInside(page: Page, what: Locator): Promise<void> {
  const box = (await what.boundingBox())!
  const { width, height } = page.viewportSize()!
  assert.ok(box.width > 0 && box.height > 0, JSON.stringify(box))
  assert.ok(box.x >= -1 && box.x + box.width <= width + 1 && box.y < height, JSON.stringify(box))
}

async function comment(page: Page, text: string): Promise<void> {
  const panel = page.getByRole('complementary')
  await panel.getByRole('textbox', { name: 'Comment', exact: true }).fill(text)
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/comments') && answer.status() === 201,
  )
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await stored
}

test('with processing off, the original is shown', options, async (t) => {
  const { owner, upload, client } = await studio(off)
  const ids = {
    image: await upload('Still.png', await still()),
    video: await upload('Clip.mp4', await clipBytes(clip25)),
    document: await upload('Script.pdf', pdf(['/MediaBox [0 0 400 600]', '/MediaBox [0 0 400 600]'])),
  }
  for (const { device, views } of devices) {
    await t.test(device, async () => {
      const page = await off.open(`/files/${ids.image}`, { user: owner, ...views[0] })
      const requireInsideAtEverySize = async (what: Locator) => {
        for (const view of views) {
          await resize(page, view)
          await requireInside(page, what)
        }
      }
      const image = page.getByRole('img', { name: 'Still.png' })
      await image.waitFor()
      await page.waitForFunction(() => document.querySelector('img')!.naturalWidth === 640)
      await page.getByText('Preparing a smoother version…').waitFor()
      await requireInsideAtEverySize(image)

      await follow(page, `/files/${ids.video}`)
      const video = page.locator('video[data-plays=original]')
      await video.waitFor()
      await page.waitForFunction(() => document.querySelector('video')!.readyState >= 2)
      await requireInsideAtEverySize(video)
      // Its frames are not counted yet.
      assert.equal(await page.getByRole('slider', { name: 'Position' }).count(), 0)

      await follow(page, `/files/${ids.document}`)
      await page.locator('[data-page="1"][data-shown] canvas').waitFor()
      await requireInsideAtEverySize(page.locator('[data-page="1"] canvas'))
      await page.close()
    })
  }

  await t.test('a comment is on the file as a whole', async () => {
    const page = await off.open(`/files/${ids.video}`, { user: owner })
    await page.locator('video').waitFor()
    await comment(page, 'Lovely.')
    const [stored] = await Array.fromAsync(client.comments.listOnFile(ids.video))
    assert.deepEqual([stored!.anchor, stored!.frame], [null, null])
  })
})

test('without the right to download, the original is not served', options, async () => {
  const { projectId, upload, client } = await studio(off)
  const id = await upload('Still.png', await still())
  const link = await client.accessLinks.create(projectId, { role: 'PROJECT_REVIEWER', allowDownload: false })
  const { accessKey } = await client.accessLinks.get(link.id)
  const page = await off.open(`/join/${accessKey}`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(/projects/)
  await page.goto(`/files/${id}`)
  await page.getByRole('heading', { name: 'Queued' }).waitFor()
  assert.equal(await page.getByRole('img', { name: 'Still.png' }).count(), 0)
  assert.deepEqual(
    asked.filter((path) => /download|storage\/objects/.test(path)),
    [],
  )
})

test(
  'a video is reviewed on its original, and switches to the proxy at the same frame',
  options,
  async () => {
    const { owner, upload, client, projectId } = await studio(busy)
    const id = await upload('Clip.mp4', await clipBytes(clip25))
    const uneven = await upload('Uneven.mp4', await clipBytes(unevenClips[0]!))
    await held.waiting()
    const page = await busy.open(`/files/${id}`, { user: owner })
    const video = page.locator('video')
    const frame = page.locator('[aria-busy=false] [data-frame]')
    await frame.getByText('0', { exact: true }).waitFor()
    for (const [keys, number] of [
      [['Shift+ArrowRight'], 10],
      [['ArrowRight', 'ArrowRight'], 12],
      [['End'], 49],
      [['Home', 'Shift+ArrowRight', 'ArrowLeft'], 9],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key)
      await frame.getByText(String(number), { exact: true }).waitFor()
      assert.equal(await readFrame(video), number)
    }
    assert.equal(await video.getAttribute('data-plays'), 'original')
    await comment(page, 'Here.')
    const [stored] = await Array.fromAsync(client.comments.listOnFile(id))
    assert.deepEqual([stored!.anchor, stored!.frame], [360, 9])

    const list = await busy.open(`/projects/${projectId}`, { user: owner })
    await list
      .getByText(/^Processing \d+ %$/)
      .first()
      .waitFor()

    // With a variable rate, the frames are unknown until the proxy is generated.
    const other = await busy.open(`/files/${uneven}`, { user: owner })
    await other.locator('video[data-plays=original][controls]').waitFor()

    const before = await video.boundingBox()
    held.release()
    await client.files.waitFor(id, { until: 'processed' })
    await page.locator('video[data-plays=proxy]').waitFor()
    await page.locator('canvas[hidden]:not([data-frames])').waitFor({ state: 'attached' })
    await frame.getByText('9', { exact: true }).waitFor()
    assert.equal(await readFrame(video), 9)
    assert.deepEqual(await video.boundingBox(), before)
    assert.equal(await page.locator('[data-original]').count(), 0)

    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    const details = page.getByRole('dialog', { name: 'Details' })
    for (const fact of ['H.264', '4:2:0', '8 bit', 'Progressive', 'MP4', 'Standard (SDR)'])
      await details.getByText(fact, { exact: true }).waitFor()
    const { media } = await client.files.get(id)
    await details.getByText(media!.sha256!).waitFor()
    await details.getByRole('button', { name: 'Copy SHA-256' }).click()
    await details.getByText('Copied').waitFor()

    await client.files.waitFor(uneven, { until: 'processed' })
    await other.locator('video[data-plays=proxy]').waitFor()
    await other.getByRole('slider', { name: 'Position' }).waitFor()
    await list
      .getByText(/^Processing/)
      .first()
      .waitFor({ state: 'detached' })
  },
)
