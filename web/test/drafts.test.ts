// Skills that review files, in the browser: chosen for a project, asked in the review room, their drafts accepted, edited and dismissed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Dailies, type FileDetails } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { playableClip, uploadClips, withProbedVideos } from './frame-numbers.ts'
import { needsBrowser, setSize, sizes, startApp } from './start-app.ts'

const options = missing('ffmpeg') ? { skip: missing('ffmpeg') } : needsBrowser
const app = await startApp({ work: true, findProcessor: withProbedVideos(), measure: 'configured' })
const { id: projectId, owner } = await app.world.project()
const client = new Dailies({ baseUrl: app.world.url, token: owner.key })

const markdown = `---
checks:
  rules:
    black: { level: PROBLEM, seconds: 0.4 }
    size: { level: WARNING, sizes: [1920x1080] }
    frameRate: { level: WARNING, rates: ['24'] }
---
# Delivery

Look at the delivery.
`
await client.skills.create({ name: 'Delivery', description: 'Looks at deliveries.', content: markdown })

/** Frames 60 to 84 are black. */
const faulty = {
  ...playableClip,
  name: 'Ferry',
  frames: 150,
  filters:
    "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p,drawbox=x=0:y=0:w=iw:h=ih:c=black:t=fill:enable='between(n,60,84)'",
}

async function upload(): Promise<FileDetails> {
  const [file] = await uploadClips(client, projectId, [faulty])
  while ((await client.checks.get(file!.id)).state !== 'READY') await setTimeout(50)
  return file!
}

/** Asks the first skill for a review, and waits for its drafts. */
async function review(file: FileDetails): Promise<string> {
  const [reviewer] = (await client.skillReviewers.list(projectId)).skillReviewers
  await client.skillReviews.start(file.id, { skillReviewerId: reviewer!.id })
  for (;;) {
    const [last] = (await client.skillReviews.list(file.id)).skillReviews
    if (last?.state === 'READY') return last.id
    await setTimeout(50)
  }
}

const panelOf = (page: Page) => page.getByRole('tabpanel', { name: /^Drafts for/ })
const waiting = (page: Page) => panelOf(page).getByRole('list', { name: 'Draft notes' }).getByRole('listitem')

test(
  'a manager makes a published skill a reviewer of the project, and gives it a budget',
  options,
  async () => {
    const page = await app.open(`/projects/${projectId}/skill-reviewers`, { user: owner })
    await page.getByRole('button', { name: 'Add a skill' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Skill', { exact: true }).click()
    await page.getByRole('option', { name: 'Delivery', exact: true }).click()
    await dialog.getByLabel('Model').click()
    await page.getByRole('option', { name: /^None/ }).click()
    await dialog.getByLabel('Brief').fill('For the cinema.')
    await requireAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const item = page.getByRole('list', { name: 'Skill reviewers' }).getByRole('listitem')
    await item.getByText('Video, Images · by the checks, without cost').waitFor()
    await page.getByLabel('US dollars per month').fill('12.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('$0.00 of $12.50 spent this month.').waitFor()
    const { budget, skillReviewers } = await client.skillReviewers.list(projectId)
    assert.equal(budget.monthlyUsd, 12.5)
    assert.deepEqual(
      skillReviewers.map(({ brief }) => brief),
      ['For the cinema.'],
    )
    await requireAccessibleInBothThemes(page)
  },
)

test(
  'a skill is asked; its drafts are accepted, edited and dismissed, and none is a comment before',
  options,
  async () => {
    const file = await upload()
    const page = await app.open(`/files/${file.id}`, { user: owner })
    await page.getByRole('tab', { name: /^Drafts/ }).click()
    await page.getByRole('button', { name: 'Ask a skill' }).click()
    await page.getByRole('menuitem', { name: /^Delivery/ }).click()
    await waiting(page).first().waitFor()
    assert.equal(await waiting(page).count(), 3)
    assert.deepEqual((await client.comments.listOnFile(file.id).page()).data, [])
    await requireAccessibleInBothThemes(page)

    const black = waiting(page).filter({ hasText: /black/i })
    await black.getByRole('button', { name: /version 1/ }).click()
    await page.locator('[aria-busy=false] [data-frame]').getByText('60', { exact: true }).waitFor()
    await black.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('2 drafts wait for a decision').waitFor()

    await waiting(page).first().getByRole('button', { name: 'Edit…' }).click()
    await page.getByRole('dialog').getByLabel('Comment').fill('Please deliver in full HD.')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText('1 draft waits for a decision').waitFor()

    await waiting(page).getByRole('button', { name: 'Dismiss…' }).click()
    await requireAccessibleInBothThemes(page)
    await page.getByLabel('Reason').fill('The client asked for it.')
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('No drafts wait for a decision').waitFor()
    await panelOf(page).getByText('Decided').click()
    await panelOf(page).getByText('The client asked for it.').waitFor()

    const { data } = await client.comments.listOnFile(file.id).page()
    assert.deepEqual(
      data.map(({ skill: by }) => by?.name),
      ['Delivery', 'Delivery'],
    )
    assert.ok(data.some(({ frame }) => frame === 60))
    assert.ok(data.some(({ content }) => JSON.stringify(content).includes('Please deliver in full HD.')))
  },
)

test('the area of a draft is shown on its frame, and nowhere else', options, async () => {
  const file = await upload()
  await review(file)
  await app.world.database.sql`
    update draft_notes set area = '{"x": 0.5, "y": 0.25, "width": 0.25, "height": 0.5}'
    where file_id = ${file.id} and first_frame is not null`
  const page = await app.open(`/files/${file.id}?panel=drafts`, { user: owner })
  const drawing = page.getByRole('img', { name: 'Drawing on the image' })
  const black = waiting(page).filter({ hasText: /black/i })
  const place = black.getByRole('button', { name: /version 1/ })
  await place.click()
  await drawing.waitFor()
  const [area, image] = [
    await drawing.locator('> *').first().boundingBox(),
    await page.locator('video').boundingBox(),
  ]
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 4, `${actual}, ${expected}`)
  near(area!.x, image!.x + image!.width / 2)
  near(area!.y + area!.height, image!.y + (image!.height * 3) / 4)
  await page.getByRole('button', { name: 'One frame on' }).click()
  await drawing.waitFor({ state: 'hidden' })
  await place.click()
  await drawing.waitFor()
  await black.getByRole('button', { name: 'Dismiss…' }).click()
  await page.getByLabel('Reason').fill('It is meant to be dark.')
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await drawing.waitFor({ state: 'hidden' })
})

test(
  'a failed review is tried again; one that may have cost something asks before it pays again',
  options,
  async () => {
    const file = await upload()
    const id = await review(file)
    const { sql } = app.world.database
    await sql`
    update skill_reviews set state = 'FAILED', failure_code = 'start_unknown', failure_message = 'The model did not answer.',
      failure_retryable = false where id = ${id}`
    await sql`
    insert into review_payments (skill_review_id, run, project_id, month, reserved_usd)
    values (${id}, 1, ${projectId}, '2026-01-01', 0.1)`
    const page = await app.open(`/files/${file.id}?panel=drafts`, { user: owner, allow: [/status of 409/] })
    await panelOf(page).getByText('The model did not answer.').waitFor()
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByRole('button', { name: 'Try again, and pay again' }).click()
    await panelOf(page).getByText('The model did not answer.').waitFor({ state: 'detached' })
    const [{ run } = { run: 0 }] = await sql<{ run: number }>`select run from skill_reviews where id = ${id}`
    assert.equal(run, 2)
  },
)

test('all drafts of a review are accepted at once, on a phone too', options, async () => {
  const file = await upload()
  const page = await app.open(`/files/${file.id}?panel=drafts`, { user: owner })
  await setSize(page, sizes.phone)
  await page.getByRole('button', { name: 'Ask a skill' }).click()
  await page.getByRole('menuitem', { name: /^Delivery/ }).click()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.getByText('No drafts wait for a decision').waitFor()
  assert.equal((await client.comments.listOnFile(file.id).page()).data.length, 3)
  // Asked again, the skill drafts nothing that the file has already.
  await page.getByRole('button', { name: 'Ask a skill' }).click()
  await page.getByRole('menuitem', { name: /^Delivery/ }).click()
  await panelOf(page).getByText('0 drafts').waitFor()
  assert.equal(await waiting(page).count(), 0)
})

test('a person who can only look sees no drafts', options, async () => {
  const file = await upload()
  const page = await app.open(`/files/${file.id}`, {
    user: await app.world.member(projectId, 'PROJECT_REVIEWER'),
  })
  await page.getByRole('tab', { name: /^Checks/ }).waitFor()
  assert.equal(await page.getByRole('tab', { name: /^Drafts/ }).count(), 0)
})
