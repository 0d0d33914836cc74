// Downloading a selection, a folder and a review as one ZIP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readZip } from '../../server/test/helpers/read-zip.ts'
import { newObject } from '../../server/test/worlds/samples/files.ts'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { sql } = world.database
const { id: projectId, owner } = await world.project({ name: 'Teaser' })
const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')

const post = async (path: string, body: object) => {
  const answer = await world.call(`POST /api${path}`, { key: owner.key, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id as string
}

const shots = await post(`/projects/${projectId}/folders`, { name: 'Shots' })
let made = 0

async function insertFile(name: string, folder: string | null): Promise<string> {
  const id = `FX${String(++made).padStart(22, '0')}`
  const objectId = await newObject(world, name)
  await sql`
    insert into files (id, project_id, folder_id, name, mode, mime_type, status, size, position, object_id, stack_id,
      stack_number)
    values (${id}, ${projectId}, ${folder}, ${name}, 'LOCAL', 'text/plain', 'UPLOADED', 1, ${made}, ${objectId}, ${id}, 1)`
  return id
}

const files = [await insertFile('a.txt', null), await insertFile('b.txt', null)]
await insertFile('c.txt', shots)
await post(`/files/${files[0]}/comments`, { content: 'Too dark' })
const review = await post(`/projects/${projectId}/versions`, {
  name: 'Final',
  files: files.map((id) => ({ id })),
})

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Download / })

/** Presses Download in the dialog; returns the file name and the names of the entries. */
async function download(page: Page): Promise<[string, ...string[]]> {
  const [started] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  const zip = Buffer.concat(await (await started.createReadStream()).toArray())
  await dialog(page).waitFor({ state: 'detached' })
  return [started.suggestedFilename(), ...readZip(zip).keys()]
}

test('selected files are one ZIP, with the comments if wanted', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}`, { user: owner })
  await page.getByLabel('Select a.txt', { exact: true }).check()
  const bar = page.getByRole('region', { name: 'Selected files' })
  await bar.getByRole('button', { name: 'Download', exact: true }).waitFor()
  await page.getByLabel('Select b.txt', { exact: true }).check()
  await bar.getByRole('button', { name: 'Download…' }).click()
  await dialog(page).getByRole('heading', { name: 'Download 2 files' }).waitFor()
  await requireAccessible(page)
  await dialog(page).getByLabel('Add the comments').check()
  assert.deepEqual(await download(page), ['Teaser.zip', 'a.txt', 'b.txt', 'Comments.csv'])
  await page.getByText(/^Downloading Teaser\.zip, [\d.]+ \w+\.$/).waitFor()
})

test('a folder, by a reviewer on a phone, who can do nothing else with it', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}`, { user: reviewer, size: 'phone' })
  await page.getByRole('button', { name: 'Options for Shots' }).click()
  await page.getByRole('menuitem').first().waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Download…'])
  await page.getByRole('menuitem', { name: 'Download…' }).click()
  await requireAccessible(page)
  assert.deepEqual(await download(page), ['Shots.zip', 'Shots/c.txt'])
})

test('a review; files without a proxy are refused with a reason', needsBrowser, async () => {
  const page = await app.open(`/projects/${projectId}/versions/${review}`, {
    user: owner,
    allow: [/status of 409/],
  })
  const open = async () => {
    await page.getByRole('button', { name: 'Review options' }).click()
    await page.getByRole('menuitem', { name: 'Download files…' }).click()
  }
  await open()
  assert.deepEqual(await download(page), ['Final.zip', 'a.txt', 'b.txt'])
  await open()
  await dialog(page).getByLabel('Proxies').check()
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await dialog(page)
    .getByText(/None of the chosen files can be downloaded/)
    .waitFor()
})

test('without the right to download, nothing offers it', needsBrowser, async () => {
  const { body } = await world.call(`POST /api/projects/${projectId}/access-links`, {
    key: owner.key,
    body: { role: 'PROJECT_REVIEWER', allowDownload: false },
  })
  const { body: link } = await world.call(`GET /api/project-access-links/${body.data.id}`, { key: owner.key })
  const guest = await app.open(`/join/${link.data.accessKey}?next=/projects/${projectId}`)
  await guest.getByLabel('Your name').fill('Gus')
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.getByRole('link', { name: 'Shots' }).waitFor()
  assert.equal(await guest.getByRole('button', { name: 'Options for Shots' }).count(), 0)
})
