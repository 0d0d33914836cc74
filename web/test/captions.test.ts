// Captions in the review room: three languages, right-to-left included, the transcript, and comments on words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { playableClip, uploadClips, withoutEncoding } from './frame-numbers.ts'
import { enter, pathOf, videoShown } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withoutEncoding })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

const cues = (first: string, second: string) =>
  `WEBVTT\n\n00:00.400 --> 00:00.800\n${first}\n\n00:00.800 --> 00:01.200\n${second}\n`

const spoken = {
  en: cues('Look at the lighthouse.', 'It is dark.'),
  ar: cues('انظر إلى المنارة.', 'الظلام يعم.'),
  he: cues('תראה את המגדלור.', 'חשוך.'),
}

/** Two seconds at 25 frames per second. */
async function video(): Promise<string> {
  const [file] = await uploadClips(client, projectId, [{ ...playableClip, name: 'Video' }])
  return file!.id
}

async function goTo(page: Page, text: string) {
  await page.keyboard.press('g')
  await page.getByRole('textbox', { name: 'to go to' }).fill(text)
  await page.keyboard.press('Enter')
  await page.locator('[aria-busy=false] [data-frame]').getByText(text, { exact: true }).waitFor()
}

/** To the pixel. */
function isCentred(line: Locator): Promise<boolean> {
  return line.evaluate((one) => {
    const [own, image] = [one, document.querySelector('video')!].map((each) => {
      const { left, right } = each.getBoundingClientRect()
      return (left + right) / 2
    }) as [number, number]
    return Math.abs(own - image) < 1
  })
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
      assert.ok(await isCentred(line), `${name} is in the middle of the image`)
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
  'the transcript: search, a line that seeks, and a comment on selected words with their range',
  options,
  async () => {
    const id = await video()
    await client.captions.create(id, { text: spoken.en, language: 'en' })
    const user = await app.world.member(projectId, 'PROJECT_MEMBER')
    const page = await app.open(`/files/${id}`, { user })
    await page.locator('[aria-busy=false] [data-frame]').waitFor()
    await page.getByRole('button', { name: 'Captions' }).waitFor()
    await page.keyboard.press('t')
    const transcript = page.getByRole('region', { name: 'Transcript' })
    await transcript.getByText('It is dark.').waitFor()
    await transcript.getByRole('searchbox').fill('LIGHTHOUSE')
    await transcript.getByText('1 of 2 lines').waitFor()
    assert.equal(await transcript.getByRole('listitem').count(), 1)
    await transcript.getByRole('button', { name: '00:00:00:10' }).click()
    await page.locator('[aria-busy=false] [data-frame]').getByText('10', { exact: true }).waitFor()
    await transcript.locator('[aria-current]').getByText('lighthouse').waitFor()
    await transcript.getByRole('searchbox').fill('')
    await transcript.getByText('It is dark.').waitFor()
    // From a word of the first line to a word of the second.
    await transcript.evaluate((list) => {
      const texts = [...list.querySelectorAll('[data-words] span')].map((line) => line.firstChild!)
      getSelection()!.setBaseAndExtent(texts[0]!, 8, texts[1]!, 5)
    })
    await transcript.getByText('the lighthouse. It is', { exact: true }).waitFor()
    await transcript.getByRole('button', { name: 'Comment' }).last().click()
    const field = page.getByRole('textbox', { name: 'Comment' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    assert.equal(await field.inputValue(), '“the lighthouse. It is” ')
    await page.getByRole('complementary').getByText('00:00:00:10 – 00:00:01:04').first().waitFor()
    await page.keyboard.type('Brighter, please.')
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
    await page.keyboard.press('Control+Enter')
    await sent
    const { data } = await client.comments.listOnFile(id).page()
    const [made] = data
    assert.deepEqual(
      [made!.frame, made!.timecode, made!.anchor, made!.duration],
      [10, '00:00:00:10', 400, 800],
    )
    assert.equal(made!.content, '“the lighthouse. It is” Brighter, please.')
    await page.keyboard.press('Escape')
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    await page.keyboard.press('t')
    await transcript.waitFor({ state: 'detached' })
  },
)

test('⇧T switches captions off and on again in the language that was shown', options, async () => {
  const id = await video()
  for (const [language, text] of Object.entries(spoken)) await client.captions.create(id, { text, language })
  const page = await app.open(`/files/${id}`, { user: owner })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  await choose(page, 'Arabic')
  const shown = page.locator('[data-captions][lang=ar]')
  await shown.waitFor({ state: 'attached' })
  await page.keyboard.press('Shift+T')
  await shown.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+T')
  await shown.waitFor({ state: 'attached' })
})

test('a file is uploaded in the language of its name, and shown at once', options, async () => {
  const id = await video()
  const page = await app.open(`/files/${id}`, { user: owner })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Captions' }).click()
  assert.equal(
    await page.getByRole('menuitem', { name: 'Transcribe' }).count(),
    0,
    'no service is configured',
  )
  await page.getByRole('menuitem', { name: 'Upload captions' }).click()
  const buffer = Buffer.from(spoken.he)
  await (await choosing).setFiles({ name: 'Cut 3.he.vtt', mimeType: 'text/vtt', buffer })
  const dialog = page.getByRole('dialog', { name: 'Upload captions' })
  await dialog.getByText('Hebrew').waitFor()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.waitFor({ state: 'detached' })
  await goTo(page, '10')
  await page.locator('[data-captions][lang=he]').getByText('תראה את המגדלור.').waitFor()
})

test('the guest of a share chooses captions, and nothing else of them', options, async () => {
  const id = await video()
  for (const [language, text] of Object.entries(spoken)) await client.captions.create(id, { text, language })
  const share = await client.shares.create(projectId, { name: 'Cut', items: [{ kind: 'FILE', id }] })
  const page = await app.open(pathOf(share))
  await enter(page, 'Gus')
  await page.locator(videoShown).waitFor()
  await page.getByRole('button', { name: 'Captions' }).click()
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), [])
  await page.getByRole('menuitemradio', { name: 'Arabic' }).click()
  await goTo(page, '10')
  await page.locator('[data-captions][lang=ar]').getByText('انظر إلى المنارة.').waitFor()
})

test('the command menu finds words that are said, and opens their frame', options, async () => {
  const id = await video()
  const text = cues('Look at the rhinoceros.', 'It is grey.')
  await client.captions.create(id, { text, language: 'en' })
  const page = await app.open('/', { user: owner })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).pressSequentially('rhinoceros')
  await page.getByRole('option', { name: 'Look at the rhinoceros.' }).click()
  await page.locator('[aria-busy=false] [data-frame]').getByText('10', { exact: true }).waitFor()
})

test('without captions and without speech-to-text, reviewers see no menu', options, async () => {
  const id = await video()
  const page = await app.open(`/files/${id}`, { user: await app.world.member(projectId, 'PROJECT_REVIEWER') })
  await page.locator('[aria-busy=false] [data-frame]').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Captions' }).count(), 0)
})
