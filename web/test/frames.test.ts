// The central promise of the review room: after every action, the displayed frame number is the visible frame. Videos
// of all eleven rates and one with a variable rate encode their frame numbers in the image, which are read back from
// what the browser shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const clips = [...rateClips, unevenClips[0]!]
const files = 'skip' in options ? [] : await uploadClips(client, projectId, clips)

/** The page displays this frame number, and the video shows this frame. Without a frame: any, as long as both agree. */
async function requireFrame(page: Page, frame?: number): Promise<number> {
  const readout = page.locator('[aria-busy=false] [data-frame]')
  if (frame !== undefined) await readout.getByText(String(frame), { exact: true }).waitFor()
  const named = Number(await readout.textContent())
  assert.equal(await readFrame(page.locator('video')), named)
  return named
}

async function goTo(page: Page, where: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type(where)
  await page.keyboard.press('Enter')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

for (const [index, clip] of clips.entries()) {
  test(
    `${clip.name}: a link, steps, typing, markers, scrubbing and pausing end on the displayed frame`,
    options,
    async () => {
      const file = files[index]!
      const last = file.media!.frames! - 1
      const page = await app.open(`/files/${file.id}`, { user: owner })
      await requireFrame(page, 0)
      await press(page, 'ArrowRight')
      await requireFrame(page, 1)
      await press(page, ...Array(4).fill('ArrowRight'), '.', ',', 'ArrowLeft')
      await requireFrame(page, 4)
      await press(page, 'Shift+ArrowRight', 'ArrowLeft')
      await requireFrame(page, 13)
      for (const frame of [last, 7, 28, 0, 19]) {
        await goTo(page, String(frame))
        await requireFrame(page, frame)
      }
      await press(page, 'End')
      await requireFrame(page, last)
      const timeline = page.getByRole('slider', { name: 'Position' })
      const { width } = (await timeline.boundingBox())!
      await timeline.click({ position: { x: width / 3, y: 8 } })
      const pointedAt = await requireFrame(page)
      assert.ok(pointedAt > 0 && pointedAt < last)
      // Play, and pause at any frame.
      await goTo(page, '3')
      await requireFrame(page, 3)
      await press(page, 'Space')
      await page.waitForFunction(() => Number(document.querySelector('[data-frame]')?.textContent) > 8)
      await press(page, 'k')
      const stopped = await requireFrame(page)
      await press(page, 'ArrowLeft')
      await requireFrame(page, stopped - 1)
    },
  )
}
