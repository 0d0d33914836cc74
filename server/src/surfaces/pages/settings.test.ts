import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPasskey } from '../../../test/account-things.ts'
import { linkIn, pageClient, textOf } from '../../../test/page-client.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const { sql } = world.database

async function visitor(role: 'OWNER' | 'ADMIN' | 'MEMBER' = 'MEMBER') {
  const person = await world.person({ role, name: 'Ann' })
  const client = pageClient(world.url)
  client.setCookie((await world.session(person.userId)).replace('session:', 'dailies='))
  return { ...person, client }
}

const paths = ['profile', 'passkeys', 'sessions', 'api-keys', 'members', 'apps'].map(
  (name) => `/settings/${name}`,
)

test('303: whoever is not signed in signs in first and comes back', async () => {
  const client = pageClient(world.url)
  for (const path of ['/', ...paths]) {
    const answer = await client.get(path)
    assert.deepEqual([answer.status, answer.location], [303, `/sign-in?next=${encodeURIComponent(path)}`])
  }
  assert.equal((await client.post('/settings/profile', { name: 'x' })).location, '/sign-in?next=%2F')
})

test('200: every section, for those who may see it', async () => {
  const admin = await visitor('ADMIN')
  for (const path of paths) assert.equal((await admin.client.get(path)).status, 200, path)
  const member = await visitor()
  assert.equal((await member.client.get('/settings/members')).status, 403)
  assert.ok(!(await member.client.get('/settings/profile')).text.includes('/settings/members'))
})

test('profile: the name is saved, a wrong one is marked, and a password is set and changed', async () => {
  const { client, userId, email } = await visitor()
  const saved = await client.post('/settings/profile', { name: 'Anna', email })
  assert.equal(saved.location, '/settings/profile?done=profile')
  assert.match(textOf((await client.get(saved.location!)).text), /Anna · Studio.*saved/)
  const wrong = await client.post('/settings/profile', { name: '', email: 'nobody' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /id="name-error"/)
  assert.match(wrong.text, /value="nobody"/)

  assert.equal((await client.post('/settings/password', { password: 'first password' })).status, 303)
  const refused = await client.post('/settings/password', {
    password: 'second password',
    currentPassword: 'wrong',
  })
  assert.equal(refused.status, 403)
  assert.match(textOf(refused.text), /current password is wrong/)
  const moved = await client.post('/settings/profile', {
    name: 'Anna',
    email: `x${email}`,
    currentPassword: 'first password',
  })
  assert.equal(moved.status, 303)
  const [user] = await sql`select email from users where id = ${userId}`
  assert.equal(user!.email, `x${email}`)
})

test('passkeys: renamed and deleted without a script', async () => {
  const person = await visitor()
  const id = await newPasskey(world, person)
  await person.client.post(`/settings/passkeys/${id}/rename`, { name: 'Laptop <3' })
  assert.match((await person.client.get('/settings/passkeys')).text, /Laptop &lt;3/)
  assert.equal((await person.client.post(`/settings/passkeys/${id}/delete`)).status, 303)
  assert.equal((await person.client.post(`/settings/passkeys/${id}/delete`)).status, 404)
})

test('sessions: another browser is signed out at once', async () => {
  const { client, userId } = await visitor()
  const other = pageClient(world.url)
  other.setCookie((await world.session(userId)).replace('session:', 'dailies='))
  assert.ok(await other.who())
  const page = await client.get('/settings/sessions')
  const [action] = /\/settings\/sessions\/[^/]+\/end/.exec(page.text)!
  assert.equal((await client.post(action)).location, '/settings/sessions?done=ended')
  assert.equal((await other.get('/')).status, 303)
  assert.ok(await client.who())
})

test('API keys: shown once, listed without, revoked', async () => {
  const { client } = await visitor()
  const made = await client.post('/settings/api-keys', {
    name: 'Ingest',
    scopes: ['files:read', 'files:write'],
    expiresInDays: '30',
  })
  const [key] = /rvk_\w{36}/.exec(made.text)!
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  const list = await client.get('/settings/api-keys')
  assert.ok(!list.text.includes(key))
  assert.match(textOf(list.text), /Ingest.*files:read, files:write/)
  const bad = await client.post('/settings/api-keys', { name: 'None' })
  assert.equal(bad.status, 400)
  assert.match(textOf(bad.text), /Choose at least one/)
  const ids = [...list.text.matchAll(/\/settings\/api-keys\/([^/"]+)\/revoke/g)].map((match) => match[1])
  assert.equal((await client.post(`/settings/api-keys/${ids.at(-1)}/revoke`)).status, 303)
  assert.ok(!textOf((await client.get('/settings/api-keys')).text).includes('Ingest'))
})

test('members: an invitation is made, shown once and taken back', async () => {
  const { client } = await visitor('ADMIN')
  const made = await client.post('/settings/members/invite', { email: 'new@example.com', role: 'MEMBER' })
  assert.equal(made.status, 200)
  const path = linkIn(made.text)
  assert.equal((await pageClient(world.url).get(path)).status, 200)
  const list = await client.get('/settings/members')
  assert.ok(!list.text.includes(path))
  assert.match(textOf(list.text), /new@example\.com MEMBER Invited by Ann/)
  const [action] = /\/settings\/members\/invitations\/[^/]+\/revoke/.exec(list.text)!
  assert.equal((await client.post(action)).status, 303)
  assert.equal((await pageClient(world.url).get(path)).status, 404)
  assert.equal(
    (await client.post('/settings/members/invite', { email: 'nobody', role: 'MEMBER' })).status,
    400,
  )
  const member = await visitor()
  const refused = await member.client.post('/settings/members/invite', {
    email: 'x@example.com',
    role: 'ADMIN',
  })
  assert.equal(refused.status, 403)
})

test('members: roles are set and people removed, as far as one may', async () => {
  const workspaceId = await world.workspace('Big')
  const admin = await world.person({ workspaceId, role: 'ADMIN' })
  const other = await world.person({ workspaceId, name: 'Otto' })
  const boss = await world.person({ workspaceId, role: 'OWNER', name: 'Boss' })
  const client = pageClient(world.url)
  client.setCookie((await world.session(admin.userId, workspaceId)).replace('session:', 'dailies='))
  const idOf = async ({ userId }: { userId: string }) =>
    (await sql<{ id: string }>`select id from workspace_members where user_id = ${userId}`)[0]!.id
  const [otto, owner] = [await idOf(other), await idOf(boss)]
  const page = (await client.get('/settings/members')).text
  assert.ok(page.includes(`${otto}/remove`) && !page.includes(`${owner}/remove`))
  assert.equal((await client.post(`/settings/members/${otto}/role`, { role: 'GUEST' })).status, 303)
  const refused = await client.post(`/settings/members/${owner}/role`, { role: 'GUEST' })
  assert.equal(refused.status, 403)
  assert.match(textOf(refused.text), /Only OWNER can/)
  assert.equal(
    (await client.post(`/settings/members/${otto}/remove`)).location,
    '/settings/members?done=removed',
  )
  assert.ok(!textOf((await client.get('/settings/members')).text).includes('Otto'))
})

test('members: all of them, page by page', async () => {
  const workspaceId = await world.workspace('Huge')
  const admin = await world.person({ workspaceId, role: 'ADMIN' })
  await sql`insert into users (id, email, name) select gen_random_uuid(), 'many' || i || '@example.com', 'Many' from generate_series(1, 60) i`
  await sql`
    insert into workspace_members (id, workspace_id, user_id, role)
    select gen_random_uuid(), ${workspaceId}, id, 'MEMBER' from users where name = 'Many'`
  const client = pageClient(world.url)
  client.setCookie((await world.session(admin.userId, workspaceId)).replace('session:', 'dailies='))
  const first = await client.get('/settings/members')
  const next = /href="(\/settings\/members\?next=[^"#]+)#members"/.exec(first.text)![1]!
  const second = await client.get(next)
  const addresses = (first.text + second.text).match(/many\d+@example\.com/g)
  assert.equal(new Set(addresses).size, 60)
  assert.equal((await client.get('/settings/members?next=nonsense')).status, 400)
})

test('another workspace is another session; only one that one is in', async () => {
  const { client, email, userId } = await visitor()
  const second = await world.workspace('Second unit')
  await world.person({ workspaceId: second, email })
  const before = client.token()
  assert.equal((await client.post('/workspaces/switch', { workspace: second })).location, '/')
  assert.equal(await client.who(), 'Ann · Second unit')
  assert.notEqual(client.token(), before)
  for (const workspace of [await world.workspace(), 'nonsense', '']) {
    await client.post('/workspaces/switch', { workspace })
    assert.equal(await client.who(), 'Ann · Second unit')
  }
  assert.equal((await sql`select id from sessions where user_id = ${userId}`).length, 1)
})

test('429: what a page changes spends the bucket of the operation', async () => {
  const stingy = await startWorld({ env: { RATE_LIMITS: 'tier3=2' } })
  const { userId } = await stingy.person({ role: 'ADMIN' })
  const key = await stingy.session(userId)
  const client = pageClient(stingy.url)
  client.setCookie(key.replace('session:', 'dailies='))
  const body = (i: number) => ({ email: `${i}@example.com`, role: 'MEMBER' })
  assert.equal((await stingy.call('POST /api/workspace/invitations', { key, body: body(0) })).status, 201)
  assert.equal((await client.post('/settings/members/invite', body(1))).status, 200)
  const refused = await client.post('/settings/members/invite', body(2))
  assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true])
  for (let i = 0; i < 3; i++) assert.equal((await client.get('/settings/members')).status, 200)
})
