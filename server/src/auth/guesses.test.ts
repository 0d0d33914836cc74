import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../test/page-client.ts'
import { startWorld } from '../../test/world.ts'
import { hashPassword } from './passwords.ts'

const env = { RATE_LIMITS: 'guesses=3', TRUST_PROXY: 'true' }
const password = 'a good password'

function from(address: string) {
  return { 'X-Forwarded-For': address }
}

test('429: after a few guesses at an account, from wherever they come, with when to try again', async () => {
  const world = await startWorld({ env })
  const { email, userId } = await world.person({ email: 'iris@example.com' })
  await world.database
    .sql`update users set password_hash = ${await hashPassword(password)} where id = ${userId}`
  const guess = (address: string, secret = 'wrong', account = email) =>
    pageClient(world.url).post('/sign-in', { email: account, password: secret }, from(address))
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    assert.equal((await guess(address)).status, 403)
  const refused = await guess('192.0.2.4', password, email.toUpperCase())
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 300, `${seconds}`)
  assert.match(textOf(refused.text), /Too many attempts. Wait \d minutes/)
  // To Postgres these are the same addresses.
  const dotted = await guess('192.0.2.6', password, email.replaceAll('i', 'İ'))
  assert.equal(dotted.status, 429)
  const stranger = await guess('192.0.2.5', 'wrong', 'nobody@example.com')
  assert.equal(stranger.status, 403)
})

test('429: whoever has a session guesses the current password as slowly', async () => {
  const world = await startWorld({ env })
  const { userId } = await world.person()
  await world.database
    .sql`update users set password_hash = ${await hashPassword(password)} where id = ${userId}`
  const key = await world.session(userId)
  const change = { password: 'another password', currentPassword: 'wrong' }
  for (let i = 0; i < 3; i++)
    assert.equal((await world.call('PATCH /api/account', { key, body: change })).status, 403)
  const right = { ...change, currentPassword: password }
  assert.equal((await world.call('PATCH /api/account', { key, body: right })).status, 429)
  assert.equal((await world.call('PATCH /api/account', { key, body: { name: 'Ann' } })).status, 204)
})

test('429: after many guesses from one network, at whatever account; others go on', async () => {
  const world = await startWorld({ env })
  const guess = (i: number, address: string) =>
    pageClient(world.url).post('/sign-in', { email: `${i}@example.com`, password: 'wrong' }, from(address))
  for (let i = 0; i < 15; i++) assert.equal((await guess(i, '2001:db8:1:2::1')).status, 403)
  assert.equal((await guess(15, '2001:db8:1:2:ffff::2')).status, 429)
  assert.equal((await guess(16, '2001:db8:1:3::1')).status, 403)
})

test('429: the password of an access link is guessed as slowly', async () => {
  const world = await startWorld({ env })
  const { id, owner } = await world.project()
  const body = { role: 'PROJECT_REVIEWER', password: 'open sesame' }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: owner.key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  const path = `/join/${read.body.data.accessKey}`
  const statuses = []
  for (let i = 0; i < 4; i++) {
    statuses.push(
      (await pageClient(world.url).post(path, { name: 'Gus', password: 'x' }, from(`192.0.2.${i}`))).status,
    )
  }
  assert.deepEqual(statuses, [403, 403, 403, 429])
})
