import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newPrefixedId } from '../../server/src/core/ids.ts'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { sql } = world.database

/** Two revisions of one file and another file, without bytes: a review only refers to files. */
async function someFiles(projectId: string): Promise<Record<'old' | 'cut' | 'poster', string>> {
  const [old, cut, poster] = ['FX', 'FX', 'FX'].map(() => newPrefixedId('FX')) as [string, string, string]
  await sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    select id, ${projectId}, name, 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, stack, number
    from (values (${old}, 'Old cut', ${old}, 1), (${cut}, 'Harbour cut', ${old}, 2), (${poster}, 'Poster', ${poster}, 1))
      as made (id, name, stack, number)`
  return { old, cut, poster }
}

const status = (page: Page) => page.getByRole('status').filter({ hasText: /[a-z]/ })

test('a review is created, decided by a reviewer, edited and deleted', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Harbour' })
  const files = await someFiles(id)
  // The page of a deleted review requests it once more.
  const allow = [/status of 404 .*api\/versions/]
  const page = await app.open(`/projects/${id}/versions`, { user: owner, allow })
  await page.getByRole('heading', { name: 'No reviews yet' }).waitFor()
  await page.getByRole('button', { name: 'New review' }).click()
  await page.getByLabel('Name', { exact: true }).fill('First cut')
  await page.getByLabel('Message').fill('Look at the grade.')
  // A replaced revision cannot be selected.
  await page.getByRole('checkbox', { name: 'Poster' }).check()
  assert.equal(await page.getByRole('checkbox', { name: 'Old cut' }).count(), 0)
  await page.getByLabel('Search by name').fill('harbour')
  await page.getByRole('checkbox', { name: 'Poster' }).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Harbour cut' }).check()
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Request review of 2 files' }).click()
  await page.getByRole('heading', { name: 'First cut' }).waitFor()
  await status(page).getByText('Needs review').waitFor()
  const cards = page.getByRole('main').getByRole('link', { name: /Poster|Harbour cut/ })
  assert.deepEqual(await cards.allInnerTexts(), ['File\nPoster', 'File\nHarbour cut'])
  const versionId = page.url().split('/').at(-1)!
  assert.equal(await cards.last().getAttribute('href'), `/files/${files.cut}?version=${versionId}`)

  // A reviewer can only give a verdict.
  const reviewer = await world.member(id, 'PROJECT_REVIEWER', { name: 'Orson' })
  const theirs = await app.open(`/projects/${id}/versions`, {
    user: reviewer,
    theme: 'light',
    size: 'phone',
    allow,
  })
  await theirs.getByRole('link', { name: 'First cut' }).click()
  await theirs.getByRole('button', { name: 'Request changes' }).waitFor()
  assert.deepEqual(await theirs.getByRole('main').getByRole('button').allInnerTexts(), [
    // The options of the project.
    '',
    'Copy link',
    // Its options.
    '',
    'Approve 2 files',
    'Request changes',
    'Reject',
  ])
  await requireAccessible(theirs)
  await theirs.getByRole('button', { name: 'Request changes' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
  await status(page).getByText('Changes requested by Orson, just now').waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Approve' }).count(), 0)

  // Contributors change the status: only the allowed transitions.
  await page.getByRole('button', { name: 'Review options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  const moves = await page.getByRole('menuitem').allInnerTexts()
  assert.deepEqual(moves, [
    'Back to in progress',
    'Request review again',
    'Put on hold',
    'Close',
    'Ask people…',
    'Share with a client…',
    'Download files…',
    'Export comments…',
    'Download report (PDF)',
    'Download receipt…',
    'Edit…',
    'Delete…',
  ])
  await page.getByRole('menuitem', { name: 'Request review again' }).click()
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await status(page).getByText('Approved by Orson').waitFor()
  await requireAccessible(page)

  await page.getByRole('button', { name: 'Review options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Final cut')
  await page.getByRole('button', { name: 'Save' }).click()
  await theirs.getByRole('heading', { name: 'Final cut' }).waitFor()

  await page.getByRole('button', { name: 'Review options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await page.getByRole('heading', { name: 'No reviews yet' }).waitFor()
  await theirs.getByRole('heading', { name: 'This review is no longer available' }).waitFor()
})

test(
  'two concurrent changes: the first one stays, the second person sees a conflict',
  needsBrowser,
  async () => {
    const { id, owner } = await world.project()
    const files = await someFiles(id)
    const { body } = await world.call(`POST /api/projects/${id}/versions`, {
      key: owner.key,
      body: { name: 'Cut', files: [{ id: files.cut }] },
    })
    const versionId = body.data.id
    const page = await app.open(`/projects/${id}/versions/${versionId}`, {
      user: owner,
      allow: [/status of 412/],
    })
    const behindTheirBack = (name: string) =>
      sql`update versions set name = ${name}, revision = revision + 1 where id = ${versionId}`

    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // Between the read and the click, regardless of the event stream.
    await page.route(
      '**/api/versions/*/status',
      async (route) => {
        await behindTheirBack('Another cut')
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Somebody changed this review while you were looking at it.').waitFor()
    await page.getByRole('heading', { name: 'Another cut' }).waitFor()
    await status(page).getByText('Needs review').waitFor()

    await page.getByRole('button', { name: 'Review options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await behindTheirBack('Theirs')
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It is now called “Theirs”').waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Mine' }).waitFor()
  },
)

test('a restricted guest decides on the files that they can see', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Lighthouse' })
  const files = await someFiles(id)
  await sql`update files set allow_restricted = true where id = ${files.poster}`
  for (const [name, allowRestricted] of [
    ['For the client', true],
    ['Inside', false],
  ] as const) {
    await world.call(`POST /api/projects/${id}/versions`, {
      key: owner.key,
      body: { name, allowRestricted, files: [{ id: files.poster }, { id: files.cut }] },
    })
  }
  const link = await world.call(`POST /api/projects/${id}/access-links`, {
    key: owner.key,
    body: { role: 'PROJECT_RESTRICTED_REVIEWER' },
  })
  const read = await world.call(`GET /api/project-access-links/${link.body.data.id}`, { key: owner.key })
  const page = await app.open(`/join/${read.body.data.accessKey}`, { size: 'phone' })
  await page.getByLabel('Your name').fill('Gus')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByRole('link', { name: 'For the client' }).click()
  await page.getByRole('heading', { name: '1 file' }).waitFor()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await status(page).getByText('Rejected by Gus').waitFor()
  assert.equal(await page.getByText('Inside').count(), 0)
})
