// After any other file or revision is opened, one viewer is left, and the whole room belongs to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { type RoomFiles, shown, uploadRoomFiles } from './room-files.ts'
import { nameOf, needsBrowser, startApp, views } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const files = 'skip' in options ? undefined : await uploadRoomFiles(client, projectId)

/** The accessible names of all viewers in the page. */
const viewers = (page: Page) =>
  page
    .locator(
      'main :is(video, audio[aria-label], img[alt$=".png"], canvas[role=img], [aria-label^="Pages of "])',
    )
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? '').split(',')[0]),
    )

/** Waits for the file, and fails if a viewer of another file is left. */
async function requireOnly(page: Page, which: keyof RoomFiles): Promise<void> {
  const { id, name } = files![which]
  await page.waitForURL((url) => url.pathname === `/files/${id}`)
  await page.getByRole('heading', { name }).waitFor()
  await page.locator(shown[which]).first().waitFor()
  const expected = which === 'document' ? `Pages of ${name}` : name
  assert.deepEqual(await viewers(page), [expected], `${which} alone`)
}

async function pickRevision(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^v${from} of 2`) }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^v${to}`) }).click()
}

for (const view of views) {
  test(`one viewer after every change of file and revision: ${nameOf(view)}`, options, async () => {
    const user = await app.world.member(projectId, 'PROJECT_MEMBER')
    const page = await app.open(`/files/${files!.video1.id}`, { user, ...view })
    await requireOnly(page, 'video1')
    await pickRevision(page, 1, 2)
    await requireOnly(page, 'video2')
    await pickRevision(page, 2, 1)
    await requireOnly(page, 'video1')
    await pickRevision(page, 1, 2)
    await requireOnly(page, 'video2')

    const readout = page.locator('[aria-busy=false] [data-frame]')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await readout.getByText('2', { exact: true }).waitFor()
    const seconds = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    assert.equal(Math.floor(seconds * 25), 2, 'the keys drive the video that is shown')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.keyboard.press('c')
    await page.keyboard.type('On the second revision')
    await page.keyboard.press('Control+Enter')
    assert.match((await sent).url(), new RegExp(`/files/${files!.video2.id}/comments$`))
    await page.locator('[data-marker]').first().waitFor()
    await page.keyboard.press('Escape')

    for (const next of ['image', 'document', 'model', 'audio'] as const) {
      await page.keyboard.press(']')
      await requireOnly(page, next)
    }
    for (const before of ['model', 'document', 'image', 'video2'] as const) {
      await page.keyboard.press('[')
      await requireOnly(page, before)
    }
  })
}
