// A new e-mail address is pending until the owner of the account opens the link that was sent to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkIn, pageClient, textOf } from '../../../test/helpers/page-client.ts'
import { type ReceivedMail, startMailServer } from '../../../test/stand-ins/mail-server.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const mail = await startMailServer()
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Dailies <review@example.com>' }
const world = await startWorld({ env })
const { sql } = world.database

async function person(options: { email?: string } = {}) {
  const { userId, email } = await world.person(options)
  const key = await world.session(userId)
  const client = pageClient(world.url)
  client.setCookie(key.replace('session:', 'dailies='))
  const account = async () => (await world.call('GET /api/account', { key })).body.data
  const update = (body: object) => world.call('PATCH /api/account', { key, body })
  /** Requests the address, and returns the token that was sent to it. */
  const ask = async (wanted: string, currentPassword?: string) => {
    assert.equal((await update({ email: wanted, currentPassword })).status, 204)
    const letters = await lettersTo(wanted, email)
    return linkIn(letters[wanted]!.text).split('token=')[1]!
  }
  return { userId, email, key, client, account, update, ask }
}

/** Reads one message to each of these addresses, in any order. */
async function lettersTo(...addresses: string[]): Promise<Record<string, ReceivedMail>> {
  const letters = [] as ReceivedMail[]
  while (letters.length < addresses.length) letters.push(await mail.next())
  assert.deepEqual(letters.map(({ to }) => to[0]).sort(), addresses.sort())
  return Object.fromEntries(letters.map((letter) => [letter.to[0]!, letter]))
}

const newAddress = () => `${newUuid()}@example.com`

test('an address takes effect when its link is opened while signed in, and the old address gets two notices', async () => {
  const { email, client, account, update } = await person()
  const wanted = newAddress()
  assert.equal((await update({ email: wanted })).status, 204)
  const asked = await lettersTo(wanted, email)
  assert.match(asked[email]!.text, new RegExp(`asked to change the address.*${wanted}`, 's'))
  const waiting = await account()
  assert.deepEqual([waiting.email, waiting.pendingEmail], [email, { email: wanted, mailed: true }])

  const path = linkIn(asked[wanted]!.text)
  assert.match(textOf((await client.get(path)).text), new RegExp(`${wanted} as the address of`))
  assert.equal((await account()).email, email, 'opening alone changes nothing: mail scanners open links')
  const token = path.split('token=')[1]!
  const done = await client.post('/confirm-email', { token })
  assert.deepEqual([done.status, /Address confirmed/.test(done.text)], [200, true])
  const moved = await account()
  assert.deepEqual([moved.email, moved.emailConfirmed, moved.pendingEmail], [wanted, true, null])
  assert.match((await lettersTo(email))[email]!.text, new RegExp(`is now\\s+${wanted}`))
  assert.equal((await client.post('/confirm-email', { token })).status, 404, 'a link opened twice')
})

test('403: a reader of the mail without the account cannot confirm the address', async () => {
  const attacker = await person()
  const victim = await person()
  const wanted = newAddress()
  const token = await attacker.ask(wanted)
  for (const client of [pageClient(world.url), victim.client]) {
    const page = await client.get(`/confirm-email?token=${token}`)
    assert.match(textOf(page.text), /Sign in first/)
    assert.equal((await client.post('/confirm-email', { token, password: '' })).status, 403)
  }
  assert.equal((await attacker.account()).email, attacker.email)
})

test('the password of the account confirms without a session; a wrong one returns 403', async () => {
  const { account, update, ask } = await person()
  await update({ password: 'a good password' })
  const wanted = newAddress()
  const token = await ask(wanted, 'a good password')
  const client = pageClient(world.url)
  const wrong = await client.post('/confirm-email', { token, password: 'a wrong password' })
  assert.deepEqual([wrong.status, /password is wrong/.test(wrong.text)], [403, true])
  assert.equal((await client.post('/confirm-email', { token, password: 'a good password' })).status, 200)
  assert.equal((await account()).email, wanted)
  await mail.next()
})

test('404: a replaced link, an expired link, and a link after a password change', async () => {
  const { client, account, email, update, ask } = await person()
  const old = await ask(newAddress())
  const second = newAddress()
  const newer = await ask(second)
  assert.equal((await client.post('/confirm-email', { token: old })).status, 404)
  assert.equal((await account()).pendingEmail.email, second)
  await sql`update one_time_links set expires_at = now() where email = ${second}`
  assert.equal((await client.post('/confirm-email', { token: newer })).status, 404)
  const cancelled = await ask(newAddress())
  await update({ password: 'a good password' })
  assert.equal((await client.post('/confirm-email', { token: cancelled })).status, 404)
  assert.equal((await account()).email, email)
})

test('two accounts with the same pending address: one confirms, the other gets 409', async () => {
  const wanted = newAddress()
  const [first, second] = [await person(), await person()]
  const tokens = [
    await first.ask(wanted),
    await second.ask(wanted.toUpperCase().replace('@EXAMPLE.COM', '@example.com')),
  ]
  const answers = await Promise.all([
    first.client.post('/confirm-email', { token: tokens[0]! }),
    second.client.post('/confirm-email', { token: tokens[1]! }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const holders = await sql`select id from users where lower(email) = lower(${wanted})`
  assert.equal(holders.length, 1)
  await mail.next()
})

test('409: the operator has created an account with the address meanwhile', async () => {
  const { client, account, email, ask } = await person()
  const wanted = newAddress()
  const token = await ask(wanted)
  await world.person({ email: wanted })
  assert.equal((await client.post('/confirm-email', { token })).status, 409)
  assert.equal((await account()).email, email)
})

test('sign-in and reset links of the old address stop working when the new one is confirmed', async () => {
  const { client, email, ask } = await person()
  await pageClient(world.url).post('/forgot', { email })
  const reset = linkIn((await lettersTo(email))[email]!.text)
  const token = await ask(newAddress())
  assert.equal((await client.get(reset)).status, 200)
  assert.equal((await client.post('/confirm-email', { token })).status, 200)
  await lettersTo(email)
  assert.equal((await client.get(reset)).status, 404)
})
