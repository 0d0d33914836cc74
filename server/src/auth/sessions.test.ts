// A session as a credential of the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient } from '../../test/helpers/page-client.ts'
import { until } from '../../test/helpers/until.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { hashPassword } from './passwords.ts'
import { createSession } from './sessions.ts'

const world = await startWorld()
const { sql } = world.database

async function cookieOf(userId: string): Promise<string> {
  return (await world.session(userId)).replace('session:', 'dailies=')
}

test('a session has all scopes of its user in its workspace', async () => {
  const { userId } = await world.person()
  const { body } = await world.call('GET /api/ping', { key: await world.session(userId) })
  assert.equal(body.data.workspace.id, world.workspaceId)
  assert.equal(body.data.scopes.length, 19)
})

test('403: a change by cookie from another origin; reads are allowed', async () => {
  const { userId } = await world.person()
  const Cookie = await cookieOf(userId)
  const origin = world.url.replace('127.0.0.1', 'localhost')
  const body = { name: 'New', accessRange: 'ONLY_PROJECT_MEMBER' }
  const create = (headers: Record<string, string>) =>
    world.call('POST /api/projects', { headers: { Cookie, ...headers }, body })
  for (const headers of [
    {},
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `${origin}.evil.example` },
    { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
  ]) {
    const answer = await create(headers as Record<string, string>)
    assert.deepEqual([answer.status, answer.body.code], [403, 'foreign_origin'], JSON.stringify(headers))
  }
  assert.equal((await create({ Origin: origin })).status, 201)
  assert.equal((await create({ 'Sec-Fetch-Site': 'same-origin' })).status, 201)
  const foreign = { Cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  assert.equal((await world.call('GET /api/ping', { headers: foreign })).status, 200)
  assert.equal((await world.call('QUERY /api/projects', { headers: foreign })).status, 200)
})

test('an API key takes precedence over the cookie, and needs no origin', async () => {
  const { userId, key } = await world.person()
  const headers = { Cookie: await cookieOf(userId) }
  const body = { name: 'New', accessRange: 'ONLY_PROJECT_MEMBER' }
  assert.equal((await world.call('POST /api/projects', { key, headers, body })).status, 201)
  const { status, body: refusal } = await world.call('GET /api/account', { key, headers })
  assert.deepEqual([status, refusal.code], [403, 'session_required'])
})

test('the session cookie is found among other cookies, by its exact name', async () => {
  const { userId } = await world.person()
  const cookie = await cookieOf(userId)
  const ping = async (Cookie: string) => (await world.call('GET /api/ping', { headers: { Cookie } })).status
  assert.equal(await ping(`a=b; ${cookie}; c=d=e`), 200)
  assert.equal(await ping(`x${cookie}`), 401)
  assert.equal(await ping(`__Host-${cookie}`), 401)
})

test('use extends a session, at most once a minute', async () => {
  const { userId } = await world.person()
  const session = { userId, workspaceId: world.workspaceId, address: null, userAgent: null }
  const { id, token, expiresAt } = await createSession(sql, session)
  const ping = () => world.call('GET /api/ping', { key: `session:${token}` })
  const read = async () =>
    (await sql<{ at: string }>`select expires_at as at from sessions where id = ${id}`)[0]!.at
  await ping()
  assert.equal(await read(), expiresAt)
  await sql`update sessions set seen_at = now() - interval '2 minutes' where id = ${id}`
  world.passSecond()
  await ping()
  // The server answers without waiting for this.
  await until(async () => (await read()) !== expiresAt)
  assert.ok((await read()) > expiresAt)
})

test('on https the cookie is bound to the host and to https', async () => {
  const secure = await startWorld({ env: { BASE_URL: 'https://review.example.com', PORT: '0' } })
  const { userId, email } = await secure.person()
  const hash = await hashPassword('a good password')
  await secure.database.sql`update users set password_hash = ${hash} where id = ${userId}`
  const client = pageClient(secure.url)
  const answer = await client.post('/sign-in', { email, password: 'a good password' })
  assert.match(
    answer.headers.getSetCookie()[0]!,
    /^__Host-dailies=\w{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  )
  const headers = { Cookie: `__Host-dailies=${client.token()}` }
  assert.equal((await secure.call('GET /api/ping', { headers })).status, 200)
})
