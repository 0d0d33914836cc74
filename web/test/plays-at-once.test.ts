// Videos are played before they are processed, at the eleven rates: the original, or the finished part of the proxy, and then
// the proxy on the same frame.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { elevenRates } from '../../server/test/media-corpus/clips.ts'
import { clipBytes, readFrame } from './frame-numbers.ts'
import { holdProxy, ladderClip } from './ladder-clips.ts'
import { card, enter, pathOf, title } from './share-world.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const held = holdProxy()
after(held.end)
const app = await startApp({ work: true, findProcessor: held.findProcessor })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

async function upload(rate: string, frames: number): Promise<string> {
  const clip = ladderClip(rate, frames)
  return (await client.files.upload(projectId, await clipBytes(clip), { name: `${clip.name}.mp4` })).id
}

const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')
const video = (page: Page) => page.locator('video[data-plays]')

async function requireFrame(page: Page, frame: number): Promise<void> {
  await readout(page).getByText(String(frame), { exact: true }).waitFor()
  assert.equal(await readFrame(video(page)), frame)
}

async function goTo(page: Page, frame: number): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type(String(frame))
  await page.keyboard.press('Enter')
}

async function comment(page: Page, text: string): Promise<void> {
  const panel = page.getByRole('complementary')
  await panel.getByRole('textbox', { name: 'Comment', exact: true }).fill(text)
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/comments') && answer.status() === 201,
  )
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await stored
  // The keys belong to the player again.
  await page.keyboard.press('Escape')
}

/** Parts are deleted when the proxy is stored: a page may be loading one. */
const allow = [/status of 404/]

/** Settles when the proxy is on the screen and nothing covers it. */
async function requireProxy(page: Page): Promise<void> {
  await page.locator('video[data-plays=proxy]').waitFor()
  await page.locator('video[data-stand-in]').waitFor({ state: 'detached' })
  await page.locator('canvas[hidden]:not([data-frames])').first().waitFor({ state: 'attached' })
}

test('the original is marked, and the proxy takes over on the same frame', options, async (t) => {
  held.originalPlays = true
  const page = await app.open('/', { user: owner })
  for (const rate of elevenRates)
    await t.test(rate, async () => {
      const id = await upload(rate, 30)
      await follow(page, `/files/${id}`)
      await page.getByText('Original, frames not verified yet').waitFor()
      for (const frame of [0, 29, 17]) {
        await goTo(page, frame)
        await requireFrame(page, frame)
      }
      assert.equal(await video(page).getAttribute('data-plays'), 'original')
      await held.release()
      await requireProxy(page)
      await requireFrame(page, 17)
      await page.getByText('Original, frames not verified yet').waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowRight')
      await requireFrame(page, 18)
    })
})

test('the finished part is played, and the proxy takes over on the same frame', options, async (t) => {
  held.originalPlays = false
  const page = await app.open('/', { user: owner, allow })
  for (const rate of elevenRates)
    await t.test(rate, async () => {
      // Parts end with a group of frames, and begin after 0.4 s.
      const id = await upload(rate, 120)
      await follow(page, `/files/${id}`)
      await page.locator('video[data-plays=partial]').waitFor()
      const playable = Number(await page.locator('[data-playable]').getAttribute('data-playable'))
      assert.ok(playable >= 12 && playable < 120, `${playable} frames can be played`)
      for (const frame of [0, playable - 1, 7]) {
        await goTo(page, frame)
        await requireFrame(page, frame)
      }
      await comment(page, 'Here.')
      const [stored] = await Array.fromAsync(client.comments.listOnFile(id))
      assert.equal(stored!.frame, 7)
      await held.release()
      await requireProxy(page)
      await requireFrame(page, 7)
      assert.equal(await page.locator('[data-playable]').count(), 0)
      await page.keyboard.press('End')
      await requireFrame(page, 119)
    })
})

test('a seek beyond the finished part ends on its frame when the proxy is there', options, async () => {
  held.originalPlays = false
  const id = await upload('25/1', 120)
  const page = await app.open(`/files/${id}`, { user: owner, allow })
  await page.locator('video[data-plays=partial]').waitFor()
  await goTo(page, 119)
  await page.locator('[aria-busy=true] [data-frame]').waitFor()
  await held.release()
  await requireProxy(page)
  await requireFrame(page, 119)
})

// At 120 frames a second the rest is so short that the exchange is not complete before the end.
for (const rate of ['25/1', '120/1'])
  test(
    `${rate}: a video that waits at the end of the finished part plays on to its end`,
    options,
    async () => {
      held.originalPlays = false
      const id = await upload(rate, 120)
      const page = await app.open(`/files/${id}`, { user: owner, allow })
      await page.locator('video[data-plays=partial]').waitFor()
      const playable = Number(await page.locator('[data-playable]').getAttribute('data-playable'))
      await goTo(page, playable - 6)
      await requireFrame(page, playable - 6)
      await page.keyboard.press('Space')
      await page.waitForFunction(() => {
        const waiting = document.querySelector<HTMLVideoElement>('video[data-plays=partial]')!
        return !waiting.paused && waiting.readyState < waiting.HAVE_FUTURE_DATA
      })
      await held.release()
      await requireProxy(page)
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
      await requireFrame(page, 119)
    },
  )

test('K pauses a video that was opened before it was read', options, async () => {
  const probing = Promise.withResolvers<void>()
  Object.assign(held, { originalPlays: true, probing: probing.promise })
  const id = await upload('25/1', 1500)
  const page = await app.open(`/files/${id}`, { user: owner, allow })
  await page.getByRole('complementary').getByRole('textbox', { name: 'Comment', exact: true }).waitFor()
  probing.resolve()
  await readout(page).waitFor()
  for (const key of ['l', 'Space']) {
    await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    // The video has not played to its end.
    assert.ok(Number(await readout(page).textContent()) < 1499)
  }
  await held.release()
  await requireProxy(page)
})

test('arrow keys step through a video that a guest opened before it was read', options, async () => {
  const next = await upload('30/1', 30)
  await held.release()
  const probing = Promise.withResolvers<void>()
  Object.assign(held, { originalPlays: true, probing: probing.promise })
  const files = [await upload('24/1', 30), next]
  const items = files.map((id) => ({ kind: 'FILE' as const, id }))
  const share = await client.shares.create(projectId, { name: 'Dailies', items })
  const page = await app.open(pathOf(share), { allow })
  await enter(page, 'Gus Client')
  await card(page, 'ladder-24-1.mp4').click()
  await page.getByText('This file is being prepared for you.').waitFor()
  probing.resolve()
  await held.release()
  await requireFrame(page, 0)
  await page.keyboard.press('ArrowRight')
  await requireFrame(page, 1)
  await title(page, 'ladder-24-1.mp4').waitFor()
})

for (const kind of ['original', 'partial'] as const)
  test(`${kind}: the proxy takes over while the video plays`, options, async () => {
    held.originalPlays = kind === 'original'
    const id = await upload('25/1', 1500)
    const page = await app.open(`/files/${id}`, { user: owner, allow })
    await page.locator(`video[data-plays=${kind}]`).waitFor()
    await requireFrame(page, 0)
    await page.keyboard.press('Space')
    await held.release()
    await requireProxy(page)
    const isPaused = await video(page).evaluate((one) => (one as HTMLVideoElement).paused)
    assert.equal(isPaused, false)
    await page.keyboard.press('k')
    const stopped = Number(await readout(page).textContent())
    assert.ok(stopped > 0)
    await requireFrame(page, stopped)
  })
