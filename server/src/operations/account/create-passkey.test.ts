import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePasskey } from '../../../test/stand-ins/software-passkey.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const origin = world.url.replace('127.0.0.1', 'localhost')

async function start(key: string) {
  return (await world.call('POST /api/account/passkeys.start', { key })).body.data
}

const create = (key: string, body: object) => world.call('POST /api/account/passkeys', { key, body })

async function someone() {
  const { userId } = await world.person()
  return { userId, key: await world.session(userId) }
}

test('201: the passkey belongs to the account, and its response works once', async () => {
  const { userId, key } = await someone()
  const body = { name: 'Work laptop', response: makePasskey(await start(key), origin) }
  const made = await create(key, body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const listed = await world.call('GET /api/account/passkeys', { key })
  assert.deepEqual(
    listed.body.data.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [[made.body.data.id, 'Work laptop']],
  )
  const again = await create(key, body)
  assert.deepEqual([again.status, again.body.code], [403, 'passkey_refused'])
  const [stored] = await sql`select count(*)::integer as count from passkeys where user_id = ${userId}`
  assert.equal(stored!.count, 1)
})

test('403: a response for another site or challenge, an expired one, and a malformed one', async () => {
  const { userId, key } = await someone()
  const options = await start(key)
  const elsewhere = makePasskey(options, 'https://evil.example')
  const otherSite = makePasskey({ ...(await start(key)), rp: { id: 'evil.example' } }, origin)
  const unknown = makePasskey({ ...options, challenge: 'bm90IG91cnM' }, origin)
  for (const response of [elsewhere, otherSite, unknown, {}, { id: 'x' }, { id: 'x', response: {} }]) {
    const answer = await create(key, { name: 'Key', response })
    assert.deepEqual([answer.status, answer.body.code], [403, 'passkey_refused'])
  }
  const late = makePasskey(await start(key), origin)
  await sql`update passkey_challenges set expires_at = now() where user_id = ${userId}`
  assert.equal((await create(key, { name: 'Key', response: late })).status, 403)
  assert.deepEqual(await sql`select id from passkeys where user_id = ${userId}`, [])
})

test('201: only known transports are stored', async () => {
  const { userId, key } = await someone()
  for (const transports of [['internal', 'usb', 'x\0', 7, null], 'usb', { 0: 'usb' }, null]) {
    const made = makePasskey(await start(key), origin)
    const response = { ...made, response: { ...made.response, transports } }
    assert.equal((await create(key, { name: 'Key', response })).status, 201, JSON.stringify(transports))
  }
  const stored = await sql`select transports from passkeys where user_id = ${userId} order by id`
  assert.deepEqual(
    stored.map(({ transports }) => transports),
    [['internal', 'usb'], [], [], []],
  )
})

test('403: the same credential for a second account', async () => {
  const [first, second] = [await someone(), await someone()]
  const response = makePasskey(await start(first.key), origin)
  assert.equal((await create(first.key, { name: 'Key', response })).status, 201)
  const copied = makePasskey(await start(second.key), origin)
  await sql`
    update passkeys set credential_id = ${Buffer.from(copied.id, 'base64url')} where user_id = ${first.userId}`
  const answer = await create(second.key, { name: 'Key', response: copied })
  assert.deepEqual([answer.status, answer.body.code], [403, 'passkey_refused'])
})

test('404: a challenge of another user', async () => {
  const [ann, bob] = [await someone(), await someone()]
  const response = makePasskey(await start(ann.key), origin)
  assert.equal((await create(bob.key, { name: 'Key', response })).status, 404)
  assert.deepEqual(await sql`select id from passkeys where user_id in (${ann.userId}, ${bob.userId})`, [])
})

test('400: no name or no response', async () => {
  const { key } = await someone()
  const paths = async (body: object) =>
    (await create(key, body)).body.errors.map((error: { path: string }) => error.path)
  assert.deepEqual(await paths({}), ['/name', '/response'])
  assert.deepEqual(await paths({ name: '', response: 'x' }), ['/name', '/response'])
})
