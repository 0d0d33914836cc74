// The settings, section by section: changes take effect outside of the page, too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Locator, Page } from 'playwright-core'
import { connect } from '../../server/test/helpers/mcp-client.ts'
import { until } from '../../server/test/helpers/until.ts'
import { newConnectedApp } from '../../server/test/worlds/account-records.ts'
import { newFile } from '../../server/test/worlds/samples/files.ts'
import type { Person } from '../../server/test/worlds/world.ts'
import { requireAccessible, requireAccessibleInBothThemes } from './axe.ts'
import { choose } from './controls.ts'
import { layoutFaults } from './layout-rules.ts'
import { button, dialog, shownOnce } from './settings-page.ts'
import { needsBrowser, type OpenOptions, setSize, sizes, startApp } from './start-app.ts'

const app = await startApp({ work: true })
const { world } = app
const { sql } = world.database

test('profile: a new name, a new password that works, and a pending address', needsBrowser, async () => {
  const user = await world.person({ name: 'Ann', email: 'ann@example.com' })
  const page = await app.open('/settings', { user, allow: [/status of 40[03]/] })
  await page.waitForURL('**/settings/profile')
  await page.getByLabel('Name', { exact: true }).fill('Anna')
  await button(page, 'Save').click()
  await page.getByText('Profile saved.').waitFor()
  await button(page, 'Anna, Studio').waitFor()

  await page.getByLabel('New password').fill('a long enough password')
  await button(page, 'Set password').click()
  await page.getByText('Password saved.').waitFor()
  await button(page, 'Change password').waitFor()

  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByLabel('Current password').first().fill('wrong')
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('current password is wrong').waitFor()
  await page.getByRole('alert').getByText('Request').waitFor()
  await page.getByLabel('Current password').first().fill('a long enough password')
  await button(page, 'Save').click()
  // This server sends no mail: the address waits for the operator, and the old one stays valid.
  await page.getByText(/anna@example.com is not confirmed yet.*confirm the address/).waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), 'ann@example.com')

  const fresh = await app.open('/sign-in?next=/settings/sessions')
  await fresh.getByLabel('E-mail').fill('ann@example.com')
  await fresh.getByLabel('Password').fill('a long enough password')
  await button(fresh, 'Sign in').click()
  await fresh.waitForURL('**/settings/sessions')
  await fresh.getByText('This device').waitFor()

  await page.getByText('Light', { exact: true }).click()
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light')
})

test('a passkey is added, renamed, signed in with and deleted', needsBrowser, async () => {
  const user = await world.person({ name: 'Pia' })
  const page = await app.open('/settings/passkeys', { user })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await button(page, 'Add passkey').click()
  await dialog(page).getByLabel('Name').fill('Work laptop')
  await button(page, 'Continue').click()
  await page.getByText('Passkey added.').waitFor()
  await button(page, 'Rename Work laptop').click()
  await dialog(page).getByLabel('Name').fill('Old laptop')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Old laptop').waitFor()

  await button(page, 'Pia, Studio').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.goto('/sign-in?next=/settings/passkeys')
  await page.getByText('Sign in with a passkey').click()
  await page.waitForURL('**/settings/passkeys')
  await button(page, 'Delete Old laptop').click()
  await button(page, 'Delete passkey').click()
  await page.getByText('No passkeys yet.').waitFor()
  const key = await world.session(user.userId)
  // The list shows the deletion before the server has answered.
  await until(async () => (await world.call('GET /api/account/passkeys', { key })).body.data.length === 0)
})

test('sessions are signed out one by one, and all others at once', needsBrowser, async () => {
  const user = await world.person()
  const others = [await world.session(user.userId), await world.session(user.userId)]
  const statuses = () =>
    Promise.all(others.map(async (key) => (await world.call('GET /api/account', { key })).status))
  const page = await app.open('/settings/sessions', { user })
  const ends = page.getByRole('button', { name: /^Sign out Unknown browser/ })
  await ends.first().click()
  await page.getByText('Session signed out.').waitFor()
  await ends.nth(1).waitFor({ state: 'detached' })
  // Within a second, everywhere.
  world.passSecond()
  await until(async () => (await statuses()).sort().join() === '200,401')
  others.push(await world.session(user.userId))
  await page.reload()
  await button(page, 'Sign out everywhere else').click()
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else.').waitFor()
  world.passSecond()
  await until(async () => (await statuses()).join() === '401,401,401')
  await page.reload()
  await page.getByText('This device').waitFor()
})

test(
  'a key is created, works within its scopes, and is revoked; an app is disconnected',
  needsBrowser,
  async () => {
    const { id: projectId, owner: user } = await world.project()
    const page = await app.open('/settings/api-keys', { user })
    await button(page, 'Create key').click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('Ingest')
    await dialog(page).getByLabel('May give verdicts').uncheck()
    await button(page, 'None').click()
    assert.ok(await dialog(page).getByRole('button', { name: 'Create key' }).isDisabled())
    await button(page, 'Read only').click()
    await requireAccessible(page)
    await dialog(page).getByRole('button', { name: 'Create key' }).click()
    const key = await shownOnce(page)
    assert.match(key, /^rvk_/)
    await button(page, 'Done').click()
    assert.ok(!(await page.content()).includes(key))
    assert.equal((await world.call(`GET /api/projects/${projectId}`, { key })).status, 200)
    const rename = { key, body: { name: 'Renamed' } }
    assert.equal((await world.call(`PATCH /api/projects/${projectId}`, rename)).status, 403)

    await button(page, 'Revoke Ingest').click()
    await button(page, 'Revoke key').click()
    await page.getByText('Key revoked.').waitFor()
    await button(page, 'Revoke Ingest').waitFor({ state: 'detached' })
    world.passSecond()
    await until(async () => (await world.call('GET /api/ping', { key })).status === 401)

    await newConnectedApp(world, projectId, user)
    await page.getByRole('link', { name: 'Connected apps' }).click()
    await button(page, 'Disconnect A sample').click()
    await button(page, 'Disconnect').click()
    await page.getByText('No connected apps.').waitFor()
  },
)

test('the page of a key lists its deeds, with an undo, and takes powers from it', needsBrowser, async () => {
  const { id: projectId, owner: user } = await world.project()
  const fileId = await newFile(world, projectId, user)
  const agent = await connect(world.url, user.key)
  await agent.callTool({ name: 'create_file_comment', arguments: { fileId, content: 'Too dark' } })
  await agent.close()
  const page = await app.open('/settings/api-keys', { user })
  await page.getByRole('list', { name: 'Keys' }).getByRole('link').click()
  const done = page.getByRole('list', { name: 'Activity' })
  await done.getByText('Too dark').waitFor()
  await done.getByText('by an agent').waitFor()
  assert.equal(
    await done.getByRole('link', { name: /Commented on/ }).getAttribute('href'),
    `/files/${fileId}?comment=${await commentOn(fileId)}`,
  )
  await requireAccessible(page)
  await done.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText(/^Undone: Commented on /).waitFor()
  assert.equal(await commentOn(fileId), undefined)

  await page.getByLabel('May spend money').click()
  await until(async () => {
    const [row] = await world.database.sql<{ may: boolean }>`
      select may_spend as may from api_keys where user_id = ${user.userId}`
    return row!.may === false
  })
  await page.reload()
  assert.equal(await page.getByLabel('May spend money').isChecked(), false)
  assert.equal(await page.getByLabel('May give verdicts').isChecked(), true)
})

/** Opens the page of the person's only key. */
async function openKey(user: Person, options: OpenOptions = {}): Promise<{ page: Page; activity: Locator }> {
  const page = await app.open(`/settings/api-keys?connection=${user.keyId}`, { user, ...options })
  const activity = page.getByRole('list', { name: 'Activity' })
  return { page, activity }
}

test(
  'two undos in a row with the keyboard, on a phone that is turned and reloaded',
  needsBrowser,
  async () => {
    const { id: projectId, owner: user } = await world.project()
    const fileId = await newFile(world, projectId, user)
    const client = new Dailies({ baseUrl: world.url, token: user.key })
    for (const content of ['First', 'Second']) await client.comments.createOnFile(fileId, { content })
    const { page, activity } = await openKey(user, { size: 'phone' })
    // By the place of its entry, which stays when the other one is undone first.
    const undo = (place: number) =>
      activity
        .getByRole('listitem')
        .nth(place)
        .getByRole('button', { name: /^Undo: Commented on/ })
    await undo(1).waitFor()
    await requireAccessibleInBothThemes(page)
    assert.deepEqual(await layoutFaults(page, { touch: true }), [])

    // The second one before the first has been answered, and then from where the focus is.
    await undo(0).focus()
    await page.keyboard.press('Enter')
    await undo(1).focus()
    await page.keyboard.press('Enter')
    await activity.getByRole('button').first().waitFor({ state: 'detached' })
    assert.equal(await activity.getByRole('listitem').filter({ hasText: 'deleted since' }).count(), 2)
    assert.equal(await commentOn(fileId), undefined)
    await activity.locator('a:focus').waitFor()

    await setSize(page, sizes.landscape)
    assert.deepEqual(await layoutFaults(page, { touch: true }), [])
    await page.reload()
    await activity.getByRole('listitem').nth(1).waitFor()
    assert.equal(await activity.getByRole('button').count(), 0)
  },
)

test('200 changes come page by page, and an undo keeps those that are shown', needsBrowser, async () => {
  const { id: projectId, owner: user } = await world.project()
  await sql`update api_keys set name = ${'render_pipeline_'.repeat(6)} where id = ${user.keyId}`
  const client = new Dailies({ baseUrl: world.url, token: user.key })
  for (let number = 1; number <= 200; number++)
    await client.comments.createOnProject(projectId, { content: `Change ${number}.` })
  const { page, activity } = await openKey(user, { size: 'phone', theme: 'light' })
  const items = activity.getByRole('listitem')
  for (const shown of [50, 100, 150, 200]) {
    await items.nth(shown - 1).waitFor()
    assert.equal(await items.count(), shown)
    if (shown < 200) await button(page, 'Load more').click()
  }
  await activity.getByText('Change 1.', { exact: true }).waitFor()
  assert.equal(await button(page, 'Load more').count(), 0)
  await items.last().getByRole('button').click()
  await items.last().getByRole('button').waitFor({ state: 'detached' })
  assert.equal(await items.count(), 200)
  assert.deepEqual(await layoutFaults(page, { touch: true }), [])
})

test(
  'the key of somebody else: an administrator forbids and revokes, and cannot allow',
  needsBrowser,
  async () => {
    const { owner } = await world.project()
    const admin = await world.person({ role: 'ADMIN', name: 'Ada' })
    await sql`update users set name = 'Bo Lindqvist' where id = ${owner.userId}`
    const path = `/settings/api-keys?connection=${owner.keyId}`
    const page = await app.open(path, { user: admin })
    await page.getByText('Only Bo Lindqvist can allow it again.').waitFor()
    await page.getByText('Approve, reject or request changes in the name of Bo Lindqvist.').waitFor()
    await page.getByText('Nothing yet.').waitFor()
    // Not `uncheck`, which requires the new state at once: the box shows what the server has answered.
    await page.getByLabel('May add people').click()
    await page.getByLabel('May add people').and(page.locator(':disabled:not(:checked)')).waitFor()
    assert.equal(await page.getByLabel('May give verdicts').isDisabled(), false)
    await requireAccessible(page)

    await page.getByRole('button', { name: /^Revoke / }).click()
    await button(page, 'Revoke key').click()
    await page.getByText('Key revoked.').waitFor()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    world.passSecond()
    await until(async () => (await world.call('GET /api/ping', { key: owner.key })).status === 401)
  },
)

async function commentOn(fileId: string): Promise<string | undefined> {
  const [row] = await world.database.sql<{ id: string }>`
    select id from comments where file_id = ${fileId} and deleted_at is null`
  return row?.id
}

test('a member is found, gets another role and is removed; a person is invited', needsBrowser, async () => {
  const workspaceId = await world.workspace('Unit')
  const user = await world.person({ workspaceId, role: 'ADMIN', name: 'Ada' })
  await world.person({ workspaceId, role: 'OWNER', name: 'Boss' })
  const otto = await world.person({ workspaceId, name: 'Otto' })
  const roleOf = async () => {
    const rows = await world.database.sql<{ role: string }>`
      select role from workspace_members where user_id = ${otto.userId} and workspace_id = ${workspaceId}`
    return rows[0]?.role
  }
  const page = await app.open('/settings/members', { user, workspaceId })
  await choose(page.getByLabel('Role of Otto'), 'Guest')
  await page.getByText('Otto is now Guest.').waitFor()
  assert.equal(await roleOf(), 'GUEST')
  await button(page, 'Undo').click()
  await page.getByText('Otto is now Member.').waitFor()
  assert.equal(await roleOf(), 'MEMBER')
  assert.equal(await page.getByLabel('Role of Boss').count(), 0)

  await page.getByLabel('Search').fill('ott')
  await page.getByText('Boss').waitFor({ state: 'detached' })
  await button(page, 'Remove Otto').click()
  await dialog(page).getByRole('button', { name: 'Remove Otto' }).click()
  await page.getByText('Otto was removed.').waitFor()
  await page.getByText('No members found.').waitFor()
  assert.equal(await roleOf(), undefined)

  await button(page, 'Invite a member').click()
  await dialog(page).getByLabel('Email').fill('nora@example.com')
  await button(page, 'Invite').click()
  const url = await shownOnce(page)
  assert.equal((await fetch(url)).status, 200)
  await button(page, 'Done').click()
  await button(page, 'Withdraw the invitation of nora@example.com').click()
  await page.getByText('Invitation withdrawn.').waitFor()
  assert.equal((await fetch(url)).status, 404)
})

test('sections without access are hidden; a guest sees a short page', needsBrowser, async () => {
  const member = await world.person()
  const page = await app.open('/settings/members', { user: member })
  await page.getByText('Page not found').waitFor()
  await page.goto('/settings/profile')
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await links.first().waitFor()
  assert.deepEqual(await links.allTextContents(), [
    'Profile',
    'Notifications',
    'Passkeys',
    'Sessions',
    'Connected apps',
    'API keys',
  ])

  const { id, owner } = await world.project()
  const made = await world.call(`POST /api/projects/${id}/access-links`, {
    key: owner.key,
    body: { role: 'PROJECT_REVIEWER' },
  })
  const link = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  const guest = await app.open(`/join/${link.body.data.accessKey}`)
  await guest.getByLabel('Name').fill('Gus')
  await guest.getByRole('button').last().click()
  await guest.waitForURL((url) => !url.pathname.startsWith('/join'))
  await guest.goto('/settings')
  await guest.getByText('You joined by a link').waitFor()
  assert.deepEqual(
    await guest.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents(),
    ['Profile', 'Notifications', 'Sessions'],
  )
  assert.equal(await guest.getByLabel('New password').count(), 0)
  await guest.getByLabel('Name', { exact: true }).fill('Gustav')
  await button(guest, 'Save').click()
  await guest.getByText('Profile saved.').waitFor()
})
