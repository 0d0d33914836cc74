// The ladder: every rung shows the frame that is displayed, and a change of the rung keeps it, paused and playing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { elevenRates } from '../../server/test/media-corpus/clips.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { ladderClip, widths, withLadder } from './ladder-clips.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withLadder() })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const clips = elevenRates.map((rate) => ladderClip(rate, 50))
const files = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
const [long] = 'skip' in options ? [] : await uploadClips(client, projectId, [ladderClip('25/1', 1500)])

const rungs = ['540p', '1080p', '2160p'] as const
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

/** Settles when the rung plays and nothing stands in for it. */
async function requireRung(page: Page, rung: (typeof rungs)[number]): Promise<void> {
  await page.locator(`video[data-rendition="${rung}"]`).waitFor()
  await page.locator('video[data-stand-in]').waitFor({ state: 'detached' })
  await page.locator('canvas[hidden]:not([data-frames])').first().waitFor({ state: 'attached' })
  assert.equal(await video(page).evaluate((one) => (one as HTMLVideoElement).videoWidth), widths[rung])
}

test('each rung shows the displayed frame, and a change while paused keeps it', options, async (t) => {
  const page = await app.open('/', { user: owner })
  for (const [index, { name }] of clips.entries())
    await t.test(name, async () => {
      await follow(page, `/files/${files[index]!.id}`)
      await readout(page).getByText('0', { exact: true }).waitFor()
      for (const [rung, key, frame] of [
        ['540p', 'Shift+ArrowRight', 10],
        ['2160p', 'ArrowRight', 11],
        ['1080p', 'End', 49],
        ['540p', 'ArrowLeft', 48],
      ] as const) {
        await page.keyboard.press(key)
        await requireFrame(page, frame)
        await choose(page, rung)
        await requireRung(page, rung)
        await requireFrame(page, frame)
        await page.keyboard.press('ArrowLeft')
        await requireFrame(page, frame - 1)
        await page.keyboard.press('ArrowRight')
        await requireFrame(page, frame)
      }
      await page.keyboard.press('Home')
    })
})

interface Shown {
  frame: number
  /** In milliseconds since the page was opened. */
  at: number
}

/** Records every change of the displayed frame. */
async function recordFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Shown[] = []
    Object.assign(globalThis, { shown })
    const look = () => {
      const frame = Number(document.querySelector('[data-frame]')?.textContent)
      if (shown.at(-1)?.frame !== frame) shown.push({ frame, at: performance.now() })
      requestAnimationFrame(look)
    }
    look()
  })
}

const recorded = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown)

test(
  'a change while playing continues on the next frames, and a pause shows the displayed one',
  options,
  async () => {
    const page = await app.open(`/files/${long!.id}`, { user: owner })
    await readout(page).getByText('0', { exact: true }).waitFor()
    await choose(page, '540p')
    await requireRung(page, '540p')
    await recordFrames(page)
    // The focus is on the button of the menu, which takes the space bar.
    await page.keyboard.press('l')
    await choose(page, '2160p')
    await requireRung(page, '2160p')
    const state = await video(page).evaluate((one) => {
      const { paused, currentTime } = one as HTMLVideoElement
      return { paused, currentTime }
    })
    assert.equal(state.paused, false, JSON.stringify(state))
    await page.keyboard.press('k')
    const stopped = Number(await readout(page).textContent())
    await requireFrame(page, stopped)
    const shown = await recorded(page)
    for (const [index, { frame, at }] of shown.slice(1).entries()) {
      const before = shown[index]!
      const step = frame - before.frame
      // A busy browser paints late and shows the frame of that time.
      const due = ((at - before.at) * 25) / 1000
      assert.ok(
        step >= -1 && step <= due + 12,
        `${step} frames when ${due} were due: ${JSON.stringify(shown)}`,
      )
    }
  },
)
