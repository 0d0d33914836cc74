import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { findByPassword } from '../../auth/accounts.ts'
import { createOneTimeLink } from '../../auth/one-time-links.ts'
import { createSession } from '../../auth/sessions.ts'

const world = await startWorld()
const { sql } = world.database

async function person() {
  const { userId, email } = await world.person({ name: 'Ann' })
  const key = await world.session(userId)
  const update = (body: object) => world.call('PATCH /api/account', { key, body })
  return { userId, email, key, update }
}

test('204: name and first password change without a current password; a new address stays pending', async () => {
  const { userId, email, key, update } = await person()
  const answer = await update({ name: 'Anna', email: `new-${email}`, password: 'first password' })
  assert.deepEqual([answer.status, answer.body], [204, ''])
  const [user] = await sql`select name, email, password_hash from users where id = ${userId}`
  assert.deepEqual([user!.name, user!.email], ['Anna', email])
  assert.match(user!.password_hash as string, /^\$argon2id\$/)
  assert.equal((await findByPassword(sql, (check) => check(), email, 'first password'))?.userId, userId)
  const { body } = await world.call('GET /api/account', { key })
  // This server sends no mail: the operator confirms.
  assert.deepEqual(body.data.pendingEmail, { email: `new-${email}`, mailed: false })
  assert.deepEqual([body.data.email, body.data.emailConfirmed], [email, true])
})

test('204: sending the current address or a new password cancels a pending change of address', async () => {
  const { email, key, update } = await person()
  const pending = async () => (await world.call('GET /api/account', { key })).body.data.pendingEmail
  for (const change of [{ email: email.toUpperCase() }, { password: 'first password' }]) {
    await update({ email: `new-${email}` })
    assert.equal((await pending()).email, `new-${email}`)
    assert.equal((await update(change)).status, 204)
    assert.equal(await pending(), null)
  }
})

test('204: a pending address is not reserved: several accounts can request it', async () => {
  const email = 'wanted@example.com'
  for (const { update } of [await person(), await person()])
    assert.equal((await update({ email })).status, 204)
  const { userId } = await world.person({ email })
  const [user] = await sql`select email from users where id = ${userId}`
  assert.equal(user!.email, email)
})

test('204: a new password ends all other sessions, a new name none', async () => {
  const { userId, key, update } = await person()
  const other = await world.session(userId)
  const count = async () => (await sql`select id from sessions where user_id = ${userId}`).length
  await update({ name: 'Anna' })
  assert.equal(await count(), 2)
  await update({ password: 'first password' })
  assert.equal(await count(), 1)
  assert.equal((await world.call('GET /api/account', { key })).status, 200)
  assert.equal((await world.call('GET /api/account', { key: other })).status, 401)
})

test('204: a new password invalidates sign-in links; a new name does not', async () => {
  for (const [change, left] of [
    [{ name: 'Anna' }, 2],
    [{ password: 'first password' }, 0],
  ] as const) {
    const { userId, update } = await person()
    for (const purpose of ['SIGN_IN', 'RESET'] as const)
      await createOneTimeLink(sql, world.url, userId, purpose)
    assert.equal((await update(change)).status, 204)
    assert.equal((await sql`select id from one_time_links where user_id = ${userId}`).length, left)
  }
})

test('403: changing address or password of an account with a password requires that password', async () => {
  const { update } = await person()
  await update({ password: 'first password' })
  for (const currentPassword of [undefined, '', 'wrong']) {
    for (const change of [{ email: 'a@example.com' }, { password: 'second password' }]) {
      const { status, body } = await update({ ...change, currentPassword })
      assert.deepEqual([status, body.code], [403, 'password_refused'])
    }
  }
  assert.equal((await update({ password: 'second password', currentPassword: 'first password' })).status, 204)
  assert.equal((await update({ name: 'Without it' })).status, 204)
})

test('409: the address of another account, case-insensitive; nothing else changes', async () => {
  const { email } = await person()
  const { userId, update } = await person()
  const { status, body } = await update({ email: email.toUpperCase(), name: 'Changed' })
  assert.deepEqual([status, body.code], [409, 'email_taken'])
  const [user] = await sql`select name from users where id = ${userId}`
  assert.equal(user!.name, 'Ann')
})

test('429: mails to new addresses are limited per account', async () => {
  const strict = await startWorld({ env: { RATE_LIMITS: 'tier2=1000,guesses=3' } })
  const { userId } = await strict.person()
  const key = await strict.session(userId)
  const ask = (i: number) =>
    strict.call('PATCH /api/account', { key, body: { email: `stranger-${i}@example.com` } })
  for (const i of [1, 2, 3]) assert.equal((await ask(i)).status, 204)
  assert.equal((await ask(4)).status, 429)
})

test('403: a guest can change their name but cannot set an address or a password', async () => {
  const { userId } = await world.person({ role: 'GUEST' })
  const session = { userId, workspaceId: world.workspaceId, address: null, userAgent: null }
  const { token } = await createSession(sql, { ...session, scopes: ['projects:read'] })
  const update = (body: object) => world.call('PATCH /api/account', { key: `session:${token}`, body })
  assert.equal((await update({ name: 'Gus' })).status, 204)
  for (const body of [{ email: 'gus@example.com' }, { password: 'long enough' }]) {
    const answer = await update(body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'])
  }
})

test('400: values beyond the limits', async () => {
  const { update } = await person()
  for (const [body, path] of [
    [{ name: '' }, '/name'],
    [{ name: 'a'.repeat(101) }, '/name'],
    [{ email: 'nobody' }, '/email'],
    [{ email: 'a@b, c@d' }, '/email'],
    [{ password: 'too short' }, '/password'],
    [{ password: 'a'.repeat(129) }, '/password'],
  ] as const) {
    const answer = await update(body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.body.errors[0].path, path)
  }
})

test('204: a display name shows in this workspace only; null or an empty string resets it', async () => {
  const { id, owner } = await world.project()
  const key = await world.session(owner.userId)
  const elsewhere = await world.workspace()
  await world.person({ workspaceId: elsewhere, email: owner.email })
  const theirs = await world.session(owner.userId, elsewhere)
  const comment = { key: owner.key, body: { content: 'Written before the name changed' } }
  const { body: made } = await world.call(`POST /api/projects/${id}/comments`, comment)
  const shown = async () => {
    const { body: read } = await world.call(`GET /api/comments/${made.data.id}`, { key: owner.key })
    const { body: members } = await world.call(`GET /api/projects/${id}/members`, { key: owner.key })
    assert.equal(members.data[0].user.name, read.data.author.name)
    return read.data.author.name
  }
  const set = async (displayName: string | null) => {
    const { status } = await world.call('PATCH /api/account', { key, body: { displayName } })
    assert.equal(status, 204)
    return shown()
  }
  assert.equal(await set('Ada (VFX)'), 'Ada (VFX)')
  const { body: other } = await world.call('GET /api/account', { key: theirs })
  assert.deepEqual([other.data.displayName, other.data.name], [null, 'Someone'])
  assert.equal(await set('  '), 'Someone')
  await set('Ada')
  assert.equal(await set(null), 'Someone')
  const { body: account } = await world.call('GET /api/account', { key })
  assert.equal(account.data.displayName, null)
})

test('a new name or display name emits one event per project of the user; an unchanged name emits none', async () => {
  const { id, owner } = await world.project()
  const second = await world.project({ owner })
  const key = await world.session(owner.userId)
  const counts = async () => {
    const rows = await sql<{ id: string }>`
      select project_id as id from (select project_id, type from outbox union all select project_id, type from events) one
      where type = 'member.updated' and project_id in (${id}, ${second.id})`
    return [id, second.id].map((project) => rows.filter((row) => row.id === project).length)
  }
  const update = (body: object) => world.call('PATCH /api/account', { key, body })
  await update({ name: 'Ada', displayName: 'Ada (VFX)' })
  assert.deepEqual(await counts(), [1, 1])
  await update({ name: 'Ada', displayName: 'Ada (VFX)' })
  assert.deepEqual(await counts(), [1, 1])
  await update({ displayName: null })
  assert.deepEqual(await counts(), [2, 2])
})
