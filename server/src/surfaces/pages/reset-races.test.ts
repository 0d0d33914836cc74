// A password reset wins against everything that runs at the same moment: no credential from before it stays valid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { type PageAnswer, pageClient } from '../../../test/helpers/page-client.ts'
import { makePasskey } from '../../../test/stand-ins/software-passkey.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { createOneTimeLink } from '../../auth/one-time-links.ts'
import { hashPassword } from '../../auth/passwords.ts'

const world = await startWorld()
const { sql } = world.database
const origin = world.url.replace('127.0.0.1', 'localhost')

async function account() {
  const { userId, email } = await world.person()
  const session = await world.session(userId)
  const hash = await hashPassword('the old password')
  await sql`update users set password_hash = ${hash} where id = ${userId}`
  const reset = async () => {
    const url = await createOneTimeLink(sql, '', userId, 'RESET')
    const token = url.split('token=')[1]!
    const done = await pageClient(world.url).post('/reset', { token, password: 'the new password' })
    assert.equal(done.status, 303)
  }
  return { userId, email, session, reset }
}

/** The number of credentials of the account. */
async function waysIn(userId: string) {
  const [count] = await sql<{ keys: number; passkeys: number; sessions: number; grants: number }>`
    select (select count(*) from api_keys where user_id = ${userId} and revoked_at is null) as keys,
      (select count(*) from passkeys where user_id = ${userId}) as passkeys,
      (select count(*) from sessions where user_id = ${userId}) as sessions,
      (select count(*) from oauth_grants where user_id = ${userId}) as grants`
  return count
}

const nothingButOneSession = { keys: 0, passkeys: 0, sessions: 1, grants: 0 }

test('a session that is still cached creates no key, passkey or password after the reset', async () => {
  const { userId, session: key, reset } = await account()
  const call = (route: string, body: object) => world.call(route, { key, body })
  const started = await call('POST /api/account/passkeys.start', {})
  await reset()
  const attempts = [
    await call('POST /api/api-keys', { name: 'Back door', scopes: ['projects:read'] }),
    await call('POST /api/account/passkeys', {
      name: 'Back door',
      response: makePasskey(started.body.data, origin),
    }),
    await call('PATCH /api/account', { name: 'Still here' }),
  ]
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [401, 401, 401],
  )
  assert.deepEqual(await waysIn(userId), nothingButOneSession)
})

test('a sign-in with the old password that began before the reset gets no session', async () => {
  const { userId, email } = await account()
  const signIn = pageClient(world.url)
  let answer: Promise<PageAnswer> | undefined
  await world.database.transaction(async (reset) => {
    // Like a reset: changes the account first, so that a sign-in with old evidence waits.
    await reset`update users set password_hash = 'changed' where id = ${userId}`
    answer = signIn.post('/sign-in', { email, password: 'the old password' })
    await lockWaits(world)
    await reset`delete from sessions where user_id = ${userId}`
  })
  assert.equal((await answer!).status, 401)
  assert.equal(signIn.token(), undefined)
  assert.equal((await waysIn(userId))!.sessions, 0)
})

test('switching workspaces with a session that a reset ends meanwhile gives no session', async () => {
  const { userId, session } = await account()
  const client = pageClient(world.url)
  client.setCookie(session.replace('session:', 'dailies='))
  let answer: Promise<PageAnswer> | undefined
  await world.database.transaction(async (reset) => {
    await reset`update users set password_hash = 'changed' where id = ${userId}`
    answer = client.post('/workspaces/switch', { workspace: world.workspaceId })
    await lockWaits(world)
    await reset`delete from sessions where user_id = ${userId}`
  })
  assert.equal((await answer!).status, 401)
  assert.equal((await waysIn(userId))!.sessions, 0)
})

test('keys and sessions that are created during the reset do not survive it', async () => {
  for (let round = 0; round < 5; round++) {
    const { userId, email, session: key, reset } = await account()
    const body = { name: 'Back door', scopes: ['projects:read'] }
    await Promise.all([
      ...[1, 2, 3].map(() => world.call('POST /api/api-keys', { key, body })),
      ...[1, 2].map(() => pageClient(world.url).post('/sign-in', { email, password: 'the old password' })),
      reset(),
      ...[1, 2, 3].map(() => world.call('POST /api/api-keys', { key, body })),
    ])
    assert.deepEqual(await waysIn(userId), nothingButOneSession)
  }
})
