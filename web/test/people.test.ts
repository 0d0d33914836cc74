import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { requireAccessible } from './axe.ts'
import { choose } from './controls.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** The undo button of the toast. */
async function undo(page: Page, news: string): Promise<void> {
  const toast = page.getByText(news).locator('xpath=ancestor::*[.//button][1]')
  await toast.getByRole('button', { name: 'Undo' }).click()
}

test('workspace members are added, change roles, are removed and added again', needsBrowser, async () => {
  const owner = await world.person({ name: 'Ada Lovelace' })
  const { id } = await world.project({ owner, name: 'Harbour' })
  const grace = await world.person({ name: 'Grace Hopper', email: 'grace@studio.example' })
  await world.member(id, 'PROJECT_REVIEWER', { name: 'Orson Welles' })
  const page = await app.open(`/projects/${id}/people`, { user: owner })
  await row(page, 'Ada Lovelace').getByText('Owner').waitFor()
  assert.equal(await page.getByLabel('Role of Ada Lovelace').count(), 0)

  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByLabel('Search by name or email').fill('grace')
  await page.getByRole('checkbox', { name: 'Grace Hopper' }).check()
  await choose(page.getByRole('combobox', { name: 'Role' }), 'Manager')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await row(page, 'grace@studio.example').waitFor()

  // She sees changes to Orson as they happen.
  const hers = await app.open(`/projects/${id}/people`, {
    user: grace,
    theme: 'light',
    size: 'phone',
    // A person who leaves gets no more events of the project.
    allow: [/status of 404 .*events/],
  })
  await hers.getByLabel('Role of Orson Welles').waitFor()
  await choose(page.getByRole('combobox', { name: 'Role of Orson Welles' }), 'Member')
  await hers.getByLabel('Role of Orson Welles').getByText('Member', { exact: true }).waitFor()
  await undo(page, 'Orson Welles is now Member.')
  await hers.getByLabel('Role of Orson Welles').getByText('Reviewer', { exact: true }).waitFor()
  await requireAccessible(hers)

  await page.getByRole('button', { name: 'Remove Orson Welles' }).click()
  await row(hers, 'Orson Welles').waitFor({ state: 'detached' })
  await undo(page, 'Orson Welles was removed.')
  await row(hers, 'Orson Welles').waitFor()

  await hers.getByRole('button', { name: 'Leave' }).click()
  await hers.getByRole('button', { name: 'Leave project' }).click()
  await hers.waitForURL(`${app.origin}/projects`)
  await row(page, 'Grace Hopper').waitFor({ state: 'detached' })
  await requireAccessible(page)
})

test('a refused role change is undone, with the reason', needsBrowser, async () => {
  const { id, owner } = await world.project()
  await world.member(id, 'PROJECT_REVIEWER', { name: 'Orson' })
  const page = await app.open(`/projects/${id}/people`, { user: owner, allow: [/status of 403/] })
  await page.getByLabel('Role of Orson').waitFor()
  // While the change is being sent, the owner loses the role.
  await page.route('**/api/project-members/*', async (route) => {
    await world.database.sql`
      update project_members set role = 'PROJECT_REVIEWER' where user_id = ${owner.userId} and project_id = ${id}`
    await route.continue()
  })
  await choose(page.getByRole('combobox', { name: 'Role of Orson' }), 'Manager')
  await page
    .getByText(/^Request /)
    .first()
    .waitFor()
  // The page has noticed that the person is no longer an owner.
  await row(page, 'Orson')
    .locator('p', { hasText: /^Reviewer$/ })
    .waitFor()
})

test('a guest joins by a link with a password and sees only allowed actions', needsBrowser, async () => {
  const { id, owner } = await world.project({ name: 'Lighthouse' })
  const page = await app.open(`/projects/${id}/people`, { user: owner })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await page.getByText('No links yet').waitFor()
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Description').fill('For the client')
  await page.getByLabel('Password').fill('harbour')
  await choose(page.getByRole('combobox', { name: 'Expires' }), 'In a week')
  await page.getByLabel('Guests may download files').uncheck()
  await requireAccessible(page)
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('heading', { name: 'Link created' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), copied)
  await page.getByRole('button', { name: 'Done' }).click()
  const link = row(page, 'For the client')
  await link.getByText('Reviewer').waitFor()
  for (const fact of ['With password', 'in 7 days', 'No downloads']) await link.getByText(fact).waitFor()

  const guest = await app.open(new URL(String(copied)).pathname, { size: 'phone' })
  await guest.getByLabel('Your name').fill('Gus')
  await guest.getByLabel('Password').fill('harbour')
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.waitForURL(`${app.origin}/projects/${id}`)
  await guest.getByRole('heading', { name: 'Lighthouse' }).waitFor()
  await row(page, 'Guest by link').getByText('Gus').waitFor()
  await guest.getByRole('link', { name: 'People' }).click()
  await row(guest, 'Gus (you)').getByText('Reviewer').waitFor()
  // Every role chooses in the menu of the project what it hears of.
  await guest.getByRole('main').getByRole('button', { name: 'Options for Lighthouse' }).waitFor()
  assert.equal(await guest.getByRole('main').getByRole('button').count(), 1)
  assert.equal(await guest.getByRole('main').getByRole('combobox').count(), 0)
  assert.equal(await guest.getByText('Access links').count(), 0)
  await requireAccessible(guest)
  // Actions that the link does not allow are neither offered nor requested: the console would show an error.
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const file = await client.files.upload(id, new TextEncoder().encode('Notes'), { name: 'notes.bin' })
  await guest.goto(`/files/${file.id}`)
  await guest.getByText('Files of this type cannot be shown here.', { exact: true }).waitFor()
  assert.equal(await guest.getByText('Download').count(), 0)
  await page.goto(`/files/${file.id}`)
  await page.getByRole('button', { name: 'Download' }).waitFor()
  await page.goto(`/projects/${id}/people`)

  await page.getByRole('button', { name: 'Delete “For the client”' }).click()
  await page.getByRole('button', { name: 'Delete link' }).click()
  await page.getByText('No links yet').waitFor()
  const late = await app.open(new URL(String(copied)).pathname, { allow: [/status of 404/] })
  await late.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})
