import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient, textOf } from '../../test/helpers/page-client.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { hashPassword } from '../auth/passwords.ts'
import { createGuessGuard } from './guesses.ts'
import { createMemoryRateLimiter } from './rate-limit.ts'

const env = { RATE_LIMITS: 'guesses=3', TRUST_PROXY: 'loopback' }
const password = 'a good password'

function from(address: string) {
  return { 'X-Forwarded-For': address }
}

test('several wrong guesses at one account from one network: 429 with Retry-After', async () => {
  const world = await startWorld({ env })
  const { email, userId } = await world.person({ email: 'iris@example.com' })
  await world.database
    .sql`update users set password_hash = ${await hashPassword(password)} where id = ${userId}`
  const guess = (secret = 'wrong', account = email) =>
    pageClient(world.url).post('/sign-in', { email: account, password: secret }, from('192.0.2.1'))
  for (let i = 0; i < 3; i++) assert.equal((await guess()).status, 403)
  const refused = await guess(password, email.toUpperCase())
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 300, `${seconds}`)
  assert.match(textOf(refused.text), /Too many attempts Wait \d minutes/)
  // To Postgres these are the same addresses.
  assert.equal((await guess(password, email.replaceAll('i', 'İ'))).status, 429)
  assert.equal((await guess('wrong', 'nobody@example.com')).status, 403)
})

test('five times as many guesses at one account, each from another network: 429', async () => {
  const world = await startWorld({ env })
  const { email } = await world.person()
  const guess = (i: number) =>
    pageClient(world.url).post('/sign-in', { email, password: 'wrong' }, from(`192.0.2.${i}`))
  for (let i = 0; i < 15; i++) assert.equal((await guess(i)).status, 403)
  assert.equal((await guess(15)).status, 429)
})

test('a check that throws is not counted', async () => {
  const limiter = createMemoryRateLimiter()
  const guess = createGuessGuard(limiter, 1)('sign-in', 'ann@example.com', '192.0.2.1')
  for (let i = 0; i < 3; i++)
    await assert.rejects(
      guess(async () => {
        throw new Error('the database is unavailable')
      }),
      /unavailable/,
    )
  assert.equal(await guess(async () => false), false)
  await assert.rejects(
    guess(async () => true),
    { code: 'rate_limited' },
  )
  await limiter.close()
})

test('guesses at the current password in a session have the same limit: 429', async () => {
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

test('many guesses from one network at different accounts: 429; other networks are not limited', async () => {
  const world = await startWorld({ env })
  const guess = (i: number, address: string) =>
    pageClient(world.url).post('/sign-in', { email: `${i}@example.com`, password: 'wrong' }, from(address))
  for (let i = 0; i < 15; i++) assert.equal((await guess(i, '2001:db8:1:2::1')).status, 403)
  assert.equal((await guess(15, '2001:db8:1:2:ffff::2')).status, 429)
  assert.equal((await guess(16, '2001:db8:1:3::1')).status, 403)
})
