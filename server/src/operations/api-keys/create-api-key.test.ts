import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { createSession } from '../../auth/sessions.ts'
import { scopes } from '../../core/access.ts'

const world = await startWorld()
const { sql } = world.database
const { userId } = await world.person()
const key = await world.session(userId)

function create(body: object, options: { key?: string; headers?: Record<string, string> } = {}) {
  return world.call('POST /api/api-keys', { key, body, ...options })
}

test('201: a key that works, with these scopes, in this workspace, until it expires', async () => {
  const wanted = ['projects:write', 'projects:read', 'projects:read']
  const { status, body } = await create({ name: 'Ingest', scopes: wanted, expiresInDays: 30 })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.data), ['id', 'key'])
  const ping = await world.call('GET /api/ping', { key: body.data.key })
  assert.deepEqual(ping.body.data.scopes, ['projects:read', 'projects:write'])
  assert.equal(ping.body.data.workspace.id, world.workspaceId)
  const [row] = await sql`
    select user_id, name, expires_at between now() + interval '29 days' and now() + interval '31 days' as soon
    from api_keys where id = ${body.data.id}`
  assert.deepEqual(row, { user_id: userId, name: 'Ingest', soon: true })
})

test('201: all scopes and no expiry; a retry with the same Idempotency-Key shows the same key, which is stored sealed', async () => {
  const body = { name: 'All', scopes, expiresInDays: null }
  const headers = { 'Idempotency-Key': 'once' }
  const first = await create(body, { headers })
  const again = await create(body, { headers })
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const [stored] = await sql<{ text: string }>`
    select concat((select string_agg(k::text, ' ') from idempotency_keys k),
      (select string_agg(a::text, ' ') from api_keys a)) as text`
  assert.ok(!stored!.text.includes(first.body.data.key))
})

test('403: a guest cannot create keys, which would outlive the link', async () => {
  const guest = await world.person({ role: 'GUEST' })
  const session = { userId: guest.userId, workspaceId: world.workspaceId, address: null, userAgent: null }
  const { token } = await createSession(sql, { ...session, scopes: ['projects:read'] })
  const { status, body } = await create(
    { name: 'Mine', scopes: ['projects:read'] },
    { key: `session:${token}` },
  )
  assert.deepEqual([status, body.code], [403, 'insufficient_scope'])
})

test('403: an API key cannot create API keys', async () => {
  const person = await world.person({ role: 'OWNER' })
  const { status, body } = await create({ name: 'x', scopes: ['projects:read'] }, { key: person.key })
  assert.deepEqual([status, body.code], [403, 'session_required'])
})

test('400: no name, no scopes, an unknown scope, or an invalid lifetime', async () => {
  for (const [change, path] of [
    [{ name: '' }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ expiresInDays: 0 }, '/expiresInDays'],
    [{ expiresInDays: 3651 }, '/expiresInDays'],
    [{ expiresInDays: 1.5 }, '/expiresInDays'],
  ] as const) {
    const answer = await create({ name: 'x', scopes: ['projects:read'], ...change })
    assert.equal(answer.status, 400, path)
    assert.equal(answer.body.errors[0].path, path)
  }
})
