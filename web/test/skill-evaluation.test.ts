// A skill is evaluated in Chromium: an example from a file with comments, a recorded answer, the scores, and a text before it is published.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { newMeasuredFile } from '../../server/test/worlds/samples/checks.ts'
import { requireAccessible } from './axe.ts'
import { choose } from './controls.ts'
import { nameOf, needsBrowser, resize, startApp, views } from './start-app.ts'

const app = await startApp({ work: true })
const { world } = app
const writer = await world.person({ name: 'Wim' })
const { id: projectId } = await world.project({ owner: writer, name: 'Trailer' })
const client = new Dailies({ baseUrl: world.url, token: writer.key })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function studio() {
  const fileId = await newMeasuredFile(world, projectId, writer)
  await world.database.sql`update files set name = 'Cut 3.mp4' where id = ${fileId}`
  for (const [frame, content] of [
    [30, 'Black frames in the middle of the fade.'],
    [200, 'The logo is cut off at the right edge.'],
  ] as const)
    await client.comments.createOnFile(fileId, { content, frame })
  await client.comments.createOnFile(fileId, { content: 'The size is wrong for television.' })
  const { id: skillId } = await client.skills.create({
    name: 'Delivery',
    description: 'Finds what a client would send back.',
    content: '# Delivery\n\nFind black frames.',
  })
  return { fileId, skillId }
}

test(
  'an example is made of the comments on a file, and two versions are compared',
  needsBrowser,
  async () => {
    const { fileId, skillId } = await studio()
    const page = await app.open(`/skills/${skillId}`, { user: writer })
    await page.getByRole('link', { name: 'Evaluation' }).click()
    await page.getByText('No examples yet').waitFor()
    assert.ok(await button(page, 'Run evaluation').isDisabled())
    await button(page, 'Add example').click()
    await choose(page.getByRole('combobox', { name: 'Project' }), 'Trailer')
    await page.getByRole('checkbox', { name: 'Cut 3.mp4' }).check()
    await button(page, 'Use this file').click()
    const notes = page.getByRole('list', { name: 'Expected notes' })
    await notes.getByRole('listitem').nth(2).waitFor()
    assert.equal(await notes.getByLabel('First frame').first().inputValue(), '30')
    await requireAccessible(page)
    await button(page, 'Add example').last().click()
    await page.getByText('3 expected notes').waitFor()

    // The answer of an agent that found one fault, and one that nobody expected.
    await button(page, 'More for Cut 3.mp4').click()
    await page.getByRole('menuitem', { name: 'Record an answer' }).click()
    await page.getByLabel('Notes, as JSON').fill('[{')
    await page.getByText('This is not JSON.').waitFor()
    await page
      .getByLabel('Notes, as JSON')
      .fill('[{"firstFrame":31,"text":"Black"},{"firstFrame":100,"text":"A reflection"}]')
    await button(page, 'Record answer').click()
    await page.getByText('answers to version 1').waitFor()

    await button(page, 'Run evaluation').click()
    await choose(page.getByRole('combobox', { name: 'Source' }), 'Recorded answers')
    await button(page, 'Run').click()
    const row = page.getByRole('row', { name: /Version 1/ })
    await row.getByText('50 %').waitFor()
    await row.getByText('33 %').waitFor()
    await row.getByText('1 of 3 found, 1 extra').waitFor()

    await page.getByRole('link', { name: 'Version 1' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Missed (2)').waitFor()
    await result.getByText('A reflection').waitFor()
    // 25 frames per second: frame 200 is shown from 8 s on.
    const link = result.getByRole('link', { name: 'Frame 200' })
    assert.equal(await link.getAttribute('href'), `/files/${fileId}?at=8000`)
    for (const view of views) {
      await resize(page, view)
      await requireAccessible(page)
      await shoot(page, `result-${nameOf(view)}`)
    }
    await page.getByRole('link', { name: 'All evaluations' }).click()
    for (const view of views) {
      await resize(page, view)
      await page.getByRole('region', { name: 'Examples' }).waitFor()
      await requireAccessible(page)
      await shoot(page, `list-${nameOf(view)}`)
    }
  },
)

test(
  'a text is evaluated in the dialog that publishes it, and the version has the result',
  needsBrowser,
  async () => {
    const { fileId, skillId } = await studio()
    await client.skillExamples.create(skillId, {
      name: 'Cut 3',
      fileId,
      expected: [{ text: 'The size is wrong for television.' }],
    })
    const page = await app.open(`/skills/${skillId}?edit=true`, { user: writer })
    const text =
      '---\nchecks: { rules: { size: { level: PROBLEM, sizes: [1920x1080] } } }\n---\n# Delivery\n\nFind black frames and wrong sizes.'
    await page.getByLabel('Text, in Markdown').fill(text)
    await button(page, 'Publish…').click()
    const draft = page.getByRole('region', { name: 'Evaluation of this text' })
    await draft.getByText('Not evaluated.').waitFor()
    await requireAccessible(page)
    await draft.getByRole('button', { name: 'Run evaluation' }).click()
    await draft.getByText('100 %').first().waitFor()
    await shoot(page, 'publish')
    await requireAccessible(page)
    await button(page, 'Publish').click()
    await page.getByText('Version 2 published.').waitFor()
    await page.getByRole('link', { name: 'Evaluation' }).click()
    await page
      .getByRole('row', { name: /Version 2/ })
      .getByText('100 %')
      .first()
      .waitFor()
  },
)

/** For people who look at the pages: `SCREENSHOTS=<folder> npm test -- web/test/skill-evaluation.test.ts`. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
