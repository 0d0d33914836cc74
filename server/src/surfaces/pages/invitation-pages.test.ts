import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { hashPassword } from '../../auth/passwords.ts'

const world = await startWorld()
const { sql } = world.database
const admin = await world.person({ role: 'ADMIN', name: 'Ada' })
const key = await world.session(admin.userId)

async function invite(email: string, role = 'MEMBER'): Promise<string> {
  const made = await world.call('POST /api/workspace/invitations', { key, body: { email, role } })
  return new URL(made.body.data.url).searchParams.get('token')!
}

const account = { name: 'Nora', password: 'a good password' }

test('303: a new person enters a name and a password, and is signed in as a member', async () => {
  const token = await invite('nora@example.com', 'GUEST')
  const client = pageClient(world.url)
  const page = await client.get(`/invitation?token=${token}`)
  assert.match(textOf(page.text), /Ada invites you/)
  const answer = await client.post('/invitation', { token, ...account })
  assert.deepEqual([answer.status, answer.location], [303, '/'])
  assert.equal(await client.who(), 'Nora · Studio')
  const [member] = await sql`
    select u.name, u.email, m.role from users u join workspace_members m on m.user_id = u.id
    where u.email = 'nora@example.com'`
  assert.deepEqual(member, { name: 'Nora', email: 'nora@example.com', role: 'GUEST' })
  const again = pageClient(world.url)
  assert.equal((await again.post('/invitation', { token, ...account })).status, 404)
  const signIn = await again.post('/sign-in', { email: 'nora@example.com', password: account.password })
  assert.equal(signIn.status, 303)
})

test('400: a missing name or a short password; the form keeps its values and the invitation stays valid', async () => {
  const token = await invite('typo@example.com')
  const client = pageClient(world.url)
  const answer = await client.post('/invitation', { token, name: 'Ty"po', password: 'short' })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /value="Ty&quot;po"/)
  assert.match(answer.text, /password-error/)
  assert.equal(
    (await client.post('/invitation', { token, name: ' ', password: account.password })).status,
    400,
  )
  assert.equal((await client.post('/invitation', { token, ...account })).status, 303)
})

test('two concurrent acceptances: one succeeds', async () => {
  const token = await invite('race@example.com')
  const answers = await Promise.all(
    [1, 2].map(() => pageClient(world.url).post('/invitation', { token, ...account })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort((a, b) => a - b)[0], 303)
  assert.equal((await sql`select id from users where email = 'race@example.com'`).length, 1)
})

test('a person with an account must sign in to accept; other accounts cannot accept', async () => {
  const elsewhere = await world.workspace('Elsewhere')
  const known = await world.person({ workspaceId: elsewhere, name: 'Kim' })
  await sql`update users set password_hash = ${await hashPassword(account.password)} where id = ${known.userId}`
  const token = await invite(known.email.toUpperCase())
  const path = `/invitation?token=${token}`
  const client = pageClient(world.url)
  assert.match(textOf((await client.get(path)).text), /already an account for/)
  const forced = await client.post('/invitation', { token, ...account })
  assert.match(textOf(forced.text), /already/)
  assert.equal(client.token(), undefined)

  const other = await world.person({ workspaceId: elsewhere })
  const foreign = pageClient(world.url)
  foreign.setCookie((await world.session(other.userId, elsewhere)).replace('session:', 'dailies='))
  assert.match(textOf((await foreign.get(path)).text), /Sign out, then/)
  assert.equal((await foreign.post('/invitation/accept', { token })).status, 404)

  await client.post('/sign-in', { email: known.email, password: account.password })
  assert.match(textOf((await client.get(path)).text), /Join as Kim/)
  assert.equal((await client.post('/invitation/accept', { token })).location, '/')
  assert.equal(await client.who(), 'Kim · Studio')
})

test('403: a guest by access link cannot accept an invitation as a guest', async () => {
  const { id, owner } = await world.project({})
  const body = { role: 'PROJECT_REVIEWER', allowDownload: false }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: owner.key, body })
  const link = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  const client = pageClient(world.url)
  await client.post(`/join/${link.body.data.accessKey}`, { name: 'Gus' })
  const guest = await world.call('GET /api/account', { key: `session:${client.token()}` })

  const elsewhere = await world.workspace('Accomplice')
  const accomplice = await world.person({ workspaceId: elsewhere, role: 'OWNER' })
  const invited = await world.call('POST /api/workspace/invitations', {
    key: await world.session(accomplice.userId, elsewhere),
    body: { email: guest.body.data.email, role: 'MEMBER' },
  })
  const token = new URL(invited.body.data.url).searchParams.get('token')!
  assert.equal((await client.post('/invitation/accept', { token })).status, 403)
  await client.post('/workspaces/switch', { workspace: guest.body.data.workspace.id })
  const ping = await world.call('GET /api/ping', { key: `session:${client.token()}` })
  assert.ok(!ping.body.data.scopes.includes('files:download'))
})

test('an invitation raises the role of a guest who joined by access link meanwhile, and never lowers a role', async () => {
  for (const [held, offered, role] of [
    ['GUEST', 'MEMBER', 'MEMBER'],
    ['ADMIN', 'MEMBER', 'ADMIN'],
  ] as const) {
    const elsewhere = await world.workspace('Elsewhere')
    const { userId, email } = await world.person({ workspaceId: elsewhere })
    const token = await invite(email, offered)
    await sql`
      insert into workspace_members (id, workspace_id, user_id, role)
      values (${crypto.randomUUID()}, ${world.workspaceId}, ${userId}, ${held})`
    const client = pageClient(world.url)
    client.setCookie((await world.session(userId, elsewhere)).replace('session:', 'dailies='))
    assert.equal((await client.post('/invitation/accept', { token })).status, 303)
    const members = await sql`
      select role from workspace_members where workspace_id = ${world.workspaceId} and user_id = ${userId}`
    assert.deepEqual(members, [{ role }])
  }
})

test('404: an expired, withdrawn or unknown invitation', async () => {
  const token = await invite('late@example.com')
  await sql`update invitations set expires_at = now()`
  const client = pageClient(world.url)
  for (const one of [token, 'nonsense', '']) {
    assert.equal((await client.get(`/invitation?token=${one}`)).status, 404)
    assert.equal((await client.post('/invitation', { token: one, ...account })).status, 404)
  }
})
