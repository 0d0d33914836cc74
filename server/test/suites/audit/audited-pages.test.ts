// The actions of people on pages before they have a credential: signing in, failing to, invitations, links, consent.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createOneTimeLink } from '../../../src/auth/one-time-links.ts'
import { collectEntries, type StoredEntry, untilWritten } from '../../helpers/audit-entries.ts'
import { linkIn, pageClient } from '../../helpers/page-client.ts'
import { quickHash } from '../../helpers/quick-password.ts'
import { until } from '../../helpers/until.ts'
import { startMailServer } from '../../stand-ins/mail-server.ts'
import { authorizeUrl, consent, startOAuthWorld } from '../../worlds/oauth-world.ts'
import type { Person } from '../../worlds/world.ts'

const mail = await startMailServer()
const env = {
  SMTP_URL: mail.url,
  MAIL_FROM: 'Dailies <review@example.com>',
  TRUST_PROXY: '127.0.0.1',
}
const world = await startOAuthWorld({ env })
const { sql } = world.database
const newEntries = await collectEntries(world)
const password = 'correct horse battery'

async function person(name = 'Ann'): Promise<Person> {
  const made = await world.person({ name })
  await sql`update users set password_hash = ${quickHash(password)} where id = ${made.userId}`
  return made
}

/** A member of a second workspace, too. */
async function inTwoWorkspaces(): Promise<Person & { elsewhere: string }> {
  const made = await person()
  const elsewhere = await world.workspace()
  await world.person({ workspaceId: elsewhere, email: made.email })
  return { ...made, elsewhere }
}

/** The next mail to this address; others are about other tests. */
async function letterTo(address: string): Promise<string> {
  for (;;) {
    const { to, text } = await mail.next()
    if (to[0] === address) return text
  }
}

const lines = (entries: StoredEntry[]) => entries.map(({ action, details }) => [action, details])

async function startLink(userId: string, purpose: 'SIGN_IN' | 'RESET'): Promise<string> {
  return (await createOneTimeLink(sql, '', userId, purpose)).split('token=')[1]!
}

test('signing in and out: the person, the method, the address behind the proxy, and the browser', async () => {
  const { userId, email } = await person()
  const client = pageClient(world.base)
  const proxied = { 'X-Forwarded-For': '203.0.113.7, 198.51.100.2' }
  await newEntries()
  assert.equal((await client.post('/sign-in', { email, password }, proxied)).status, 303)
  assert.equal((await client.post('/sign-out')).status, 303)
  const [started, ended, ...rest] = await newEntries()
  assert.deepEqual(rest, [])
  assert.deepEqual(lines([started!, ended!]), [
    ['session.started', { method: 'PASSWORD' }],
    ['session.ended', {}],
  ])
  assert.deepEqual(
    [started!.actorId, started!.actorName, started!.credential, started!.targetKind, started!.targetId],
    [userId, 'Ann', 'SESSION', 'USER', userId],
  )
  assert.deepEqual([started!.address, ended!.address], ['198.51.100.2', '127.0.0.1'])
  assert.match(started!.userAgent!, /Chrome/)
})

test('a failed sign-in is in the log of each workspace of the person, and never holds what was typed', async () => {
  const { userId, email, elsewhere } = await inTwoWorkspaces()
  const client = pageClient(world.base)
  await newEntries()
  assert.equal((await client.post('/sign-in', { email, password: 'Secret guess' })).status, 403)
  const entries: StoredEntry[] = []
  await until(async () => {
    entries.push(...(await newEntries()))
    return entries.length >= 2
  })
  assert.deepEqual(
    new Set(entries.map(({ workspaceId }) => workspaceId)),
    new Set([world.workspaceId, elsewhere]),
  )
  for (const entry of entries) {
    assert.deepEqual(
      [entry.action, entry.credential, entry.actorId, entry.targetId, entry.details],
      ['session.refused', 'NONE', null, userId, { method: 'PASSWORD' }],
    )
    assert.doesNotMatch(JSON.stringify(entry), /Secret|@/)
  }
})

test('a failed sign-in to an unknown account leaves no entry: the text may be a password in the wrong field', async () => {
  const client = pageClient(world.base)
  await newEntries()
  assert.equal((await client.post('/sign-in', { email: 'hunter2', password: 'x' })).status, 403)
  assert.equal((await client.post('/sign-in', { email: 'nobody@example.com', password: 'x' })).status, 403)
  // A later failure is written after these two would have been.
  const { email } = await person()
  await newEntries()
  assert.equal((await client.post('/sign-in', { email, password: 'x' })).status, 403)
  assert.deepEqual(lines(await untilWritten(newEntries)), [['session.refused', { method: 'PASSWORD' }]])
})

test('strangers cannot fill the log: 20 failures about one account in an hour, and the last says that there may be more', async () => {
  const { email, userId } = await person()
  const client = pageClient(world.base)
  await newEntries()
  const entries: StoredEntry[] = []
  for (let i = 1; i <= 20; i++) {
    await client.post('/sign-in', { email, password: 'wrong' })
    entries.push(...(await untilWritten(newEntries)))
  }
  for (let i = 0; i < 10; i++) await client.post('/sign-in', { email, password: 'wrong' })
  assert.equal((await client.post('/sign-in', { email, password })).status, 303)
  entries.push(...(await newEntries()))
  const refused = entries.filter(({ action }) => action === 'session.refused')
  assert.deepEqual([refused.length, refused.filter(({ details }) => details.more === true).length], [20, 1])
  const [row] = await sql`
    select count(*)::integer as count from audit_entries where target_id = ${userId} and action = 'session.refused'`
  assert.equal(row!.count, 20)
})

test('a sign-in link and a reset link', async () => {
  const { userId, elsewhere } = await inTwoWorkspaces()
  await newEntries()
  await pageClient(world.base).post('/sign-in/link', { token: await startLink(userId, 'SIGN_IN') })
  assert.deepEqual(lines(await newEntries()), [['session.started', { method: 'SIGN_IN_LINK' }]])
  const token = await startLink(userId, 'RESET')
  await pageClient(world.base).post('/reset', { token, password: 'quite a new one' })
  const entries = await newEntries()
  const reset = entries.filter(({ action }) => action === 'password.reset')
  assert.deepEqual(
    new Set(reset.map(({ workspaceId }) => workspaceId)),
    new Set([world.workspaceId, elsewhere]),
  )
  assert.deepEqual(lines(entries.filter(({ action }) => action !== 'password.reset')), [
    ['session.started', { method: 'RESET_LINK' }],
  ])
})

test('asking for a reset link is recorded for known accounts only', async () => {
  const { email } = await person()
  await newEntries()
  await pageClient(world.base).post('/forgot', { email: 'nobody@example.com' })
  await pageClient(world.base).post('/forgot', { email })
  assert.deepEqual(lines(await untilWritten(newEntries)), [['password.reset_requested', {}]])
  assert.match(await letterTo(email), /A new password/)
})

test('a wrong current password is recorded, the change of password and address as well', async () => {
  const { userId } = await person()
  const key = await world.session(userId)
  await newEntries()
  const patch = (body: object) => world.call('PATCH /api/account', { key, body })
  assert.equal((await patch({ password: 'quite a new one', currentPassword: 'no' })).status, 403)
  assert.equal((await patch({ password: 'quite a new one' })).status, 403)
  assert.deepEqual(lines(await newEntries()), [['password.refused', { method: 'PASSWORD' }]])
  const wanted = 'ann.new@example.com'
  assert.equal(
    (await patch({ password: 'quite a new one', email: wanted, currentPassword: password })).status,
    204,
  )
  assert.deepEqual(lines(await newEntries()), [
    ['email.requested', {}],
    ['password.changed', {}],
  ])
  const token = linkIn(await letterTo(wanted)).split('token=')[1]!
  const client = pageClient(world.base)
  client.setCookie(key.replace('session:', 'dailies='))
  assert.equal((await client.post('/confirm-email', { token })).status, 200)
  assert.deepEqual(lines(await newEntries()), [['email.changed', {}]])
})

test('an invitation: its creation, its acceptance by a new account, and by an existing one', async () => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada' })
  const key = await world.session(admin.userId)
  const invite = async (email: string) => {
    await world.call('POST /api/workspace/invitations', { key, body: { email, role: 'MEMBER' } })
    return linkIn(await letterTo(email)).split('token=')[1]!
  }
  await newEntries()
  const token = await invite('nora@example.com')
  const account = { name: 'Nora', password: 'a good password' }
  assert.equal((await pageClient(world.base).post('/invitation', { token, ...account })).status, 303)
  const [created, accepted, started] = await newEntries()
  assert.deepEqual(lines([created!, accepted!, started!]), [
    ['invitation.created', { role: 'MEMBER' }],
    ['invitation.accepted', { role: 'MEMBER' }],
    ['session.started', { method: 'INVITATION' }],
  ])
  assert.deepEqual([created!.targetName, accepted!.actorName], ['nora@example.com', 'Nora'])

  const workspaceId = await world.workspace()
  const guest = await world.person({ workspaceId, name: 'Bo' })
  const second = await invite(guest.email)
  const client = pageClient(world.base)
  client.setCookie((await world.session(guest.userId, workspaceId)).replace('session:', 'dailies='))
  await newEntries()
  assert.equal((await client.post('/invitation/accept', { token: second })).status, 303)
  const entries = await newEntries()
  assert.deepEqual(lines(entries), [
    ['invitation.accepted', { role: 'MEMBER' }],
    ['session.started', { method: 'INVITATION' }],
  ])
  assert.deepEqual(new Set(entries.map((entry) => entry.workspaceId)), new Set([world.workspaceId]))
})

test('an access link: a guest and a member who join, and a wrong password', async () => {
  const { id: projectId, owner } = await world.project({ name: 'Harbour' })
  const body = { role: 'PROJECT_REVIEWER', description: 'For the client', password: 'harbour' }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key: owner.key, body })
  const linkId = made.body.data.id
  const { accessKey } = (await world.call(`GET /api/project-access-links/${linkId}`, { key: owner.key })).body
    .data
  await newEntries()
  const page = pageClient(world.base)
  assert.equal((await page.post(`/join/${accessKey}`, { name: 'Kim', password: 'wrong' })).status, 403)
  const [refused] = await untilWritten(newEntries)
  assert.deepEqual(
    [refused!.action, refused!.targetKind, refused!.targetId, refused!.targetName, refused!.projectName],
    ['access_link.refused', 'ACCESS_LINK', linkId, 'For the client', 'Harbour'],
  )
  assert.equal((await page.post(`/join/${accessKey}`, { name: 'Kim', password: 'harbour' })).status, 303)
  const [joined, started] = await newEntries()
  assert.deepEqual(lines([joined!, started!]), [
    ['access_link.joined', { role: 'PROJECT_REVIEWER', guest: true }],
    ['session.started', { method: 'ACCESS_LINK' }],
  ])
  assert.deepEqual(
    [joined!.actorName, joined!.credential, joined!.targetId, joined!.projectId, joined!.actorId],
    ['Kim', 'NONE', linkId, projectId, started!.actorId],
  )
  const member = await world.person({ name: 'Bo' })
  const join = { accessKey, password: 'harbour' }
  assert.equal((await world.call('POST /api/access-links/join', { key: member.key, body: join })).status, 200)
  const [byKey] = await newEntries()
  assert.deepEqual(
    [byKey!.action, byKey!.actorName, byKey!.credential, byKey!.connectionId],
    ['access_link.joined', 'Bo', 'API_KEY', member.keyId],
  )
  const all = JSON.stringify([refused, joined, started, byKey])
  assert.equal(all.includes(accessKey) || all.includes('harbour"'), false)
})

test('an app: consent with its scopes, and a refusal', async () => {
  const { userId } = await person()
  const browser = await world.browser(userId)
  const config = await world.register({ client_name: 'Edit Suite' })
  const url = await authorizeUrl(config, { scope: 'projects:read files:read' })
  await newEntries()
  await consent(browser, url, { scopes: ['projects:read'] })
  await consent(browser, await authorizeUrl(config, { scope: 'comments:write' }), { decision: 'deny' })
  const [connected, refused] = await newEntries()
  assert.deepEqual(lines([connected!, refused!]), [
    ['app.connected', { scopes: ['projects:read'] }],
    ['app.refused', {}],
  ])
  assert.deepEqual(
    [connected!.actorId, connected!.targetKind, connected!.targetName, refused!.targetName],
    [userId, 'APP', 'Edit Suite', 'Edit Suite'],
  )
})

test('switching to another workspace is in the log of that workspace', async () => {
  const { userId, elsewhere } = await inTwoWorkspaces()
  const client = pageClient(world.base)
  client.setCookie((await world.session(userId)).replace('session:', 'dailies='))
  await newEntries()
  await client.post('/workspaces/switch', { workspace: elsewhere })
  const entries = await newEntries()
  assert.deepEqual(lines(entries), [['session.started', { method: 'WORKSPACE_SWITCH' }]])
  assert.equal(entries[0]!.workspaceId, elsewhere)
})

/** The routes of pages that change something, with their actions; or why they have none. */
const pageRoutes: Record<string, string> = {
  '/sign-in': 'session.started, session.refused',
  '/sign-in/link': 'session.started',
  '/sign-out': 'session.ended',
  '/workspaces/switch': 'session.started',
  '/forgot': 'password.reset_requested',
  '/reset': 'password.reset, session.started',
  '/confirm-email': 'email.changed, password.refused',
  '/invitation': 'invitation.accepted, session.started',
  '/invitation/accept': 'invitation.accepted, session.started',
  '/join/:key': 'access_link.joined, access_link.refused, session.started',
  '/passkeys/sign-in.options': 'nothing: a challenge',
  '/passkeys/sign-in': 'session.started, session.refused',
  '/passkeys/accept.options': 'nothing: a challenge',
  '/passkeys/accept': 'invitation.accepted, session.started',
  path: 'app.connected, app.refused (consent); mail settings of one person, which concern nobody else',
}

test('every form of a page is in the table of this file', () => {
  const folder = new URL('../../../src/surfaces/pages/', import.meta.url)
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const routes = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bapp\.post\('?([^',)]+)/g)].map(
      (match) => match[1]!,
    ),
  )
  assert.deepEqual(new Set(routes), new Set(Object.keys(pageRoutes)))
})
