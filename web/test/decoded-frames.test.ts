// Frames that the page decodes itself, at all eleven rates: two videos that play side by side show the same frame in every
// painted image, and playing backwards paints every frame.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import { audibleClip, options, silentClip, startDecodedWorld } from './decoded-world.ts'
import {
  lastOf,
  pressWhenBeyond,
  readout,
  requireEqual,
  requireFrame,
  requireFrames,
  requireMonotone,
  takeRecorded,
  uncovered,
} from './painted-frames.ts'
import { followFromNowhere } from './start-app.ts'

const everyRate = [...rateClips, unevenClips[0]!]
const clips = [silentClip, audibleClip, ...everyRate]
const { open, pairOf } = await startDecodedWorld(clips)

test('both sides show the same frame in every painted image, to the end', options, async (t) => {
  const page = await open('/')
  for (const clip of clips) {
    await t.test(clip.name, async () => {
      const { second, last } = pairOf(clip)
      await followFromNowhere(page, `/files/${second.id}/compare`)
      await requireFrames(page, 0, 0)
      await takeRecorded(page)
      await page.keyboard.press('Space')
      await requireFrames(page, ...last)
      const painted = await takeRecorded(page)
      requireEqual(painted, last)
      requireMonotone(
        painted.map((both) => Math.max(...both)),
        1,
      )
      assert.deepEqual(painted[0], [0, 0])
      // 24 frames per side are decoded ahead at most.
      const { now, most } = await page.evaluate(() => window.openFrames)
      assert.equal(now, 0)
      assert.ok(most <= 48, `${most} frames`)
    })
  }
})

test('J paints the frames backwards, and pausing shows the last painted one', options, async (t) => {
  const page = await open('/')
  for (const clip of everyRate) await t.test(clip.name, () => testReverse(page, pairOf(clip).first))
})

async function testReverse(page: Page, file: FileDetails): Promise<void> {
  const last = lastOf(file)
  await followFromNowhere(page, `/files/${file.id}`)
  await requireFrame(page, 0)
  await takeRecorded(page)
  await page.keyboard.press('End')
  await requireFrame(page, last)
  await page.keyboard.press('j')
  await requireFrame(page, 0)
  const painted = (await takeRecorded(page)).map(([frame]) => frame!)
  // The video itself may show the last frame before the canvas was read.
  if (painted.at(-1) !== 0) painted.push(0)
  assert.equal(painted[0], last)
  requireMonotone(painted, -1)
  const [num, den] = file.media!.frameRate!.split('/').map(Number) as [number, number]
  if (num / den < 61) assert.equal(painted.length, last + 1, painted.join())

  await page.keyboard.press('End')
  await requireFrame(page, last)
  await page.keyboard.press('j')
  await pressWhenBeyond(page, 'k', last - 5, -1)
  await uncovered(page)
  const stopped = Number(await readout(page).textContent())
  await requireFrame(page, stopped)
  assert.ok(stopped < last - 4, `stopped at ${stopped}`)
  requireMonotone(
    (await takeRecorded(page)).map(([frame]) => frame!),
    -1,
  )
  await page.keyboard.press('ArrowRight')
  await requireFrame(page, stopped + 1)
  assert.equal(await page.evaluate(() => window.openFrames.now), 0)
}
