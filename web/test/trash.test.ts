// Deleting by mistake: the toast undoes it at once, and the trash restores it later.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { newTrashed } from '../../server/test/worlds/samples.ts'
import { requireAccessibleInBothThemes } from './axe.ts'
import { layoutFaults } from './layout-rules.ts'
import { devices, follow, needsBrowser, resize, startApp } from './start-app.ts'

const app = await startApp({ env: { TRASH_DAYS: '14' } })
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

async function deleteFile(page: Page, name: string): Promise<void> {
  await inMenu(page, name, 'Delete…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`${name} deleted`).first().waitFor()
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' })
const rows = (page: Page) => page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

test('Undo after deleting a file and a folder restores them', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  const file = await upload('take-1.txt')
  await client.comments.createOnFile(file.id, { content: 'Stays' })
  const folder = await client.folders.create(id, { name: 'Day 1' })
  await upload('take-2.txt', folder)
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of 409/] })
  await inMenu(page, 'take-1.txt', 'Delete…')
  await page.getByRole('dialog').getByText('restore it for 14 days').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await files(page).getByText('take-1.txt').waitFor({ state: 'detached' })
  await undo(page)
  await page.getByText('take-1.txt restored').first().waitFor()
  await files(page).getByText('take-1.txt').waitFor()
  assert.equal((await client.comments.listOnFile(file.id).page()).data.length, 1)

  await inMenu(page, 'Day 1', 'Delete…')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByText('move to the trash with it').waitFor()
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.getByRole('link', { name: 'Day 1' }).waitFor({ state: 'detached' })
  await undo(page)
  await page.getByRole('link', { name: 'Day 1' }).click()
  await files(page).getByText('take-2.txt').waitFor()
})

test(
  'Undo after deleting several files restores those that are still in the trash',
  needsBrowser,
  async () => {
    const { id, owner, client, upload } = await studio()
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(name)
    const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of 400/] })
    const deleteAll = async () => {
      for (const name of ['a.txt', 'b.txt', 'c.txt'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('3 files deleted').first().waitFor()
    }
    await deleteAll()
    // A double click undoes once: the second request would be refused.
    await page.getByRole('button', { name: 'Undo' }).dblclick()
    await page.getByText('3 files restored').first().waitFor()
    await files(page).getByText('c.txt').waitFor()
    assert.equal((await client.trash.list(id).page()).data.length, 0)

    await deleteAll()
    const [last] = (await client.trash.list(id).page()).data
    const session = await world.session(owner.userId)
    assert.equal((await world.call(`DELETE /api/trash/${last!.id}`, { key: session })).status, 204)
    await undo(page)
    await page.getByText(`1 of 3 files could not be restored: ${last!.name}.`).first().waitFor()
    await files(page).getByRole('listitem').nth(1).waitFor()
    assert.equal(await files(page).getByText(last!.name).count(), 0)
    assert.equal(await page.getByRole('region', { name: 'Selected files' }).count(), 0)
  },
)

test('Undo works on another page, and says when the record cannot be restored', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  const file = await upload('take-1.txt')
  const page = await app.open(`/projects/${id}`, { user: owner, allow: [/status of 40[04]/] })
  await deleteFile(page, 'take-1.txt')
  await follow(page, '/projects')
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await undo(page)
  await page.getByText('take-1.txt restored').first().waitFor()
  await follow(page, `/projects/${id}`)
  await files(page).getByText('take-1.txt').waitFor()

  await deleteFile(page, 'take-1.txt')
  await client.files.restore(file.id)
  await files(page).getByText('take-1.txt').waitFor()
  await undo(page)
  await page.getByText('take-1.txt cannot be restored: it is not in the trash any more').first().waitFor()
  await files(page).getByText('take-1.txt').waitFor()

  const folder = await client.folders.create(id, { name: 'Day 1' })
  await page.getByRole('link', { name: 'Day 1' }).waitFor()
  await inMenu(page, 'Day 1', 'Delete…')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Day 1 deleted').first().waitFor()
  await client.folders.restore(folder.id)
  await undo(page)
  await page.getByText('Day 1 cannot be restored: it is not in the trash any more').first().waitFor()
})

test('Undo after deleting a comment restores its text', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  await client.comments.createOnProject(id, { content: 'A week of notes' })
  const page = await app.open(`/projects/${id}/comments`, { user: owner, allow: [/status of 40[49]/] })
  const remove = async (text: string) => {
    await page.getByText(text).waitFor()
    await page.getByRole('button', { name: 'More about this comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText('You can restore it for 14 days').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(text).waitFor({ state: 'detached' })
    await page.getByText('Comment deleted').first().waitFor()
  }
  await remove('A week of notes')
  await undo(page)
  await page.getByText('A week of notes').waitFor()

  // Undo after the page was left.
  await remove('A week of notes')
  await follow(page, `/projects/${id}/people`)
  await page.getByRole('heading', { name: 'People' }).waitFor()
  await undo(page)
  await page.getByText('Comment restored').first().waitFor()
  await follow(page, `/projects/${id}/comments`)
  await page.getByText('A week of notes').waitFor()

  // The file of the comment was deleted meanwhile: the message says what to do.
  const file = await upload('take-1.txt')
  await client.comments.createOnFile(file.id, { content: 'Too dark' })
  await follow(page, `/files/${file.id}`)
  await remove('Too dark')
  await client.files.delete(file.id)
  await page.getByText('This file is no longer available').waitFor()
  await undo(page)
  await page.getByText('The file of this comment is in the trash. Restore the file first.').first().waitFor()
})

test('Undo after deleting a review and a skill restores them', needsBrowser, async () => {
  const { id, owner, client } = await studio()
  const version = await client.versions.create(id, { name: 'First cut' })
  const page = await app.open(`/projects/${id}/versions/${version.id}`, {
    user: owner,
    // The page of a deleted review requests it once more.
    allow: [/status of 404/],
  })
  await page.getByRole('button', { name: 'Review options' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByText('restore it for 14 days').waitFor()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await page.getByText('No reviews yet').waitFor()
  await undo(page)
  await page.getByText('First cut restored').first().waitFor()
  await page.getByRole('link', { name: 'First cut' }).waitFor()

  const skill = await client.skills.create({
    name: 'Colour',
    description: 'How we grade.',
    content: '# Grade',
  })
  await page.goto(`/skills/${skill.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('restore it for 14 days').waitFor()
  await page.getByRole('button', { name: 'Delete skill' }).click()
  await page.getByText('Colour deleted').first().waitFor()
  await undo(page)
  await page.getByRole('link', { name: 'Colour' }).waitFor()
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
  await page.getByText('secret.txt').waitFor()
  assert.equal(await rows(page).count(), 3)
  await rows(page).filter({ hasText: 'Day 1' }).getByText('Folder with 1 file').waitFor()
  await rows(page).filter({ hasText: 'secret.txt' }).getByText('14 days left').waitFor()

  // The name was taken meanwhile: the message says the new one.
  await client.folders.create(id, { name: 'Day 1' })
  await page.getByRole('button', { name: 'Restore Day 1' }).click()
  await page.getByText('Day 1 (2) restored').first().waitFor()
  assert.deepEqual((await client.files.get(file.id)).folder, { id: folder.id })
  await page.getByRole('button', { name: 'Restore “Louder”' }).press('Enter')
  await rows(page).filter({ hasText: 'Louder' }).waitFor({ state: 'detached' })
  await page.getByText('“Louder” restored').first().waitFor()
  // The keyboard continues in the list.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Trash')

  await inMenu(page, 'secret.txt', 'Delete for good…')
  await page.getByRole('dialog').getByText('This cannot be undone').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.getByText('Trash is empty').waitFor()
  await page.getByText('secret.txt deleted for good').first().waitFor()
  await assert.rejects(client.files.restore(gone.id), { status: 404 })
})

test('an entry that was restored elsewhere leaves the trash with a message', needsBrowser, async () => {
  const { id, owner, client, upload } = await studio()
  const { id: fileId } = await upload('take-1.txt')
  await client.files.delete(fileId)
  const page = await app.open(`/projects/${id}/trash`, { user: owner, allow: [/status of 404/] })
  const restore = page.getByRole('button', { name: 'Restore take-1.txt' })
  await restore.waitFor()
  await page.route(/\/restore$/, async (route) => {
    await client.files.restore(fileId)
    await route.continue()
  })
  await restore.click()
  await page.getByText('take-1.txt cannot be restored: it is not in the trash any more').first().waitFor()
  await page.getByText('Trash is empty').waitFor()
})

test('more than 50 entries are loaded page by page', needsBrowser, async () => {
  const { id, owner } = await studio()
  for (let i = 0; i < 52; i++) await newTrashed(world, id, owner, 'FILE')
  const page = await app.open(`/projects/${id}/trash`, { user: owner })
  await rows(page).nth(49).waitFor()
  await rows(page).nth(49).scrollIntoViewIfNeeded()
  await rows(page).nth(51).waitFor()
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
  await other.getByText('No access to the trash').waitFor()
})

test('members restore deleted skills; an administrator deletes them for good', needsBrowser, async () => {
  const owner = await world.person({ role: 'OWNER' })
  const member = await world.person()
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  for (const name of ['Colour grade', 'Sound mix']) {
    const skill = await client.skills.create({ name, description: 'How we do it.' })
    await client.skills.delete(skill.id)
  }
  const page = await app.open('/skills', { user: member })
  await page.getByRole('link', { name: 'Deleted skills' }).click()
  await page.getByRole('heading', { name: 'Deleted skills' }).waitFor()
  await page.getByRole('button', { name: 'Restore Colour grade' }).click()
  await page.getByText('Colour grade restored').first().waitFor()
  await rows(page).filter({ hasText: 'Colour grade' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: 'Options for Sound mix' }).count(), 0)
  await page.getByRole('link', { name: 'Skills', exact: true }).last().click()
  await page.getByRole('link', { name: 'Colour grade' }).waitFor()

  const admin = await app.open('/skills/trash', { user: owner })
  await inMenu(admin, 'Sound mix', 'Delete for good…')
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await admin.getByText('Sound mix deleted for good').first().waitFor()
  await rows(admin).filter({ hasText: 'Sound mix' }).waitFor({ state: 'detached' })
})

for (const { device, views } of devices)
  test(`the trash and the toast are accessible and fit: ${device}`, needsBrowser, async () => {
    const { id, owner, client, upload } = await studio()
    const folder = await client.folders.create(id, {
      name: 'A folder with a name that is as long as it can be, or nearly',
    })
    await upload('take-1.txt', folder)
    const deep = await client.folders.create(id, { name: 'Second unit', parent: folder })
    await client.files.delete((await upload('aerials-of-the-harbour-at-night-0001.txt', deep)).id)
    const note = await client.comments.createOnProject(id, { content: 'Too loud here. '.repeat(30) })
    await client.comments.delete(note.id)
    await client.folders.delete(folder.id, { recursive: true })
    await upload('take-2.txt')
    const page = await app.open(`/projects/${id}`, { user: owner, ...views[0] })
    const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    await deleteFile(page, 'take-2.txt')
    await follow(page, `/projects/${id}/trash`)
    await rows(page).nth(3).waitFor()
    for (const view of views) {
      await resize(page, view)
      await requireAccessibleInBothThemes(page)
      assert.deepEqual(await layoutFaults(page, { touch }), [], view.size)
      // The text is not squeezed between its icon and its buttons.
      const widths = await rows(page).evaluateAll((all) =>
        all.map((row) => row.querySelector('div')!.clientWidth / row.clientWidth),
      )
      assert.ok(Math.min(...widths) > 0.5, `${view.size}: ${widths}`)
    }
  })
