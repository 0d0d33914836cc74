// Removing a member shows what they lose, and offers to renew the links that they may know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireAccessible } from './axe.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app

async function linkOf(projectId: string, key: string) {
  const body = { role: 'PROJECT_REVIEWER', description: 'For the client' }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key })
  const accessKey: string = read.body.data.accessKey
  const enter = async () =>
    (await world.call('POST /api/access-links/join', { body: { accessKey, name: 'Back' } })).status
  return { enter }
}

test('removing a manager renews the links of the project', needsBrowser, async () => {
  const { id, owner } = await world.project()
  await world.member(id, 'PROJECT_MANAGER', { name: 'Mallory' })
  const { enter } = await linkOf(id, owner.key)
  const page = await app.open(`/projects/${id}/people`, { user: owner })
  await page.getByText('For the client').waitFor()
  await page.getByRole('button', { name: 'Remove Mallory' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('For the client').waitFor()
  assert.ok(await dialog.getByLabel('Renew the project’s links').isChecked())
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Mallory' }).click()
  await page.getByText('Link renewed.').waitFor()
  await page.getByRole('button', { name: 'Remove Mallory' }).waitFor({ state: 'detached' })
  assert.equal(await enter(), 403)
})

test('removing a reviewer keeps the link; a manager renews it from its row', needsBrowser, async () => {
  const { id, owner } = await world.project()
  await world.member(id, 'PROJECT_REVIEWER', { name: 'Rita' })
  const { enter } = await linkOf(id, owner.key)
  const page = await app.open(`/projects/${id}/people`, { user: owner })
  await page.getByText('For the client').waitFor()
  await page.getByRole('button', { name: 'Remove Rita' }).click()
  const dialog = page.getByRole('dialog')
  assert.ok(!(await dialog.getByLabel('Renew the project’s links').isChecked()))
  await dialog.getByRole('button', { name: 'Remove Rita' }).click()
  await page.getByText('Rita was removed.').waitFor()
  assert.equal(await enter(), 200)
  await page.getByRole('button', { name: 'Renew “For the client”' }).click()
  await dialog.getByRole('button', { name: 'Renew link' }).click()
  await page.getByText('Link renewed.').waitFor()
  assert.equal(await enter(), 403)
})

test('removing an ADMIN from the workspace lists and pauses their webhooks', needsBrowser, async () => {
  const workspaceId = await world.workspace('Unit')
  const user = await world.person({ workspaceId, role: 'OWNER', name: 'Olga' })
  const leaver = await world.person({ workspaceId, role: 'ADMIN', name: 'Mallory' })
  const { id } = await world.project({ workspaceId, owner: leaver })
  const { enter } = await linkOf(id, leaver.key)
  const body = { url: 'https://hooks.example.com/mallory', events: ['*'] }
  await world.call('POST /api/webhooks', { key: leaver.key, body })
  const page = await app.open('/settings/members', { user, workspaceId })
  await page.getByRole('button', { name: 'Remove Mallory' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('https://hooks.example.com/mallory').waitFor()
  await dialog.getByLabel('Renew the links of the projects they own or manage').check()
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Mallory' }).click()
  await page.getByText('Mallory was removed, and the links were renewed.').waitFor()
  assert.equal(await enter(), 403)
  await page.goto('/settings/webhooks')
  await page.getByText('Disabled: its owner may no longer manage webhooks').waitFor()
})
