// The audit log and the usage in the settings, for owners and admins.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { countStorage } from '../../server/src/jobs/count-storage.ts'
import { newAttachment, newFile } from '../../server/test/worlds/samples.ts'
import { requireAccessible } from './axe.ts'
import { choose } from './controls.ts'
import { layoutFaults } from './layout-rules.ts'
import { button } from './settings-page.ts'
import { devices, follow, nameOf, needsBrowser, resize, startApp } from './start-app.ts'

const gibibyte = 2 ** 30
const folder = mkdtempSync(join(tmpdir(), 'dailies-audit-'))
after(() => rmSync(folder, { recursive: true }))
const app = await startApp({ env: { WORKSPACE_QUOTA_GB: '50' } })
const { world } = app
const { sql } = world.database

/** A workspace in which two people and an agent were busy. */
async function busyWorkspace() {
  const workspaceId = await world.workspace('North')
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada Marten' })
  const { id: harbour } = await world.project({ workspaceId, owner, name: 'Harbour' })
  const { id: island } = await world.project({ workspaceId, owner, name: 'Island' })
  const bo = await world.member(harbour, 'PROJECT_MANAGER', { workspaceId, name: 'Bo Lindqvist' })
  const file = await newFile(world, harbour, owner)
  await sql`update files set name = 'Shot 12.mov' where id = ${file}`
  const body = { role: 'PROJECT_REVIEWER', description: 'For the client' }
  await world.call(`POST /api/projects/${harbour}/access-links`, { key: bo.key, body })
  await world.call(`DELETE /api/files/${file}`, { key: bo.key })
  await world.call(`PATCH /api/projects/${island}`, { key: owner.key, body: { name: 'Island 2' } })
  await sql`
    insert into audit_entries (workspace_id, action, credential, target_kind, target_id, target_name, address, details)
    values (${workspaceId}, 'session.refused', 'NONE', 'USER', ${owner.userId}, 'Ada Marten', '203.0.113.7',
      '{"method": "PASSWORD", "more": true}')`
  return { workspaceId, owner, bo, harbour, island }
}

test('an owner filters the audit log, sees new entries, and exports it', needsBrowser, async () => {
  const { workspaceId, owner, bo, harbour } = await busyWorkspace()
  const page = await app.open('/settings/audit-log', { user: owner, workspaceId })
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await log.nth(3).waitFor()
  assert.equal(await log.count(), 4)
  await log.filter({ hasText: 'Failed sign-in' }).getByText('203.0.113.7').waitFor()
  await log.filter({ hasText: 'File deleted' }).getByText('Bo Lindqvist → Shot 12.mov · Harbour').waitFor()
  await log.filter({ hasText: 'Access link created' }).getByText('Role: Reviewer').waitFor()

  await choose(page.getByLabel('Person'), 'Bo Lindqvist')
  await log.filter({ hasText: 'Failed sign-in' }).waitFor({ state: 'detached' })
  assert.equal(await log.count(), 2)
  await choose(page.getByLabel('Action'), 'Files')
  await log.filter({ hasText: 'Access link' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /action=file\.\*&actor=|actor=.*action=/)
  await choose(page.getByLabel('Done by'), 'Agents only')
  await page.getByText('No matching entries.').waitFor()
  await button(page, 'Show all entries').click()
  await log.nth(3).waitFor()

  // The log has no events, so the page asks for new entries.
  const body = { role: 'PROJECT_MEMBER', description: 'For the editor' }
  await world.call(`POST /api/projects/${harbour}/access-links`, { key: bo.key, body })
  await log.filter({ hasText: 'For the editor' }).waitFor()

  await choose(page.getByLabel('Action'), 'Access links')
  await log.filter({ hasText: 'File deleted' }).waitFor({ state: 'detached' })
  for (const [name, lines] of [
    ['Export CSV', 3],
    ['Export JSON', 2],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
    assert.match(download.suggestedFilename(), /^audit-log-\d{4}-\d\d-\d\d\.(csv|jsonl)$/)
    const path = join(folder, name)
    await download.saveAs(path)
    const text = readFileSync(path, 'utf8').trimEnd()
    assert.equal(text.split('\n').length, lines, text)
  }
})

test('an owner sees the usage of projects and people, and the quota', needsBrowser, async () => {
  const { workspaceId, owner, bo, harbour, island } = await busyWorkspace()
  await newFile(world, harbour, owner)
  const second = await newFile(world, island, owner)
  await newAttachment(world, harbour, owner)
  await sql`update objects set workspace_id = ${workspaceId} where uploader_id = ${owner.userId}`
  await sql`update objects set size = ${12 * gibibyte} where id = (select object_id from files where id = ${second})`
  await sql`
    insert into generation_totals (workspace_id, month, provider, outcome, count)
    values (${workspaceId}, date_trunc('month', now() at time zone 'UTC'), 'openai', 'DONE', 7)`
  await world.runJob(countStorage)
  const page = await app.open('/settings/usage', { user: owner, workspaceId })
  await page.getByText('12 GiB of 50 GiB used (24 %)').waitFor()
  const projects = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  assert.match((await projects.first().textContent())!, /Island.*12 GiB/)
  assert.equal(await projects.count(), 2)
  await page.getByRole('list', { name: 'People' }).getByText('Ada Marten').waitFor()
  await page.getByRole('row', { name: /openai 7 0 0/ }).waitFor()
  const key = await world.session(bo.userId, workspaceId)
  assert.equal((await world.call('GET /api/workspace/usage', { key })).status, 403)
})

test('members find neither page', needsBrowser, async () => {
  const { workspaceId, bo } = await busyWorkspace()
  for (const section of ['audit-log', 'usage']) {
    const page = await app.open(`/settings/${section}`, { user: bo, workspaceId })
    await page.getByText('Page not found').waitFor()
  }
})

for (const { device, views } of devices)
  test(`both pages are accessible and fit: ${device}`, needsBrowser, async () => {
    const { workspaceId, owner, harbour } = await busyWorkspace()
    await sql`update workspaces set quota_bytes = 4 where id = ${workspaceId}`
    await newFile(world, harbour, owner)
    const trashed = await newFile(world, harbour, owner)
    await newAttachment(world, harbour, owner)
    await sql`update objects set workspace_id = ${workspaceId} where uploader_id = ${owner.userId}`
    await sql`update projects set name = ${'A very long name of a project '.repeat(3).trim()} where id = ${harbour}`
    await world.runJob(countStorage)
    await sql`update objects set trashed = true where id = (select object_id from files where id = ${trashed})`
    const shots = process.env.SCREENSHOTS_TO
    const page = await app.open('/settings/audit-log', { user: owner, workspaceId, ...views[0] })
    const touch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    for (const [section, shown] of [
      ['audit-log', 'Failed sign-in'],
      ['usage', 'The workspace is full'],
    ] as const) {
      await follow(page, `/settings/${section}`)
      for (const view of views) {
        await resize(page, view)
        await page.getByText(shown).first().waitFor()
        await requireAccessible(page)
        assert.deepEqual(await layoutFaults(page, { touch }), [], nameOf(view))
        if (shots) await page.screenshot({ path: `${shots}/${section}-${view.size}-${view.theme}.png` })
      }
    }
  })
