// Captions in the review room: three languages, right-to-left included, the transcript, and comments on words.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })
const folder = mkdtempSync(join(tmpdir(), 'dailies-captions-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const cues = (first: string, second: string) =>
  `WEBVTT\n\n00:00.400 --> 00:00.800\n${first}\n\n00:00.800 --> 00:01.200\n${second}\n`

const spoken = {
  en: cues('Look at the lighthouse.', 'It is dark.'),
  ar: cues('انظر إلى المنارة.', 'الظلام يعم.'),
  he: cues('תראה את המגדלור.', 'חשוך.'),
}

async function video(): Promise<string> {
  const path = join(folder, 'video.mp4')
  const args = '-f lavfi -i testsrc2=size=320x180:rate=25:duration=2 -c:v libx264 -pix_fmt yuv420p'
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path])
  const { id } = await client.files.upload(projectId, readFileSync(path), { name: 'Video.mp4' })
  await client.files.waitFor(id, { until: 'processed' })
  return id
}

async function goTo(page: Page, text: string) {
  await page.keyboard.press('g')
  await page.getByRole('textbox', { name: 'to go to' }).fill(text)
  await page.keyboard.press('Enter')
  await page.locator('[aria-busy=false] [data-frame]').getByText(text, { exact: true }).waitFor()
}

async function choose(page: Page, language: string) {
  await page.getByRole('button', { name: 'Captions' }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

test(
  'three languages: each is shown on its exact frames, in its direction, and remembered',
  options,
  async () => {
    const id = await video()
    for (const [language, text] of Object.entries(spoken))
      await client.captions.create(id, { text, language })
    const page = await app.open(`/files/${id}`, { user: owner })
    await page.locator('[aria-busy=false] [data-frame]').waitFor()
    const shown = page.locator('[data-captions]')
    for (const [name, language, direction, words] of [
      ['English', 'en', 'ltr', 'Look at the lighthouse.'],
      ['Arabic', 'ar', 'rtl', 'انظر إلى المنارة.'],
      ['Hebrew', 'he', 'rtl', 'תראה את המגדלור.'],
    ] as const) {
      await choose(page, name)
      // 400 ms is frame 10 of 25 a second: the frame before shows nothing, and frame 20 shows the next words.
      await goTo(page, '9')
      assert.equal(await shown.textContent(), '')
      await goTo(page, '10')
      const line = shown.getByText(words)
      await line.waitFor()
      assert.equal(await shown.getAttribute('lang'), language)
      assert.equal(await line.evaluate((one) => getComputedStyle(one).direction), direction)
      await goTo(page, '19')
      await line.waitFor()
      await goTo(page, '20')
      await line.waitFor({ state: 'detached' })
    }
    await page.reload()
    await page.locator('[aria-busy=false] [data-frame]').waitFor()
    await goTo(page, '10')
    await shown.getByText('תראה את המגדלור.').waitFor()
    await choose(page, 'Off')
    await shown.waitFor({ state: 'detached' })
  },
)

test(
  'the transcript: search, a line that seeks, and a comment on words at their frame',
  options,
  async () => {
    const id = await video()
    await client.captions.create(id, { text: spoken.en, language: 'en' })
    const user = await app.world.member(projectId, 'PROJECT_MEMBER')
    const page = await app.open(`/files/${id}`, { user })
    await page.locator('[aria-busy=false] [data-frame]').waitFor()
    await page.getByRole('button', { name: 'Captions' }).click()
    await page.getByRole('menuitem', { name: 'Show transcript' }).click()
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await transcript.getByText('It is dark.').waitFor()
    await transcript.getByRole('searchbox').fill('LIGHTHOUSE')
    await transcript.getByText('1 of 2 lines').waitFor()
    assert.equal(await transcript.getByRole('listitem').count(), 1)
    await transcript.getByRole('button', { name: '00:00:00:10' }).click()
    await page.locator('[aria-busy=false] [data-frame]').getByText('10', { exact: true }).waitFor()
    await transcript.getByText('Look at the lighthouse.').evaluate((line) => {
      const text = line.firstChild!
      getSelection()!.setBaseAndExtent(text, 8, text, 22)
    })
    await transcript.getByRole('button', { name: 'Comment' }).click()
    const field = page.getByRole('textbox', { name: 'Comment' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    assert.equal(await field.inputValue(), '“the lighthouse” ')
    await page.keyboard.type('Brighter, please.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('complementary').getByText('Brighter, please.').first().waitFor()
    const { body } = await app.world.call(`GET /api/files/${id}/comments`, { key: owner.key })
    const [made] = body.data
    assert.deepEqual([made.frame, made.timecode], [10, '00:00:00:10'])
    assert.equal(made.content, '“the lighthouse” Brighter, please.')
  },
)

test('without captions and without speech-to-text, reviewers see no menu', options, async () => {
  const id = await video()
  const page = await app.open(`/files/${id}`, { user: await app.world.member(projectId, 'PROJECT_REVIEWER') })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Captions' }).count(), 0)
})
