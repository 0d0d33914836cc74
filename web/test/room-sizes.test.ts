// The review room and compare at every size: the image is never blank, nothing covers a control, hidden comments can
// always be shown, and a phone can be rotated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { type RoomFiles, shown, uploadRoomFiles } from './room-files.ts'
import { nameOf, needsBrowser, sizes, startApp, views } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const files = 'skip' in options ? undefined : await uploadRoomFiles(client, projectId)
if (files) {
  await client.comments.createOnFile(files.video2.id, { content: 'Hold this', frame: 20 })
  await client.versions.create(projectId, { name: 'Cut 3', files: [{ id: files.video2.id }] })
}
const kinds = ['video2', 'image', 'document', 'model', 'audio'] as const
const member = () => app.world.member(projectId, 'PROJECT_MEMBER')

async function openFile(page: Page, which: keyof RoomFiles, more = ''): Promise<void> {
  await page.goto(`/files/${files![which].id}${more}`)
  await page.locator(shown[which]).first().waitFor()
}

/** The fraction of the window that the elements cover. */
async function shareOf(page: Page, images: Locator): Promise<number> {
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
async function requireWideImage(page: Page): Promise<void> {
  const stage = (await page.getByRole('region', { name: 'Video.mp4' }).boundingBox())!
  assert.equal(stage.width, page.viewportSize()!.width)
  const video = (await page.locator('main video').boundingBox())!
  assert.ok(video.width === stage.width || video.height > stage.height * 0.7, JSON.stringify(video))
}

/** Controls whose centre is covered, and a page that is wider than the window. */
const faults = (page: Page) =>
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

const imageOf: Record<(typeof kinds)[number], string> = {
  video2: 'main video',
  image: 'main img[alt="Still.png"]',
  document: '[data-page="1"]',
  model: 'main canvas',
  audio: '[data-height="240"]',
}

for (const view of views) {
  test(
    `every kind of file has an image, and nothing covers a control: ${nameOf(view)}`,
    options,
    async () => {
      const page = await app.open('/', { user: await member(), ...view })
      for (const which of kinds) {
        await openFile(page, which)
        const image = page.locator(imageOf[which]).first()
        const least = which === 'video2' && view.size === 'landscape' ? 0.45 : 0.1
        assert.ok((await shareOf(page, image)) >= least, which)
        assert.deepEqual(await faults(page), [], which)
      }
      await page.goto(`/files/${files!.video2.id}/compare`)
      await page.locator(shown.video2).waitFor()
      const least = view.size === 'landscape' ? 0.45 : 0.2
      assert.ok((await shareOf(page, page.locator('main video'))) >= least, 'compare')
      assert.deepEqual(await faults(page), [], 'compare')
    },
  )

  test(`hidden comments leave the image and a button to show them: ${nameOf(view)}`, options, async () => {
    const page = await app.open('/', { user: await member(), ...view })
    await openFile(page, 'video2')
    const comments = page.getByRole('complementary')
    const [hide, show] = ['Hide comments', 'Show comments'].map((name) => page.getByRole('button', { name }))
    // Over the image they are closed at first.
    if (view.size === 'landscape') await show!.click()
    await comments.waitFor()
    await hide!.click()
    await comments.waitFor({ state: 'hidden' })
    await requireWideImage(page)
    await page.reload()
    await page.locator(shown.video2).waitFor()
    await comments.waitFor({ state: 'hidden' })
    await requireWideImage(page)
    assert.deepEqual(await faults(page), [])
    await show!.click()
    await comments.getByText('Hold this').waitFor()
    await hide!.click()
    await page.keyboard.press('c')
    await comments.getByRole('textbox', { name: 'Comment' }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA')
  })
}

for (const size of [
  { width: 667, height: 375 },
  { width: 932, height: 430 },
  { width: 1200, height: 480 },
]) {
  test(`a short window shows the image full-bleed: ${size.width} × ${size.height}`, options, async () => {
    const page = await app.open('/', { user: await member(), size })
    for (const which of ['video2', 'image', 'document'] as const) {
      await openFile(page, which)
      assert.deepEqual(await faults(page), [], which)
    }
    await openFile(page, 'video2')
    const { width, height } = (await page.locator('video').boundingBox())!
    assert.ok(width === size.width || Math.abs(height - size.height) < 1, `${width} × ${height}`)
  })
}

test('in landscape a tap shows and hides the bars, and they fade while a video plays', options, async () => {
  const page = await app.open('/', { user: await member(), size: 'landscape' })
  await openFile(page, 'video2')
  const play = page.getByRole('button', { name: 'Play', exact: true })
  const { width, height } = sizes.landscape
  // At another spot each time: two taps on the same spot start a comment there.
  let taps = 0
  const tap = () => page.touchscreen.tap(width * (++taps % 2 ? 0.3 : 0.6), height / 2)
  await play.waitFor()
  await tap()
  await play.waitFor({ state: 'hidden' })
  await tap()
  await play.waitFor()
  await page.getByRole('button', { name: 'Loop' }).tap()
  await play.tap()
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await pause.waitFor()
  await pause.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Back to the project' }).waitFor({ state: 'hidden' })
  await tap()
  await pause.waitFor()
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused), false)
  await page.getByRole('button', { name: 'Show comments' }).tap()
  await page.getByRole('complementary').getByText('Hold this').waitFor()
})

test('turning the phone keeps the frame, the playback and the draft', options, async () => {
  const page = await app.open('/', { user: await member(), size: 'phone' })
  await openFile(page, 'video2')
  const video = page.locator('video')
  await video.evaluate((element) => element.setAttribute('data-first', ''))
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
  const frame = page.locator('[aria-busy=false] [data-frame]').getByText('12', { exact: true })
  await frame.waitFor()
  const field = page.getByRole('complementary').getByRole('textbox', { name: 'Comment' })
  await field.fill('Half a note')
  const turn = async (size: 'landscape' | 'phone') => {
    await page.setViewportSize(sizes[size])
    await page.waitForFunction(
      (form) => document.documentElement.dataset.room === form,
      size === 'phone' ? 'below' : 'over',
    )
  }
  for (const size of ['landscape', 'phone', 'landscape', 'phone'] as const) {
    await turn(size)
    await frame.waitFor()
    // The text field stays visible while a person writes.
    await field.waitFor()
    assert.equal(await field.inputValue(), 'Half a note')
  }
  await field.blur()
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  const isPlaying = () => video.evaluate((element: HTMLVideoElement) => !element.paused)
  for (const size of ['landscape', 'phone'] as const) {
    await turn(size)
    assert.ok(await isPlaying(), size)
  }
  assert.equal(await page.locator('video[data-first]').count(), 1)
})
