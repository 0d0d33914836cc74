// The review room and compare at every size: one viewer that is never blank, nothing covers a control, dark in every
// theme, hidden comments can always be shown, and a phone can be rotated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessible } from './axe.ts'
import { goTo, requireFrame } from './comment-page.ts'
import { imageOf, type RoomFiles, shown, uploadRoomFiles } from './room-files.ts'
import { faults, offColours, requireWideImage, shareOf, themeColours, viewers } from './room-page.ts'
import { devices, follow, needsBrowser, resize, setSize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const files = 'skip' in options ? undefined : await uploadRoomFiles(client, projectId)
if (files) {
  await client.comments.createOnFile(files.video2.id, { content: 'Hold this', frame: 20 })
  await client.versions.create(projectId, { name: 'Cut 3', files: [{ id: files.video2.id }] })
}
const member = () => app.world.member(projectId, 'PROJECT_MEMBER')
const pathOf = (which: keyof RoomFiles) => `/files/${files![which].id}`
const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')

/** Waits for the file, and fails if a viewer of another file is left. */
async function requireOnly(page: Page, which: keyof RoomFiles): Promise<void> {
  const { name } = files![which]
  await page.waitForURL((url) => url.pathname === pathOf(which))
  await page.getByRole('heading', { name }).waitFor()
  await page.locator(shown[which]).first().waitFor()
  const expected = which === 'document' ? `Pages of ${name}` : name
  assert.deepEqual(await viewers(page), [expected], `${which} alone`)
}

async function pickRevision(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^v${from} of 2`) }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^v${to}`) }).click()
}

/** The image has its share of the window, and nothing covers a control: at every size of the device. */
async function requireLayout(
  page: Page,
  which: keyof RoomFiles,
  views: (typeof devices)[number]['views'],
): Promise<void> {
  for (const view of views.toReversed()) {
    await resize(page, view)
    const least = which === 'video2' && view.size === 'landscape' ? 0.45 : 0.1
    const share = await shareOf(page, page.locator(imageOf[which]).first())
    assert.ok(share >= least, `${which}, ${view.size}: ${share}`)
    assert.deepEqual(await faults(page), [], `${which}, ${view.size}`)
  }
}

for (const { device, views } of devices) {
  const [upright, turned] = views

  test(`one viewer after every change of file and revision, well laid out: ${device}`, options, async () => {
    const page = await app.open(pathOf('video1'), { user: await member(), ...upright })
    await requireOnly(page, 'video1')
    const first = await page.locator('video').elementHandle()
    await pickRevision(page, 1, 2)
    await requireOnly(page, 'video2')
    // Otherwise it keeps its connection until the browser collects garbage: after six videos, the page would load nothing.
    await page.waitForFunction((video) => (video as HTMLVideoElement).networkState === 0, first)
    await goTo(page, 31)
    await pickRevision(page, 2, 1)
    await requireOnly(page, 'video1')
    await requireFrame(page, 31)
    await requireAccessible(page)
    await pickRevision(page, 1, 2)
    await requireOnly(page, 'video2')
    await requireLayout(page, 'video2', views)

    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await readout(page).getByText('2', { exact: true }).waitFor()
    const seconds = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    assert.equal(Math.floor(seconds * 25), 2, 'the keys drive the video that is shown')
    // A range comment clears in and out, and leaves the playhead.
    await page.keyboard.press('i')
    await page.keyboard.press('Shift+ArrowRight')
    await readout(page).getByText('12', { exact: true }).waitFor()
    await page.keyboard.press('o')
    await page.keyboard.press('c')
    await page.keyboard.type('On the second revision')
    assert.equal(await page.locator('[data-range]').count(), 1)
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.keyboard.press('Control+Enter')
    const request = (await sent).request()
    assert.match(request.url(), new RegExp(`${pathOf('video2')}/comments$`))
    const { frame, duration } = request.postDataJSON()
    assert.deepEqual([frame, duration], [2, 440])
    // Changes after the response are rendered in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await readout(page).getByText('12', { exact: true }).waitFor()
    assert.equal(await page.locator('[data-range]').count(), 0)
    await page.locator('[data-marker]').nth(1).waitFor()
    await page.keyboard.press('Escape')

    for (const next of ['image', 'document', 'model', 'audio'] as const) {
      await page.keyboard.press(']')
      await requireOnly(page, next)
      await requireLayout(page, next, views)
    }
    for (const before of ['model', 'document', 'image', 'video2'] as const) {
      await page.keyboard.press('[')
      await requireOnly(page, before)
    }

    await follow(page, `${pathOf('video2')}/compare`)
    await page.locator('main video').nth(1).waitFor()
    await page.locator(shown.video2).waitFor()
    for (const view of views) {
      await resize(page, view)
      const least = view.size === 'landscape' ? 0.45 : 0.2
      assert.ok((await shareOf(page, page.locator('main video'))) >= least, `compare, ${view.size}`)
      assert.deepEqual(await faults(page), [], `compare, ${view.size}`)
    }
  })

  test(`hidden comments leave the image and a button to show them: ${device}`, options, async () => {
    const page = await app.open(pathOf('video2'), { user: await member(), ...upright })
    await page.locator(shown.video2).waitFor()
    const comments = page.getByRole('complementary')
    const [hide, show] = ['Hide comments', 'Show comments'].map((name) => page.getByRole('button', { name }))
    for (const view of [upright, turned]) {
      await resize(page, view)
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
      await page.keyboard.press('Escape')
    }
  })

  test(`the room and compare are dark and neutral: ${device}`, options, async () => {
    const page = await app.open(`/projects/${projectId}`, { user: await member(), ...upright })
    await page.getByRole('list', { name: 'Files' }).waitFor()
    const before = await themeColours(page)
    for (const path of [`${pathOf('video1')}/compare`, pathOf('video1')]) {
      await follow(page, path)
      await page.locator(shown.video1).waitFor()
      for (const view of views) {
        await resize(page, view)
        const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
        assert.equal(scheme, 'dark')
        assert.deepEqual(new Set(await themeColours(page)), new Set(['#0e0e0e']))
        const bars = 'html, main, main header, [data-bar] :is(button, a, h1, span)'
        assert.deepEqual(await offColours(page, bars), [], view.size)
      }
    }
    for (const view of views) {
      await resize(page, view)
      await page.getByRole('button', { name: 'More about this file' }).click()
      await page.getByRole('menuitem', { name: 'Details' }).waitFor()
      assert.deepEqual(await offColours(page, '[role=menu], [role=menu] *'), [], view.size)
      await page.getByRole('menuitem', { name: 'Details' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: 'Back to the project' }).click()
    await page.getByRole('list', { name: 'Files' }).waitFor()
    assert.equal(await page.locator('html[data-room]').count(), 0)
    assert.deepEqual(await themeColours(page), before)
  })

  test(
    `the timeline counts frames from 0, and a marker or a click moves nothing: ${device}`,
    options,
    async () => {
      // The comment may be deleted before the page has loaded it.
      const user = await member()
      const page = await app.open(pathOf('video1'), { user, ...upright, allow: [/status of 404/] })
      const atFrame = (frame: number) => readout(page).getByText(String(frame), { exact: true }).waitFor()
      await atFrame(0)
      await page.keyboard.press('End')
      await atFrame(49)
      const track = page.getByRole('slider', { name: 'Position' })
      const marker = page.locator('[data-marker]')
      const boxes = async () => [await track.boundingBox(), await page.locator('video').boundingBox()]
      for (const view of views) {
        await resize(page, view)
        const text = await page.locator('button:has([data-frame])').textContent()
        assert.match(text!, /^00:00:01:24\s*frame 49 of 49$/, view.size)
        assert.equal(await track.getAttribute('aria-valuenow'), '49')
        assert.equal(await track.getAttribute('aria-valuemax'), '49')
        const before = await boxes()
        const { id } = await client.comments.createOnFile(files!.video1.id, { content: 'First', frame: 5 })
        await marker.waitFor()
        assert.deepEqual(await boxes(), before, view.size)
        await client.comments.delete(id)
        await marker.waitFor({ state: 'detached' })
      }

      await page.keyboard.press('ArrowLeft')
      await track.click()
      await page.keyboard.press('ArrowRight')
      const isRinged = () => track.evaluate((element) => element.matches(':focus-visible'))
      assert.equal(await isRinged(), false)
      for (let presses = 0; presses < 60 && !(await isRinged()); presses++) await page.keyboard.press('Tab')
      assert.equal(await isRinged(), true)
      assert.notEqual(await track.evaluate((element) => getComputedStyle(element).outlineStyle), 'none')
    },
  )
}

test('a short window shows the image full-bleed', options, async () => {
  const short = [
    { width: 667, height: 375 },
    { width: 932, height: 430 },
    { width: 1200, height: 480 },
  ]
  const page = await app.open(pathOf('video2'), { user: await member(), size: short[0]! })
  for (const which of ['video2', 'image', 'document'] as const) {
    await follow(page, pathOf(which))
    await page.locator(shown[which]).first().waitFor()
    for (const size of short) {
      await setSize(page, size)
      assert.deepEqual(await faults(page), [], `${which}, ${size.width} × ${size.height}`)
      if (which !== 'video2') continue
      const { width, height } = (await page.locator('video').boundingBox())!
      assert.ok(width === size.width || Math.abs(height - size.height) < 1, `${width} × ${height}`)
    }
  }
})

test('in landscape a tap shows and hides the bars, and they fade while a video plays', options, async () => {
  const page = await app.open(pathOf('video2'), { user: await member(), size: 'landscape' })
  await page.locator(shown.video2).waitFor()
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
  await page.getByRole('button', { name: 'More controls' }).tap()
  await page.getByRole('menuitem', { name: 'Loop' }).tap()
  await play.tap()
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await pause.waitFor()
  await pause.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Back to the project' }).waitFor({ state: 'hidden' })
  await tap()
  await pause.waitFor()
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused), false)
  // While the video plays, the bars would fade again before a busy machine has tapped the button.
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Show comments' }).tap()
  await page.getByRole('complementary').getByText('Hold this').waitFor()
})

test('turning the phone keeps the frame, the playback and the draft', options, async () => {
  const page = await app.open(pathOf('video2'), { user: await member(), size: 'phone' })
  await page.locator(shown.video2).waitFor()
  const video = page.locator('video')
  await video.evaluate((element) => element.setAttribute('data-first', ''))
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight')
  const frame = readout(page).getByText('12', { exact: true })
  await frame.waitFor()
  const field = page.getByRole('complementary').getByRole('textbox', { name: 'Comment' })
  await field.fill('Half a note')
  const turn = async (size: 'landscape' | 'phone') => {
    await setSize(page, sizes[size])
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
  for (const size of ['landscape', 'phone'] as const) {
    await turn(size)
    assert.ok(await video.evaluate((element: HTMLVideoElement) => !element.paused), size)
  }
  assert.equal(await page.locator('video[data-first]').count(), 1)
})
