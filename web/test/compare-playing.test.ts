// A comparison while it plays, when everything around it changes; playing backwards faster; and browsers that cannot decode
// frames one by one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { audibleClip, options, type Pair, silentClip, startDecodedWorld } from './decoded-world.ts'
import {
  nextPainted,
  pressWhenBeyond,
  readout,
  requireEqual,
  requireFrame,
  requireFrames,
  takeRecorded,
  uncovered,
} from './painted-frames.ts'
import { follow } from './start-app.ts'

const { open, compare, pairOf } = await startDecodedWorld([silentClip, audibleClip])
const [silent, audible] = ('skip' in options ? [] : [silentClip, audibleClip].map(pairOf)) as [Pair, Pair]

test(
  'J again doubles the speed, L plays on from there, and a comparison plays backwards, too',
  options,
  async () => {
    const { first, last } = silent
    const page = await open(`/files/${first.id}`)
    await requireFrame(page, 0)
    await page.keyboard.press('End')
    await requireFrame(page, last[0])
    // On a busy machine the clip would be over before all keys are pressed one after the other.
    const faster = [2, 8, 20].map((frames) => pressWhenBeyond(page, 'j', last[0] - frames, -1))
    const fastest = page.getByText('◀ 8×').waitFor()
    await page.keyboard.press('j')
    await Promise.all([...faster, fastest])
    await pressWhenBeyond(page, 'l', last[0] - 60, -1)
    await uncovered(page)
    await pressWhenBeyond(page, 'k', 5, 1)
    await requireFrame(page, Number(await readout(page).textContent()))

    await follow(page, `/files/${silent.second.id}/compare`)
    await page.locator('video').nth(1).waitFor()
    await page.keyboard.press('End')
    await requireFrames(page, ...last)
    await takeRecorded(page)
    await page.keyboard.press('j')
    const painted = await nextPainted(page, 40)
    requireEqual(painted, last)
    await page.keyboard.press('k')
    await uncovered(page)
    const stopped = Number(await readout(page).textContent())
    await requireFrames(page, Math.min(stopped, last[0]), Math.min(stopped, last[1]))
  },
)

test('both sides stay equal when modes, sides and files change', options, async () => {
  const { last } = audible
  const page = await compare(audible)
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  for (const key of ['2', '3', '1', 'm', 'm', 'l']) {
    await page.keyboard.press(key)
    requireEqual(await nextPainted(page), last)
  }
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await page.waitForURL(new RegExp(`${audible.first.id}/compare`))
  await page.getByText('v1 is 6 frames longer.').waitFor()
  await page.keyboard.press('Home')
  await requireFrames(page, 0, 0)
  await page.keyboard.press('Space')
  requireEqual(await nextPainted(page), audible.last.toReversed())
  for (const pair of [silent, audible]) {
    await follow(page, `/files/${pair.second.id}/compare?with=${pair.first.id}`)
    await page.getByText('v1 is 6 frames longer.').waitFor()
    await requireFrames(page, 0, 0)
    await page.keyboard.press('Space')
    requireEqual(await nextPainted(page), pair.last)
  }
  await page.keyboard.press('Space')
  await uncovered(page)
  const { now, most } = await page.evaluate(() => window.openFrames)
  assert.equal(now, 0)
  assert.ok(most <= 48, `${most} frames`)
})

test(
  'a looped range repeats on both sides, and no late animation frame paints beyond it',
  options,
  async () => {
    // Each is four frames of the video after the one before.
    const page = await compare(silent, () => {
      const request = window.requestAnimationFrame
      window.requestAnimationFrame = (callback) => window.setTimeout(() => request(callback), 160)
    })
    await page.keyboard.press('Shift+ArrowRight')
    await requireFrames(page, 10, 10)
    await page.keyboard.press('i')
    await page.keyboard.press('Shift+ArrowRight')
    await requireFrames(page, 20, 20)
    await page.keyboard.press('o')
    await page.keyboard.press('r')
    await takeRecorded(page)
    await page.keyboard.press('Space')
    await page.waitForFunction(
      () => window.paintedFrames.filter(([frame], at, all) => at > 0 && frame! < all[at - 1]![0]!).length > 2,
    )
    const painted = await takeRecorded(page)
    requireEqual(painted, silent.last)
    assert.deepEqual([Math.min(...painted.flat()), Math.max(...painted.flat())], [10, 20])
  },
)

test(
  'without animation frames, as in a hidden tab, nothing piles up, and both continue together',
  options,
  async () => {
    const page = await compare(audible, () => {
      const request = window.requestAnimationFrame
      const waiting: FrameRequestCallback[] = []
      let isHidden = false
      window.requestAnimationFrame = (callback) => (isHidden ? waiting.push(callback) : request(callback))
      Object.assign(window, {
        hide: () => (isHidden = true),
        show: () => {
          isHidden = false
          for (const callback of waiting.splice(0)) request(callback)
        },
      })
    })
    await page.keyboard.press('Space')
    await nextPainted(page)
    await page.evaluate(() => (window as unknown as { hide: () => void }).hide())
    const from = Number(await page.locator('[data-frame]').textContent())
    await page.waitForFunction(
      (from) =>
        [...document.querySelectorAll('video')].some(({ currentTime }) => currentTime > from / 30 + 1.5),
      from,
      { polling: 100 },
    )
    await page.evaluate(() => (window as unknown as { show: () => void }).show())
    await page.waitForFunction(
      (from) => window.paintedFrames.filter(([frame]) => frame! > from + 45).length > 5,
      from,
    )
    const painted = await takeRecorded(page)
    requireEqual(painted, audible.last)
    assert.ok((await page.evaluate(() => window.openFrames.most)) <= 48)
  },
)

test(
  'without WebCodecs, and where the page may not read the file, the videos themselves play',
  options,
  async (t) => {
    const play = async (page: Page) => {
      await page.goto(`/files/${silent.second.id}/compare`)
      await requireFrames(page, 0, 0)
      await page.keyboard.press('Space')
      await pressWhenBeyond(page, 'k', 5, 1)
      await readout(page).waitFor()
      const stopped = Number(await readout(page).textContent())
      await requireFrames(page, stopped, stopped)
      await page.keyboard.press('j')
      await requireFrames(page, 0, 0)
      assert.deepEqual(await takeRecorded(page), [])
    }
    await t.test('no VideoDecoder', async () => {
      const page = await open('about:blank', () => Reflect.deleteProperty(window, 'VideoDecoder'))
      await play(page)
    })
    await t.test('no ranges for the page', async () => {
      const page = await open('about:blank')
      await page.route(/proxy\.mp4/, (route) =>
        route.request().resourceType() === 'fetch'
          ? route.fulfill({ status: 200, body: '' })
          : route.continue(),
      )
      await play(page)
    })
  },
)
