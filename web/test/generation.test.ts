import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createKlingProvider } from '../../server/src/generation/providers/kling.ts'
import { createOpenAiProvider } from '../../server/src/generation/providers/openai.ts'
import { createIdleProvider } from '../../server/test/stand-ins/generation-providers.ts'
import { openAi } from '../../server/test/stand-ins/openai.ts'
import { startStandIn } from '../../server/test/stand-ins/stand-in.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { choose } from './controls.ts'
import { needsBrowser, startApp } from './start-app.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const options = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).locator('label').allInnerTexts()
const model = (page: Page) => page.getByRole('combobox', { name: 'Model' })

const drafting = await startApp({ work: true, providers: 'configured' })

test('a draft generated with references appears in the project', needsBrowser, async () => {
  const { world, open } = drafting
  const { id, owner } = await world.project({ name: 'Lighthouse' })
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  await client.files.upload(id, new Blob([png]), { name: 'Moodboard.png' })
  await client.files.upload(id, new Blob(['# Notes\n']), { name: 'Notes.md' })
  const page = await open(`/projects/${id}`, { user: owner })
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('so it generates a placeholder instead').waitFor()

  // Only options that the model supports are offered.
  await choose(model(page), 'Kling 3.0 (draft)')
  assert.deepEqual(await options(page, 'Resolution'), ['720p', '1080p'])
  assert.deepEqual(await options(page, 'Aspect ratio'), ['16:9', '9:16', '1:1'])
  const length = page.getByRole('slider', { name: 'Length' })
  await length.press('End')
  assert.equal(await length.getAttribute('aria-valuetext'), '15 seconds')
  await page.getByLabel('1080p').check()
  await page.getByLabel('Audio').uncheck()
  await choose(model(page), 'Veo 3.1 Lite (draft)')
  await page.getByText('8 seconds (the only length of this model)').waitFor()
  assert.deepEqual(await options(page, 'Aspect ratio'), ['16:9', '9:16'])
  assert.ok(await page.getByLabel('1080p').isChecked())
  await choose(model(page), 'MiniMax H3 (draft)')
  await page.getByText('This model makes no audio.').waitFor()
  assert.deepEqual(await options(page, 'Resolution'), ['768p', '2k'])
  await requireAccessibleInBothThemes(page)

  await page.getByLabel('Image', { exact: true }).check()
  assert.equal(await page.getByRole('group', { name: 'Resolution' }).count(), 0)
  const submit = page.getByRole('button', { name: 'Generate draft' })
  assert.ok(await submit.isDisabled())
  await page.getByLabel('Prompt').fill('A lighthouse like')
  await page.getByText('17 of 5,000 characters').waitFor()

  // An image of the project, and an uploaded one. Text is not accepted as a reference for an image.
  await page.getByRole('button', { name: 'From the project' }).click()
  await page.getByRole('checkbox', { name: 'Moodboard.png' }).check()
  assert.equal(await page.getByRole('checkbox', { name: 'Notes.md' }).count(), 0)
  const upload = page.getByLabel('Upload a reference')
  await upload.setInputFiles({ name: 'Clip.mp4', mimeType: 'video/mp4', buffer: png })
  await page.getByText('Clip.mp4 is none of these').waitFor()
  await upload.setInputFiles({ name: 'Sketch.png', mimeType: 'image/png', buffer: png })
  await page.getByText('2 of 5').waitFor()
  await page.getByRole('button', { name: 'Moodboard.png', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Sketch.png' }).click()
  await submit.click()
  await page.getByText('Generation started.').waitFor()

  const card = page.getByRole('listitem').filter({ hasText: 'A lighthouse like' })
  await card.waitFor()
  const { data } = await client.files.list(id, { keyword: 'lighthouse' }).page()
  const made = await client.files.waitFor(data[0]!.id)
  const [moodboard] = (await client.files.list(id, { keyword: 'Moodboard' }).page()).data
  assert.equal(made.mimeType, 'image/png')
  assert.equal(made.generation!.provider, 'local')
  assert.equal(made.generation!.prompt, `A lighthouse like <#${moodboard!.id}>`)
  assert.deepEqual(made.generation!.attachments, [{ id: moodboard!.id }])
  // The card updates without a reload.
  await card.getByRole('status').waitFor({ state: 'detached' })
})

const idle = await startApp({ providers: [createIdleProvider('meshy')] })

test(
  'unavailable models are disabled; a queued generation can be cancelled and retried',
  needsBrowser,
  async () => {
    const { world, open } = idle
    const { id, owner } = await world.project()
    const page = await open(`/projects/${id}`, { user: owner, theme: 'light', size: 'phone' })
    for (const prompt of ['A lamp', 'A buoy']) {
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByLabel('3D model').waitFor()
      for (const type of ['Video', 'Image', 'Document'])
        assert.ok(await page.getByRole('radio', { name: type }).isDisabled(), type)
      await model(page).click()
      const unset = page.getByRole('option', { name: 'Hunyuan3D 3.1 (not set up)' })
      assert.equal(await unset.getAttribute('aria-disabled'), 'true')
      await page.keyboard.press('Escape')
      await page.getByLabel('Prompt').fill(prompt)
      await page.getByRole('button', { name: 'Generate', exact: true }).last().click()
      await page.getByRole('listitem').filter({ hasText: prompt }).waitFor()
    }
    const [lamp, buoy] = ['A lamp', 'A buoy'].map((text) =>
      page.getByRole('listitem').filter({ hasText: text }),
    )
    await lamp!.getByText('Queued, next').waitFor()
    await buoy!.getByText('Queued, 1 ahead').waitFor()
    await requireAccessibleInBothThemes(page)
    await lamp!.getByRole('button', { name: 'Cancel' }).click()
    await lamp!.getByText('Cancelled').waitFor()
    await buoy!.getByText('Queued, next').waitFor()
    await lamp!.getByRole('button', { name: 'Try again' }).click()
    await lamp!.getByText('Queued, 1 ahead').waitFor()

    // The review room shows the same.
    await lamp!.getByRole('link', { name: 'A lamp' }).click()
    await page.getByRole('heading', { name: 'This file is being generated' }).waitFor()
    await page.getByText('Queued, 1 ahead').waitFor()
    await requireAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'This file could not be generated' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'This file is being generated' }).waitFor()

    // A reviewer sees the progress, but no actions.
    const reviewer = await world.member(id, 'PROJECT_REVIEWER')
    const theirs = await open(`/projects/${id}`, { user: reviewer })
    const card = theirs.getByRole('listitem').filter({ hasText: 'A lamp' })
    await card.getByText('Queued').waitFor()
    assert.equal(await theirs.getByRole('button', { name: /Generate|Cancel/ }).count(), 0)
  },
)

const standIn = await startStandIn(openAi)
after(() => standIn.close())
const paid = await startApp({
  work: true,
  providers: [
    createOpenAiProvider({ apiKey: standIn.key, baseUrl: `${standIn.baseUrl}/v1` }),
    createKlingProvider({ apiKey: 'secret', baseUrl: 'http://127.0.0.1:9' }),
  ],
})

test(
  'provider limits apply in the dialog, also after the model changes; details list adjustments',
  needsBrowser,
  async () => {
    const { world, open } = paid
    const { id, owner } = await world.project({ name: 'Limits' })
    const client = new Dailies({ baseUrl: world.url, token: owner.key })
    const tiff = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#27c' } })
      .tiff()
      .toBuffer()
    await client.files.upload(id, new Blob([new Uint8Array(tiff)]), { name: 'Scan.tiff' })
    const page = await open(`/projects/${id}`, { user: owner })
    await page.getByRole('button', { name: 'Generate' }).click()
    const submit = page.getByRole('button', { name: 'Generate', exact: true }).last()
    const prompt = page.getByLabel('Prompt')

    await page.getByLabel('Image', { exact: true }).check()
    await prompt.fill('x'.repeat(3072))
    await page.getByText('3,072 of 5,000 characters').waitFor()
    const upload = page.getByLabel('Upload a reference')
    for (const name of ['One.png', 'Two.png', 'Three.png']) {
      await upload.setInputFiles({ name, mimeType: 'image/png', buffer: png })
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    }
    assert.ok(await submit.isEnabled())

    // Another model, after everything was typed and attached.
    await page.getByLabel('Video', { exact: true }).check()
    await choose(model(page), 'Kling 3.0')
    await page.getByText('3,072 of 3,072 characters (the limit of Kling)').waitFor()
    await page.getByText('3 of 2').waitFor()
    await page.getByText('Kling accepts at most 2 references for this model. Remove 1.').waitFor()
    assert.ok(await submit.isDisabled())
    assert.ok(await page.getByRole('button', { name: 'Upload' }).isDisabled())
    await requireAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Remove Three.png' }).click()
    assert.ok(await submit.isEnabled())
    await prompt.fill('x'.repeat(3073))
    await page
      .getByText('Kling accepts at most 3,072 characters for this model: 1 character too many.')
      .waitFor()
    assert.ok(await submit.isDisabled())

    // A TIFF of the project is accepted, and converted before it is sent.
    await page.getByLabel('Image', { exact: true }).check()
    for (const name of ['One.png', 'Two.png'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    await prompt.fill('A lighthouse')
    await page.getByRole('button', { name: 'From the project' }).click()
    await page.getByRole('checkbox', { name: 'Scan.tiff' }).check()
    await submit.click()
    await page.getByText('Generation started.').waitFor()
    const { data } = await client.files.list(id, { keyword: 'lighthouse' }).page()
    const made = await client.files.waitFor(data[0]!.id)
    assert.equal(made.status, 'UPLOADED')
    await page.goto(`/files/${made.id}`)
    await page.getByRole('button', { name: 'More about this file' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByText('Reference 1: converted from TIFF to JPEG').waitFor()
    await requireAccessibleInBothThemes(page)
  },
)
