// Playing backwards: every frame is painted, at all eleven rates, and pausing shows exactly the last painted frame.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
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
const clips = [...rateClips, unevenClips[0]!]
const files = 'skip' in options ? [] : await uploadClips(client, projectId, clips)

const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')

async function requireFrame(page: Page, frame: number): Promise<void> {
  await readout(page).getByText(String(frame), { exact: true }).waitFor()
  assert.equal(await readFrame(page.locator('video')), frame)
}

async function openRoom(file: FileDetails): Promise<Page> {
  const page = await app.open('/', { user: owner })
  await recordPaintedFrames(page)
  await page.goto(`/files/${file.id}`)
  await requireFrame(page, 0)
  return page
}

async function testReverse(page: Page, file: FileDetails): Promise<void> {
  const last = file.media!.frames! - 1
  await follow(page, `/files/${file.id}`)
  await page.locator(`video[aria-label="${file.name}"]`).waitFor()
  await requireFrame(page, 0)
  await page.keyboard.press('End')
  await requireFrame(page, last)
  await takeRecorded(page)
  await page.keyboard.press('j')
  await requireFrame(page, 0)
  await uncovered(page)
  const numbers = (await takeRecorded(page)).map(([number]) => number!)
  const [num, den] = file.media!.frameRate!.split('/').map(Number)
  const isSlowEnough = num! / den! < 61
  if (isSlowEnough) assert.deepEqual(numbers, Array.from({ length: last + 1 }, (_, at) => last - at))
  else requireFalling(numbers)
  assert.deepEqual([numbers[0], numbers.at(-1)], [last, 0])

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
}

function requireFalling(numbers: readonly number[]): void {
  for (const [at, number] of numbers.entries())
    assert.ok(at === 0 || number < numbers[at - 1]!, `${number} after ${numbers[at - 1]}`)
}

test('J paints the frames backwards, and pausing shows the last painted one', options, async (t) => {
  const page = await openRoom(files[0]!)
  for (const [index, { name }] of clips.entries())
    await t.test(name, () => testReverse(page, files[index]!))
  const { now } = await page.evaluate(() => window.openFrames)
  assert.equal(now, 0)
})
