import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const admin = await world.person({ role: 'ADMIN' })
const key = await world.session(admin.userId)

function invite(email: string, role = 'MEMBER', headers: Record<string, string> = {}) {
  return world.call('POST /api/workspace/invitations', { key, body: { email, role }, headers })
}

async function opens(url: string): Promise<boolean> {
  const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, world.url))
  return answer.status === 200
}

test('201: without mail the response has the link; a second invitation replaces the first', async () => {
  const first = await invite('new@example.com', 'GUEST')
  assert.equal(first.status, 201)
  assert.match(first.body.data.url, /^http:\/\/localhost:\d+\/invitation\?token=[0-9A-Za-z]{43}$/)
  assert.equal(await opens(first.body.data.url), true)
  const second = await invite('NEW@example.com', 'ADMIN')
  assert.equal(second.status, 201)
  assert.deepEqual([await opens(first.body.data.url), await opens(second.body.data.url)], [false, true])
  const rows = await world.database.sql`select id, role from invitations`
  assert.deepEqual(rows, [{ id: second.body.data.id, role: 'ADMIN' }])
})

test('201: a retry with the same Idempotency-Key shows the same link, which is stored sealed', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const first = await invite('once@example.com', 'MEMBER', headers)
  const again = await invite('once@example.com', 'MEMBER', headers)
  assert.deepEqual(again.body, first.body)
  const [stored] = await world.database.sql<{ text: string }>`
    select string_agg(k::text, ' ') as text from idempotency_keys k`
  assert.ok(!stored!.text.includes(new URL(first.body.data.url).searchParams.get('token')!))
})

test('409: a user who is already a member', async () => {
  const { email } = await world.person()
  const { status, body } = await invite(email.toUpperCase())
  assert.deepEqual([status, body.code], [409, 'already_member'])
})

test('400: an invalid address or a role that cannot be assigned', async () => {
  assert.equal((await invite('nobody')).body.errors[0].path, '/email')
  assert.equal((await invite('a@example.com', 'OWNER')).body.errors[0].path, '/role')
})
