// Frames that the page decodes itself, at all eleven rates: two videos that play side by side show the same frame in every
// painted image, and playing backwards paints every frame.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import type { Clip } from '../../server/test/media-corpus/make-clip.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { pressWhenBeyond, recordPaintedFrames, takeRecorded, uncovered } from './painted-frames.ts'
import { follow, needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const find = createFindProcessor({ ffmpeg: undefined, ffprobe: undefined })
const app = await startApp({
  work: true,
  // Posters and waveforms are not tested here.
  async findProcessor(mimeType) {
    const processor = (await find(mimeType))!
    return { ...processor, steps: (info) => processor.steps(info).filter(({ name }) => name === 'proxy') }
  },
})
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

/** Ten seconds and a little more; one with audio, which playback then follows. */
const silentClip: Clip = {
  ...{ name: 'silent', extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 260 },
  args: '-c:v libx264 -preset ultrafast -crf 18 -bf 0',
}
const audibleClip: Clip = {
  ...{ ...silentClip, name: 'audible', rate: '30000/1001', frames: 310 },
  audio: '-f lavfi -i sine=frequency=440:duration=11',
  args: `${silentClip.args} -c:a aac -shortest`,
}
const clips = [silentClip, audibleClip, ...rateClips, unevenClips[0]!]
/** The second revision is six frames shorter. */
const shorter = clips.map((clip) => ({ ...clip, frames: clip.frames - 6 }))
const firsts = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
const seconds = 'skip' in options ? [] : await uploadClips(client, projectId, shorter, firsts)
const fileOf = (files: FileDetails[], name: string) => files[clips.findIndex((clip) => clip.name === name)]!

const [silentPair, audiblePair] = [silentClip, audibleClip].map(({ name }) => pairOf(name)) as [Pair, Pair]

type Pair = { first: FileDetails; second: FileDetails; last: [number, number] }

function pairOf(name: string): Pair {
  const [first, second] = [fileOf(firsts, name), fileOf(seconds, name)]
  return { first, second, last: [lastOf(first), lastOf(second)] }
}

const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')
const lastOf = ({ media }: FileDetails) => media!.frames! - 1

/** Both videos themselves show these frames. */
async function requireFrames(page: Page, left: number, right: number): Promise<void> {
  await page.locator('video').nth(1).waitFor()
  await readout(page).getByText(String(Math.max(left, right)), { exact: true }).waitFor()
  await uncovered(page)
  const shown = [
    await readFrame(page.locator('video').first()),
    await readFrame(page.locator('video').last()),
  ]
  assert.deepEqual(shown, [left, right])
}

async function openRecorded(path: string, init?: () => void): Promise<Page> {
  const page = await app.open('/', { user: owner })
  if (init) await page.addInitScript(init)
  await recordPaintedFrames(page)
  await page.goto(path)
  return page
}

async function openComparison({ second }: Pair, init?: () => void): Promise<Page> {
  const page = await openRecorded(`/files/${second.id}/compare`, init)
  await requireFrames(page, 0, 0)
  return page
}

/** Waits for more painted images, and returns them. */
async function nextPainted(page: Page, count = 10): Promise<number[][]> {
  await takeRecorded(page)
  await page.waitForFunction((count) => window.recorded.length >= count, count)
  return takeRecorded(page)
}

/** Every painted image has the same frame on both sides; beyond the end of a side, its last one. */
function requireEqual(painted: readonly number[][], last: readonly number[]): void {
  assert.ok(painted.length > 5, `${painted.length} images`)
  for (const [left, right] of painted) {
    const frame = Math.max(left!, right!)
    assert.deepEqual([left, right], [Math.min(frame, last[0]!), Math.min(frame, last[1]!)])
  }
}

function requireMonotone(frames: readonly number[], direction: 1 | -1): void {
  for (const [at, frame] of frames.entries())
    assert.ok(at === 0 || (frame - frames[at - 1]!) * direction > 0, frames.join())
}

test('both sides show the same frame in every painted image, to the end', options, async (t) => {
  const page = await openRecorded('/')
  for (const { name } of clips) {
    await t.test(name, async () => {
      const { second, last } = pairOf(name)
      await page.goto(`/files/${second.id}/compare`)
      await requireFrames(page, 0, 0)
      await page.keyboard.press('Space')
      await requireFrames(page, ...last)
      const painted = await takeRecorded(page)
      requireEqual(painted, last)
      requireMonotone(
        painted.map((both) => Math.max(...both)),
        1,
      )
      assert.deepEqual(painted[0], [0, 0])
    })
  }
  // 24 frames per side are decoded ahead at most.
  const { now, most } = await page.evaluate(() => window.openFrames)
  assert.equal(now, 0)
  assert.ok(most <= 48, `${most} frames`)
})

test('J paints the frames backwards, and pausing shows the last painted one', options, async (t) => {
  const page = await openRecorded('/')
  for (const file of firsts.slice(2)) await t.test(file.name, () => testReverse(page, file))
})

async function testReverse(page: Page, file: FileDetails): Promise<void> {
  const last = lastOf(file)
  await page.goto(`/files/${file.id}`)
  await requireFrame(page, 0)
  await page.keyboard.press('End')
  await requireFrame(page, last)
  await page.keyboard.press('j')
  await requireFrame(page, 0)
  const painted = (await takeRecorded(page)).map(([frame]) => frame!)
  assert.deepEqual([painted[0], painted.at(-1)], [last, 0])
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
  assert.equal((await takeRecorded(page)).at(-1)?.[0], stopped)
  await page.keyboard.press('ArrowRight')
  await requireFrame(page, stopped + 1)
  assert.equal(await page.evaluate(() => window.openFrames.now), 0)
}

async function requireFrame(page: Page, frame: number): Promise<void> {
  await readout(page).getByText(String(frame), { exact: true }).waitFor()
  await uncovered(page)
  assert.equal(await readFrame(page.locator('video')), frame)
}

test('J again doubles the speed, L plays on from there, and a comparison plays backwards, too', options, async () => {
  const { first, last } = silentPair
  const page = await openRecorded(`/files/${first.id}`)
  await requireFrame(page, 0)
  await page.keyboard.press('End')
  await requireFrame(page, last[0])
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('j')
    await nextPainted(page, 2)
  }
  await page.getByText('◀ 8×').waitFor()
  await pressWhenBeyond(page, 'l', last[0] - 60, -1)
  await uncovered(page)
  await pressWhenBeyond(page, 'k', 5, 1)
  await requireFrame(page, Number(await readout(page).textContent()))

  await follow(page, `/files/${silentPair.second.id}/compare`)
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
})

test('both sides stay equal when modes, sides and files change', options, async () => {
  const { last } = audiblePair
  const page = await openComparison(audiblePair)
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  for (const key of ['2', '3', '1', 'm', 'm', 'l']) {
    await page.keyboard.press(key)
    requireEqual(await nextPainted(page), last)
  }
  await page.getByRole('button', { name: 'Swap sides' }).click()
  await page.waitForURL(/\/files\/(.*)\/compare/)
  await page.locator(`video[src*="${audiblePair.first.id}"]`).or(page.locator('video')).last().waitFor()
  for (const pair of [silentPair, audiblePair]) {
    await follow(page, `/files/${pair.second.id}/compare?with=${pair.first.id}`)
    await page.getByText(`v1 is 6 frames longer.`).waitFor()
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

test('a looped range repeats on both sides', options, async () => {
  const page = await openComparison(silentPair)
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
    () => window.recorded.filter(([frame], at, all) => at > 0 && frame! < all[at - 1]![0]!).length > 2,
  )
  const painted = await takeRecorded(page)
  requireEqual(painted, silentPair.last)
  assert.deepEqual([Math.min(...painted.flat()), Math.max(...painted.flat())], [10, 20])
})

test('without animation frames, as in a hidden tab, nothing piles up, and both continue together', options, async () => {
  const page = await openComparison(audiblePair, () => {
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
    (from) => [...document.querySelectorAll('video')].some(({ currentTime }) => currentTime > from / 30 + 1.5),
    from,
    { polling: 100 },
  )
  await page.evaluate(() => (window as unknown as { show: () => void }).show())
  await page.waitForFunction(() => window.recorded.length > 5)
  const painted = await takeRecorded(page)
  requireEqual(painted, audiblePair.last)
  assert.ok(Math.max(...painted.flat()) > from + 30)
  assert.ok((await page.evaluate(() => window.openFrames.most)) <= 48)
})

test('without WebCodecs, and where the page may not read the file, the videos themselves play', options, async (t) => {
  const play = async (page: Page) => {
    await page.goto(`/files/${silentPair.second.id}/compare`)
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
    const page = await openRecorded('/', () => Reflect.deleteProperty(window, 'VideoDecoder'))
    await play(page)
  })
  await t.test('no ranges for the page', async () => {
    const page = await openRecorded('/')
    await page.route(/proxy\.mp4/, (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ status: 200, body: '' }) : route.continue(),
    )
    await play(page)
  })
})
