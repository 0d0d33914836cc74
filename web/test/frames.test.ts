// The central promise of the review room and of comparisons: after every action, the displayed frame number is the
// visible frame. Videos of all eleven rates and one with a variable rate encode their frame numbers in the image, which
// are read back from what the browser shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { createFindProcessor } from '../../server/src/media/processors.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { rateClips, unevenClips } from '../../server/test/media-corpus/clips.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
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
const firsts = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
/** Six frames shorter. */
const seconds =
  'skip' in options
    ? []
    : await uploadClips(
        client,
        projectId,
        clips.map((clip) => ({ ...clip, frames: clip.frames - 6 })),
        firsts,
      )

const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')

/** The page displays this frame number, and the video shows this frame. Without a frame: any, as long as both agree. */
async function requireFrame(page: Page, frame?: number): Promise<number> {
  if (frame !== undefined) await readout(page).getByText(String(frame), { exact: true }).waitFor()
  const named = Number(await readout(page).textContent())
  assert.equal(await readFrame(page.locator('video')), named)
  return named
}

/** Both videos match the page: the left one shows this frame, the right one its counterpart. */
async function requireFrames(page: Page, left: number, right = left): Promise<void> {
  // The review room stays visible, at the same frame, until the code of the comparison has loaded.
  await page.locator('video').nth(1).waitFor()
  await readout(page).getByText(String(left), { exact: true }).waitFor()
  const shown = [
    await readFrame(page.locator('video').first()),
    await readFrame(page.locator('video').last()),
  ]
  assert.deepEqual(shown, [left, right])
}

async function goTo(page: Page, where: number): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type(String(where))
  await page.keyboard.press('Enter')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/**
 * Plays, and pauses in the page as soon as a later frame than this is displayed: 50 frames at 120 per second end before
 * a key of the test arrives. On a busy machine they may end even so, at the last frame. Returns the frame.
 */
async function playAndPause(page: Page, after: number): Promise<number> {
  await page.evaluate((after) => {
    const observer = new MutationObserver(() => {
      if (Number(document.querySelector('[data-frame]')?.textContent) <= after) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', bubbles: true }))
      document.body.dataset.paused = 'true'
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, after)
  await press(page, 'Space')
  await page.locator('body[data-paused]').waitFor()
  await page.evaluate(() => delete document.body.dataset.paused)
  return Number(await readout(page).textContent())
}

async function testRoom(page: Page, file: FileDetails): Promise<void> {
  const last = framesOf(file) - 1
  await follow(page, `/files/${file.id}`)
  await requireFrame(page, 0)
  await press(page, 'ArrowRight')
  await requireFrame(page, 1)
  await press(page, ...Array(4).fill('ArrowRight'), '.', ',', 'ArrowLeft')
  await requireFrame(page, 4)
  await press(page, 'Shift+ArrowRight', 'ArrowLeft')
  await requireFrame(page, 13)
  for (const frame of [last, 7, 22, 0, 19]) {
    await goTo(page, frame)
    await requireFrame(page, frame)
  }
  await press(page, 'End')
  await requireFrame(page, last)
  const timeline = page.getByRole('slider', { name: 'Position' })
  const { width } = (await timeline.boundingBox())!
  await timeline.click({ position: { x: width / 3, y: 8 } })
  const pointedAt = await requireFrame(page)
  assert.ok(pointedAt > 0 && pointedAt < last)
  await goTo(page, 3)
  await requireFrame(page, 3)
  const stopped = await playAndPause(page, 8)
  await requireFrame(page, stopped)
  await press(page, 'ArrowLeft')
  await requireFrame(page, stopped - 1)
}

async function testComparison(page: Page, first: FileDetails, second: FileDetails): Promise<void> {
  const last = framesOf(second) - 1
  await goTo(page, 5)
  await requireFrame(page, 5)
  await page.getByRole('button', { name: 'More about this file' }).click()
  await page.getByRole('menuitem', { name: 'Compare…' }).click()
  await requireFrames(page, 5)
  await press(page, 'Home')
  await requireFrames(page, 0)
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', '.', ',')
  await requireFrames(page, 3)
  for (const frame of [last, 7, 19]) {
    await goTo(page, frame)
    await requireFrames(page, frame)
  }
  // The longer one leads, so that all of it can be reached.
  await press(page, 'End')
  await requireFrames(page, framesOf(first) - 1, last)
  await page.getByText(`v1 is ${framesOf(first) - framesOf(second)} frames longer.`).waitFor()
  await goTo(page, 3)
  await requireFrames(page, 3)
  const stopped = await playAndPause(page, 12)
  // Beyond its end, the shorter one shows its last frame.
  await requireFrames(page, stopped, Math.min(stopped, last))
  await press(page, 'ArrowLeft')
  await requireFrames(page, stopped - 1, Math.min(stopped - 1, last))
}

function framesOf(file: FileDetails): number {
  return file.media!.frames!
}

test('after every action, the displayed frame is the visible one', options, async (t) => {
  const page = await app.open('/', { user: owner })
  for (const [index, { name }] of clips.entries()) {
    const [first, second] = [firsts[index]!, seconds[index]!]
    await t.test(`${name}: a link, steps, typing, scrubbing, playing and pausing in the room`, () =>
      testRoom(page, second),
    )
    await t.test(`${name}: stepping, seeking, playing and pausing keep two revisions on the same frame`, () =>
      testComparison(page, first, second),
    )
  }
})

test('files with different frame rates stay in sync by time, with a note', options, async () => {
  const [at25, at50] = ['rate-25-1', 'rate-50-1'].map(
    (name) => firsts[clips.findIndex((clip) => clip.name === name)]!,
  ) as [FileDetails, FileDetails]
  const page = await app.open(`/files/${at50.id}/compare?with=${at25.id}&at=400`, { user: owner })
  await requireFrames(page, 10, 20)
  await press(page, 'ArrowRight', 'ArrowRight')
  await requireFrames(page, 12, 24)
  await page.getByText(/synchronised by time/).waitFor()
})

test(
  'a comment seeks to its frame, and the back link opens the review room at that frame',
  options,
  async () => {
    const [first, second] = [firsts[2]!, seconds[2]!]
    await client.comments.createOnFile(first.id, { content: 'Too dark here.', anchor: 800 })
    const page = await app.open(`/files/${second.id}/compare?mode=wipe`, { user: owner })
    await requireFrames(page, 0)
    await page.getByRole('button', { name: /^Comment by/ }).click()
    await requireFrames(page, 20)
    await page.getByRole('complementary').getByText('Too dark here.').waitFor()
    await press(page, 'ArrowRight')
    await requireFrames(page, 21)
    await page.getByRole('link', { name: 'Back to the review room' }).click()
    await page.getByRole('button', { name: /^v2 of 2/ }).waitFor()
    await requireFrame(page, 21)
    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Compare…' }).click()
    await requireFrames(page, 21)
  },
)
