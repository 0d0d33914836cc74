// Deleting by mistake: the toast undoes it at once, and the trash restores it later.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

async function studio() {
  const { id, owner } = await world.project({ name: 'Harbour' })
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const upload = (name: string, folder?: { id: string }) =>
    client.files.upload(id, Buffer.from(name), folder ? { name, folder } : { name })
  return { id, owner, client, upload }
}

async function inMenu(page: Page, name: string, item: string): Promise<void> {
  await page
    .getByRole('button', { name: `Options for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

test('Undo after deleting a file and a folder brings them back', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  const file = await upload('take-1.txt')
  await client.comments.createOnFile(file.id, { content: 'Stays' })
  const folder = await client.folders.create(id, { name: 'Day 1' })
  await upload('take-2.txt', folder)
  const page = await app.open(`/projects/${id}`, { user: owner })
  const list = page.getByRole('list', { name: 'Files' })
  await inMenu(page, 'take-1.txt', 'Delete…')
  await page.getByRole('dialog').getByText('It goes to the trash').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await list.getByText('take-1.txt').waitFor({ state: 'detached' })
  await page.getByText('1 file deleted').waitFor()
  await undo(page)
  await list.getByText('take-1.txt').waitFor()
  assert.equal((await client.comments.listOnFile(file.id).page()).data.length, 1)

  await inMenu(page, 'Day 1', 'Delete…')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.getByRole('list', { name: 'Folders' }).getByText('Day 1').waitFor({ state: 'detached' })
  await undo(page)
  await page.getByRole('link', { name: 'Day 1' }).click()
  await list.getByText('take-2.txt').waitFor()
})

test('Undo after deleting a comment brings back its text', needsBrowser, async () => {
  const { id, owner, client } = await studio()
  await client.comments.createOnProject(id, { content: 'A week of notes' })
  const page = await app.open(`/projects/${id}/comments`, { user: owner })
  await page.getByText('A week of notes').waitFor()
  await page.getByRole('button', { name: 'More about this comment' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A week of notes').waitFor({ state: 'detached' })
  await undo(page)
  await page.getByText('A week of notes').waitFor()
})

test('Undo after deleting a review and a skill', needsBrowser, async () => {
  const { id, owner, client } = await studio()
  await client.versions.create(id, { name: 'First cut' })
  const page = await app.open(`/projects/${id}/versions`, { user: owner })
  await page
    .getByRole('button', { name: /options/i })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await page.getByText('No reviews yet').waitFor()
  await undo(page)
  await page.getByRole('link', { name: 'First cut' }).waitFor()

  const skill = await client.skills.create({
    name: 'Colour',
    description: 'How we grade.',
    content: '# Grade',
  })
  await page.goto(`/skills/${skill.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete skill' }).click()
  await page.getByText('Colour deleted.').waitFor()
  await undo(page)
  await page.getByRole('link', { name: /Colour/ }).waitFor()
})

test('the trash restores a folder and a comment, and a manager deletes for good', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  const folder = await client.folders.create(id, { name: 'Day 1' })
  const file = await upload('take-1.txt', folder)
  const note = await client.comments.createOnProject(id, { content: 'Louder' })
  const gone = await upload('secret.txt')
  const page = await app.open(`/projects/${id}`, { user: owner })
  await inMenu(page, 'Harbour', 'Trash')
  await page.getByText('Trash is empty').waitFor()
  // Live: others delete while the page is open.
  await client.folders.delete(folder.id, { recursive: true })
  await client.comments.delete(note.id)
  await client.files.delete(gone.id)
  const rows = page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem')
  await page.getByText('secret.txt').waitFor()
  assert.equal(await rows.count(), 3)
  await rows.filter({ hasText: 'Day 1' }).getByText('Folder with 1 file').waitFor()
  await rows.filter({ hasText: 'secret.txt' }).getByText('30 days left').waitFor()

  await page.getByRole('button', { name: 'Restore Day 1' }).click()
  await page.getByText('Day 1 restored').waitFor()
  assert.deepEqual((await client.files.get(file.id)).folder, { id: folder.id })
  await page.getByRole('button', { name: 'Restore “Louder”' }).click()
  await rows.filter({ hasText: 'Louder' }).waitFor({ state: 'detached' })

  await inMenu(page, 'secret.txt', 'Delete for good…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('Trash is empty').waitFor()
  await assert.rejects(client.files.restore(gone.id), { status: 404 })
})

test('members restore, but do not delete for good; reviewers see no trash', needsBrowser, async () => {
  const { id, client, upload } = await studio()
  const member = await world.member(id, 'PROJECT_MEMBER')
  const reviewer = await world.member(id, 'PROJECT_REVIEWER')
  await client.files.delete((await upload('take-1.txt')).id)
  const page = await app.open(`/projects/${id}/trash`, { user: member })
  await page.getByRole('button', { name: 'Restore take-1.txt' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Options for take-1.txt' }).count(), 0)
  const other = await app.open(`/projects/${id}/trash`, { user: reviewer })
  await other.getByText('Members of the project see what was deleted in it.').waitFor()
})
