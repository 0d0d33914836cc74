// An unproven address gives no power over the accounts of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient } from '../../test/helpers/page-client.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { admin, temporaryFolder } from './fixtures/admin-world.ts'

const world = await startWorld()
const { sql } = world.database
const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: temporaryFolder(), BASE_URL: world.url }
const run = (...args: string[]) => admin(env, args)

function createOwner(email: string, workspace: string, ...flags: string[]) {
  const who = ['--email', email, '--name', 'Ann', '--role', 'OWNER']
  return run('user', 'create', '--workspace', workspace, ...who, ...flags)
}

/** An account with an unproven address: the inviter entered it and handed the link over. */
async function squatter(email: string): Promise<{ userId: string; session: string; workspaceId: string }> {
  const workspaceId = await world.workspace('Attackers')
  const inviter = await world.person({ workspaceId, role: 'ADMIN' })
  const key = await world.session(inviter.userId, workspaceId)
  const made = await world.call('POST /api/workspace/invitations', { key, body: { email, role: 'MEMBER' } })
  const token = new URL(made.body.data.url).searchParams.get('token')!
  const client = pageClient(world.url)
  await client.post('/invitation', { token, name: 'Mallory', password: 'a good password' })
  const [user] = await sql<{ id: string }>`select id from users where email = ${email}`
  return { userId: user!.id, session: `session:${client.token()}`, workspaceId }
}

test('a GUEST who asks for an address does not become the OWNER that the operator creates with it', async () => {
  const { userId } = await world.person({ role: 'GUEST' })
  const key = await world.session(userId)
  const answer = await world.call('PATCH /api/account', { key, body: { email: 'ann@example.com' } })
  assert.equal(answer.status, 204)
  const workspace = await world.workspace('Production')
  const made = await createOwner('ann@example.com', workspace)
  assert.equal(made.code, 0, made.stderr)
  assert.notEqual(made.json.id, userId)
  const roles = await sql`select workspace_id, role from workspace_members where user_id = ${userId}`
  assert.deepEqual(roles, [{ workspace_id: world.workspaceId, role: 'GUEST' }])
})

test('user create fails on an existing account, attaches with --existing, and says which in its JSON', async () => {
  const email = `${newUuid()}@example.com`
  const first = await createOwner(email, world.workspaceId)
  assert.deepEqual(first.json, { id: first.json.id, created: true })
  const elsewhere = await world.workspace()
  const again = await createOwner(email.toUpperCase(), elsewhere)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /account .* already has this address.*--existing/s)
  assert.equal((await sql`select id from workspace_members where workspace_id = ${elsewhere}`).length, 0)
  const attached = await createOwner(email.toUpperCase(), elsewhere, '--existing')
  assert.deepEqual(attached.json, { id: first.json.id, created: false })
})

test('user create --existing refuses an account that has not proven the address', async () => {
  const email = `${newUuid()}@example.com`
  const { userId, workspaceId } = await squatter(email)
  const production = await world.workspace('Production')
  for (const flags of [[], ['--existing']]) {
    const refused = await createOwner(email, production, ...flags)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, new RegExp(`${userId}.*confirm-email.*--new`, 's'))
  }
  const memberships = await sql`select workspace_id from workspace_members where user_id = ${userId}`
  assert.deepEqual(memberships, [{ workspace_id: workspaceId }])
})

test('user create --new takes an unproven address from the account that has it', async () => {
  const email = `${newUuid()}@example.com`
  const { userId, session } = await squatter(email)
  const made = await createOwner(email, world.workspaceId, '--new')
  assert.equal(made.json.created, true)
  const account = await world.call('GET /api/account', { key: session })
  assert.deepEqual([account.body.data.id, account.body.data.emailConfirmed], [userId, false])
  assert.match(account.body.data.email, /\.invalid$/)
  const proven = await createOwner(email, world.workspaceId, '--new')
  assert.equal(proven.code, 1, 'a proven address is not taken from its account')
})

test('confirm-email proves the address that was asked for, and no other', async () => {
  const { userId } = await world.person()
  const key = await world.session(userId)
  const wanted = `${newUuid()}@example.com`
  await world.call('PATCH /api/account', { key, body: { email: wanted } })
  const confirm = (email: string) => run('user', 'confirm-email', '--user', userId, '--email', email)
  const other = await confirm(`${newUuid()}@example.com`)
  assert.equal(other.code, 1)
  assert.match(other.stderr, new RegExp(wanted))
  assert.deepEqual((await confirm(wanted.toUpperCase())).json, { id: userId, email: wanted })
  const { body } = await world.call('GET /api/account', { key })
  assert.deepEqual([body.data.email, body.data.emailConfirmed, body.data.pendingEmail], [wanted, true, null])
})

test('confirm-email takes an unproven address from another account, and never a proven one', async () => {
  const email = `${newUuid()}@example.com`
  const { session } = await squatter(email)
  const people = [await world.person(), await world.person()]
  for (const { userId } of people) {
    await world.call('PATCH /api/account', { key: await world.session(userId), body: { email } })
  }
  const [first, second] = [people[0]!.userId, people[1]!.userId]
  assert.equal((await run('user', 'confirm-email', '--user', first, '--email', email)).code, 0)
  const late = await run('user', 'confirm-email', '--user', second, '--email', email)
  assert.deepEqual([late.code, /another account/.test(late.stderr)], [1, true])
  const account = await world.call('GET /api/account', { key: session })
  assert.match(account.body.data.email, /\.invalid$/)
})

test('user list shows the operator which addresses wait for a confirmation', async () => {
  const { userId } = await world.person()
  const email = `${newUuid()}@example.com`
  await world.call('PATCH /api/account', { key: await world.session(userId), body: { email } })
  const { json } = await run('user', 'list')
  const entry = json.find(({ id }: { id: string }) => id === userId)
  assert.deepEqual([entry.emailConfirmed, entry.pendingEmail], [true, email])
})

test('user create --existing that lowers an ADMIN pauses their webhooks', async () => {
  const boss = await world.person({ role: 'ADMIN' })
  const body = { url: 'https://hooks.example.com/in', events: ['*'] }
  const made = await world.call('POST /api/webhooks', { key: boss.key, body })
  const flags = ['--email', boss.email, '--name', 'Boss', '--role', 'MEMBER', '--existing']
  assert.equal((await run('user', 'create', '--workspace', world.workspaceId, ...flags)).code, 0)
  const [webhook] = await sql`select active, disabled_reason from webhooks where id = ${made.body.data.id}`
  assert.deepEqual(webhook, { active: false, disabled_reason: 'OWNER_REMOVED' })
})
