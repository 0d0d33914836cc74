// The second attack on addresses: an attacker holds the victim's address before the victim comes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkIn, pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { startMailServer } from '../../../test/stand-ins/mail-server.ts'
import { makePasskey, newPasskeyPair, usePasskey } from '../../../test/stand-ins/software-passkey.ts'
import { newConnectedApp } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const mail = await startMailServer()
const world = await startWorld({ env: { SMTP_URL: mail.url, MAIL_FROM: 'review@example.com' } })
const { sql } = world.database
const origin = world.url.replace('127.0.0.1', 'localhost')
const admin = await world.person({ role: 'ADMIN' })

async function invite(email: string): Promise<string> {
  const key = await world.session(admin.userId)
  const made = await world.call('POST /api/workspace/invitations', { key, body: { email, role: 'MEMBER' } })
  assert.equal(made.status, 201)
  return linkIn((await mail.next()).text).split('token=')[1]!
}

/**
 * Creates an account that has the victim's address without a proof, in a workspace of the attacker, with every kind
 * of credential.
 */
async function squat() {
  const email = `${newUuid()}@example.com`
  const workspaceId = await world.workspace('Attackers')
  const { userId, key } = await world.person({ workspaceId, email, name: 'Mallory' })
  await sql`update users set email_proven_at = null where id = ${userId}`
  const session = await world.session(userId, workspaceId)
  const call = (route: string, body?: object) => world.call(route, { key: session, body })
  const { body } = await call('POST /api/account/passkeys.start', {})
  const pair = newPasskeyPair()
  const response = makePasskey(body.data, origin, pair)
  assert.equal((await call('POST /api/account/passkeys', { name: 'Back door', response })).status, 201)
  const project = await world.project({ workspaceId })
  await newConnectedApp(world, project.id, { userId, key, email, keyId: '' })
  const post = async (path: string, sent: object) => {
    const headers = { 'Content-Type': 'application/json', Origin: origin }
    return fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(sent) })
  }
  const signInWithPasskey = async () => {
    const options = (await (await post('/passkeys/sign-in.options', {})).json()) as PasskeyOptions
    const answer = usePasskey(options, origin, response.id, pair)
    return (await post('/passkeys/sign-in', { response: answer })).status
  }
  assert.equal(await signInWithPasskey(), 200)
  return { email, userId, workspaceId, key, session, call, signInWithPasskey }
}

type PasskeyOptions = { challenge: string; rpId: string }

test('after the victim resets the password, no credential of the attacker works', async () => {
  const { email, userId, key, session, call, signInWithPasskey } = await squat()
  await call('PATCH /api/account', { email: 'mallory@example.com' })
  const [first, second] = [await mail.next(), await mail.next()]
  const stolen = [first, second].find(({ to }) => to[0] === 'mallory@example.com')!

  const victim = pageClient(world.url)
  await victim.post('/forgot', { email })
  const path = linkIn((await mail.next()).text)
  const before = textOf((await victim.get(path)).text)
  assert.match(before, /signs you out everywhere and removes all passkeys, API keys and connected apps/)
  const token = path.split('token=')[1]!
  const done = await victim.post('/reset', { token, password: 'the victims password' })
  assert.equal(done.location, '/settings/profile?done=reset')
  assert.match((await mail.next()).text, /All sessions have ended.*are removed/s)

  world.passSecond()
  for (const credential of [key, session])
    assert.equal((await world.call('GET /api/ping', { key: credential })).status, 401)
  const theirs = `session:${victim.token()}`
  for (const list of ['account/passkeys', 'api-keys', 'connected-apps']) {
    assert.deepEqual((await world.call(`GET /api/${list}`, { key: theirs })).body.data, [], list)
  }
  assert.equal(await signInWithPasskey(), 403)
  const confirm = await victim.get(linkIn(stolen.text))
  assert.equal(confirm.status, 404, 'the change of address that the attacker asked for has ended')

  const { data } = (await world.call('GET /api/account', { key: theirs })).body
  assert.deepEqual([data.id, data.email, data.emailConfirmed], [userId, email, true])
  const invitation = await invite(email)
  assert.equal((await victim.post('/invitation/accept', { token: invitation })).status, 303)
})

test("a mailed invitation creates a new account; the attacker's account loses the address", async () => {
  const { email, userId, workspaceId, session } = await squat()
  const token = await invite(email)
  const victim = pageClient(world.url)
  assert.match(textOf((await victim.get(`/invitation?token=${token}`)).text), /Your name.*Sign in first/)
  const joined = await victim.post('/invitation', { token, name: 'Ann', password: 'a good password' })
  assert.equal(joined.status, 303)
  const mine = (await world.call('GET /api/account', { key: `session:${victim.token()}` })).body.data
  assert.deepEqual([mine.email, mine.emailConfirmed, mine.workspace.name], [email, true, 'Studio'])
  assert.notEqual(mine.id, userId)
  const theirs = (await world.call('GET /api/account', { key: session })).body.data
  assert.match(theirs.email, /\.invalid$/)
  assert.deepEqual(theirs.workspaces, [
    { id: workspaceId, name: 'Attackers', role: 'MEMBER', avatarUrl: null, accentColor: null },
  ])
})

test('404: an unproven account cannot accept an invitation that was not mailed', async () => {
  const { email, session, userId } = await squat()
  const token = await invite(email)
  await sql`update invitations set mailed = false where email = ${email}`
  const client = pageClient(world.url)
  assert.match(
    textOf((await client.get(`/invitation?token=${token}`)).text),
    /address of the account was never confirmed/,
  )
  client.setCookie(session.replace('session:', 'dailies='))
  const page = textOf((await client.get(`/invitation?token=${token}`)).text)
  assert.match(page, /is not confirmed yet. Ask the person who runs this server/)
  assert.doesNotMatch(page, /npm|--/)
  assert.equal((await client.post('/invitation/accept', { token })).status, 404)
  assert.equal(
    (await client.post('/invitation', { token, name: 'X', password: 'a good password' })).status,
    200,
  )
  const members = await sql`
    select id from workspace_members where user_id = ${userId} and workspace_id = ${world.workspaceId}`
  assert.deepEqual(members, [])
})

test('a mailed invitation proves the address of the account that accepts it while signed in', async () => {
  const { email, session } = await squat()
  const client = pageClient(world.url)
  client.setCookie(session.replace('session:', 'dailies='))
  const token = await invite(email)
  assert.equal((await client.post('/invitation/accept', { token })).status, 303)
  const { data } = (await world.call('GET /api/account', { key: `session:${client.token()}` })).body
  assert.deepEqual([data.email, data.emailConfirmed], [email, true])
})
