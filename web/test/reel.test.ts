// A review as one reel: across the borders of files with different rates, every displayed frame is the visible one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { elevenRates } from '../../server/test/media-corpus/clips.ts'
import { readFrame, uploadClips } from './frame-numbers.ts'
import { ladderClip, withLadder } from './ladder-clips.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffprobe') ? { skip: missing('ffprobe') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withLadder() })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

const frames = 20
const clips = elevenRates.map((rate) => ladderClip(rate, frames))
const files = 'skip' in options ? [] : await uploadClips(client, projectId, clips)
const review = 'skip' in options ? '' : await createReview(files.map(({ id }) => id))

async function createReview(ids: string[]): Promise<string> {
  const { id } = await client.versions.create(projectId, {
    name: 'Reel',
    files: ids.map((id) => ({ id })),
  })
  return id
}

const path = (search = '') => `/projects/${projectId}/versions/${review}/reel${search}`
const readout = (page: Page) => page.locator('[aria-busy=false] [data-frame]')
const shown = (page: Page) => page.locator('video[data-deck=shown]')
const fileName = (page: Page) => page.locator('[data-reel-file]')

/** The reel displays this frame, and the visible video shows that frame of its file. */
async function requireFrame(page: Page, index: number, cut = 0): Promise<void> {
  await readout(page).getByText(String(index), { exact: true }).waitFor()
  const length = frames - 2 * cut
  const [place, frame] = [Math.floor(index / length), (index % length) + cut]
  assert.equal(await fileName(page).textContent(), files[place]!.name)
  assert.equal(await readFrame(shown(page)), frame, `frame ${index} of the reel`)
}

test('steps across every border show the next file, forwards and backwards', options, async () => {
  const page = await app.open(path(), { user: owner })
  await requireFrame(page, 0)
  for (let border = frames; border < frames * files.length; border += frames) {
    await page.keyboard.press('Shift+BracketRight')
    await requireFrame(page, border)
    await page.keyboard.press('ArrowLeft')
    await requireFrame(page, border - 1)
    await page.keyboard.press('ArrowRight')
    await requireFrame(page, border)
    await page.keyboard.press('ArrowRight')
    await requireFrame(page, border + 1)
  }
  await page.keyboard.press('Shift+BracketLeft')
  await requireFrame(page, frames * (files.length - 1))
  await page.keyboard.press('Shift+BracketLeft')
  await requireFrame(page, frames * (files.length - 2))
})

type Border = { before: number; after: number }

/** Notes at each border which frames are on the video that leaves and on the one that takes its place. */
async function recordBorders(page: Page): Promise<void> {
  await page.evaluate(() => {
    const borders: Border[] = []
    Object.assign(globalThis, { borders })
    const canvas = new OffscreenCanvas(48, 24).getContext('2d', { willReadFrequently: true })!
    const read = (deck: string) => {
      canvas.drawImage(document.querySelector<HTMLVideoElement>(`video[data-deck=${deck}]`)!, 0, 0, 48, 24)
      const { data } = canvas.getImageData(0, 0, 48, 24)
      let number = 0
      for (let bit = 0; bit < 16; bit++) {
        const [x, y] = [((bit % 8) + 0.5) * 6, (Math.floor(bit / 8) + 0.5) * 6]
        if (data[(Math.floor(y) * 48 + Math.floor(x)) * 4 + 1]! > 110) number |= 1 << bit
      }
      return number
    }
    // At a border both videos are paused when the next one begins to play.
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      borders.push({ after: read('shown'), before: read('behind') })
      return play.call(this)
    }
  })
}

/** Without the begin. */
const recorded = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { borders: Border[] }).borders.slice(1))

/** Plays until the last frame. */
async function playThrough(page: Page, last: number): Promise<void> {
  await recordBorders(page)
  await page.keyboard.press('Space')
  await readout(page).getByText(String(last), { exact: true }).waitFor()
}

test('played through, each file begins after the last frame of the one before', options, async () => {
  const page = await app.open(path(), { user: owner })
  await requireFrame(page, 0)
  await playThrough(page, frames * files.length - 1)
  await requireFrame(page, frames * files.length - 1)
  const borders = await recorded(page)
  assert.deepEqual(
    borders.map(({ after }) => after),
    files.slice(1).map(() => 0),
  )
  for (const [index, { before }] of borders.entries()) {
    // A screen with 60 frames per second skips every other frame of 120.
    const skipped = Number.parseInt(elevenRates[index]!, 10) >= 120_000 ? 1 : 0
    assert.ok(before === frames - 1 || before === frames - 1 - skipped, `${elevenRates[index]}: ${before}`)
  }
})

test('with handles, each file begins and ends at them, and the browser remembers them', options, async () => {
  const page = await app.open(path(), { user: owner })
  await requireFrame(page, 0)
  await page.getByLabel('Handles').fill('5')
  const last = (frames - 10) * files.length - 1
  await page.getByText(`of ${last}`).waitFor()
  await page.getByLabel('Handles').blur()
  await requireFrame(page, 0, 5)
  await page.keyboard.press('Shift+BracketRight')
  await requireFrame(page, frames - 10, 5)
  await page.keyboard.press('ArrowLeft')
  await requireFrame(page, frames - 11, 5)
  await page.keyboard.press('Home')
  await requireFrame(page, 0, 5)
  await playThrough(page, last)
  await requireFrame(page, last, 5)
  const borders = await recorded(page)
  assert.deepEqual(
    borders.map(({ after }) => after),
    files.slice(1).map(() => 5),
  )
  await page.reload()
  await page.getByText(`of ${last}`).waitFor()
  assert.equal(await page.getByLabel('Handles').inputValue(), '5')
})

test(
  'the address names the frame, comments are marked, and a comment is written in the review room',
  options,
  async () => {
    const [, second, third] = files
    await client.comments.createOnFile(third!.id, { content: 'Longer.', anchor: 0 })
    const page = await app.open(path(`?file=${second!.id}&frame=7`), { user: owner })
    await requireFrame(page, frames + 7)
    await page.keyboard.press('ArrowRight')
    await requireFrame(page, frames + 8)
    await page.waitForURL(/frame=8/)
    assert.match(page.url(), new RegExp(`file=${second!.id}`))
    await page.getByRole('button', { name: /^Comment by/ }).waitFor()
    await page.keyboard.press('c')
    await page.waitForURL(new RegExp(`/files/${second!.id}`))
    await readout(page).getByText('8', { exact: true }).waitFor()
    assert.equal(await readFrame(page.locator('video')), 8)
    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Play all of the review' }).click()
    await requireFrame(page, frames + 8)
    await page.getByRole('button', { name: /^Comment by/ }).click()
    await page.waitForURL(new RegExp(`/files/${third!.id}`))
    await page.getByRole('complementary').getByText('Longer.').waitFor()
    await page.getByRole('link', { name: 'Back to the review' }).click()
    await page.getByRole('link', { name: 'Play all' }).click()
    await requireFrame(page, 0)
  },
)
