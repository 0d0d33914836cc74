// Changes of the rendition that are interrupted: by a turned phone, another file, a renewed URL, a hidden tab, a pause or a
// seek. The displayed frame is always the visible one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { ladderClip, withLadder } from './ladder-clips.ts'
import { follow, needsBrowser, resize, startApp, views } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withLadder() })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const [first, second] =
  'skip' in options
    ? []
    : await uploadClips(client, projectId, [ladderClip('25/1', 1000), ladderClip('30/1', 50)])

const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')
const video = (page: Page) => page.locator('video[data-plays]')

async function requireFrame(page: Page, frame: number): Promise<void> {
  await readout(page).getByText(String(frame), { exact: true }).waitFor()
  assert.equal(await readFrame(video(page)), frame)
}

async function choose(page: Page, quality: string): Promise<void> {
  await page.keyboard.press('q')
  await page.getByRole('menuitemradio', { name: quality, exact: true }).click()
}

/** Phones have no keys. */
async function chooseOnPhone(page: Page, quality: string): Promise<void> {
  await page.getByRole('button', { name: /^Quality/ }).click()
  await page.getByRole('menuitemradio', { name: quality, exact: true }).click()
}

async function requireRung(page: Page, rung: string): Promise<void> {
  await page.locator(`video[data-rendition="${rung}"]`).waitFor()
  await page.locator('video[data-stand-in]').waitFor({ state: 'detached' })
  await page.locator('canvas[hidden]:not([data-frames])').first().waitFor({ state: 'attached' })
}

test('a phone that is turned while the rendition changes keeps the frame', options, async () => {
  const page = await app.open(`/files/${first!.id}?at=480`, { user: owner, ...views[0] })
  await requireFrame(page, 12)
  await chooseOnPhone(page, '2160p')
  await resize(page, views[1])
  await requireRung(page, '2160p')
  await requireFrame(page, 12)
  await choose(page, '1080p')
  await resize(page, views[0])
  await requireRung(page, '1080p')
  await requireFrame(page, 12)
})

test(
  'another file, and the first one again, show their own frames while a rendition changes',
  options,
  async () => {
    const page = await app.open(`/files/${first!.id}`, { user: owner })
    await requireFrame(page, 0)
    await choose(page, '540p')
    await follow(page, `/files/${second!.id}?at=500`)
    await requireFrame(page, 15)
    await choose(page, '2160p')
    await follow(page, `/files/${first!.id}?at=1000`)
    await requireRung(page, '2160p')
    await requireFrame(page, 25)
    assert.equal(await page.locator('video').count(), 1)
  },
)

test('a renewed URL is loaded while nothing plays, on the same frame', options, async () => {
  const page = await app.open(`/files/${first!.id}?at=800`, { user: owner })
  await requireFrame(page, 20)
  // Within a day, the server returns the same URLs.
  await page.route(/api\/files\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const one of body.data?.media?.renditions ?? []) one.url += '#renewed'
    await route.fulfill({ response: answer, json: body })
  })
  await client.files.update(first!.id, { name: 'Renamed.mp4' })
  await page.waitForFunction(() => document.querySelector('video')!.src.endsWith('#renewed'))
  await page.locator('canvas[hidden]:not([data-frames])').first().waitFor({ state: 'attached' })
  await requireFrame(page, 20)
})

test('a hidden tab changes the rendition, paused and playing', options, async () => {
  const page = await app.open(`/files/${first!.id}?at=400`, { user: owner })
  await requireFrame(page, 10)
  await choose(page, '540p')
  await requireRung(page, '540p')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await choose(page, '2160p')
  await requireRung(page, '2160p')
  await requireFrame(page, 10)
  await page.keyboard.press('l')
  await choose(page, '540p')
  await requireRung(page, '540p')
  await page.keyboard.press('k')
  await requireFrame(page, Number(await readout(page).textContent()))
})

test('a pause and a seek while the rendition changes end on the displayed frame', options, async () => {
  const page = await app.open(`/files/${first!.id}`, { user: owner })
  await requireFrame(page, 0)
  await choose(page, '540p')
  await requireRung(page, '540p')
  await page.keyboard.press('l')
  await choose(page, '2160p')
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await requireRung(page, '2160p')
  await requireFrame(page, 10)
  // The stand-in is visible, and the video has not caught up yet.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('video[data-stand-in=shown]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', bubbles: true }))
    })
    observer.observe(document.body, { subtree: true, attributes: true })
  })
  await page.keyboard.press('l')
  await choose(page, '540p')
  await requireRung(page, '540p')
  const stopped = Number(await readout(page).textContent())
  await requireFrame(page, stopped)
  assert.ok(stopped > 10)
})
