import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../test/worlds/world.ts'
import { referenceScopes } from '../core/access.ts'
import { isUuid, newUuid } from '../core/ids.ts'
import type { KeyEntry, UserEntry } from './accounts.ts'
import { admin, temporaryFolder } from './fixtures/admin-world.ts'

const world = await startWorld()
const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: temporaryFolder() }
const run = (...args: string[]) => admin(env, args)
const workspace = world.workspaceId

async function newUser(
  options: { role?: string; workspace?: string; email?: string; existing?: boolean } = {},
): Promise<string> {
  const { role = 'MEMBER', email = `${newUuid()}@example.com`, existing = false } = options
  const { json } = await run(
    ...['user', 'create', '--workspace', options.workspace ?? workspace],
    ...['--email', email, '--name', 'Ada', '--role', role, ...(existing ? ['--existing'] : [])],
  )
  return json.id
}

async function newKey(user: string, held: string, ...more: string[]): Promise<{ id: string; key: string }> {
  const made = await run(
    ...['key', 'create', '--workspace', workspace, '--user', user, '--scopes', held],
    ...more,
  )
  assert.equal(made.code, 0, made.stderr)
  return made.json
}

test('a created workspace is listed', async () => {
  const name = 'Stüdio "Ñ" 🎬'
  const made = await run('workspace', 'create', '--name', name)
  assert.equal(made.code, 0)
  assert.equal(made.stdout, `{"id":"${made.json.id}"}\n`)
  assert.ok(isUuid(made.json.id))
  const { json } = await run('workspace', 'list')
  const [entry] = json.filter(({ id }: { id: string }) => id === made.json.id)
  assert.deepEqual({ ...entry, createdAt: '' }, { id: made.json.id, name, createdAt: '', members: 0 })
})

test('an existing account is added to another workspace, ignoring the case of its address', async () => {
  const elsewhere = await world.workspace()
  const first = await newUser({ email: 'grace@example.com' })
  const again = await newUser({
    email: 'Grace@Example.com',
    workspace: elsewhere,
    role: 'ADMIN',
    existing: true,
  })
  assert.equal(again, first)
  const all = (await run('user', 'list')).json.filter(({ id }: { id: string }) => id === first)
  assert.deepEqual(
    all.map((entry: UserEntry) => [entry.email, entry.workspace?.id, entry.role]),
    [
      ['grace@example.com', workspace, 'MEMBER'],
      ['grace@example.com', elsewhere, 'ADMIN'],
    ],
  )
  const there = await run('user', 'list', '--workspace', elsewhere)
  assert.deepEqual(
    there.json.map((entry: UserEntry) => entry.id),
    [first],
  )
})

test('concurrent user create with one address: one account', async () => {
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => newUser({ email: 'one@example.com', existing: true })),
  )
  assert.equal(new Set(ids).size, 1)
})

test('a key works over HTTP with exactly its scopes', async () => {
  const { id: projectId, owner } = await world.project()
  const ping = async (key: string) => (await world.call('GET /api/ping', { key })).body.data
  const folder = async (key: string) =>
    (await world.call(`POST /api/projects/${projectId}/folders`, { key, body: { name: newUuid() } })).status

  const some = await newKey(owner.userId, 'folders:write, projects:read,folders:write')
  assert.deepEqual((await ping(some.key)).scopes, ['projects:read', 'folders:write'])
  assert.equal((await ping(some.key)).workspace.id, workspace)
  assert.equal(await folder(some.key), 201)

  const other = await newKey(owner.userId, 'projects:read')
  assert.equal(await folder(other.key), 403)

  const none = await newKey(owner.userId, 'none')
  assert.deepEqual((await ping(none.key)).scopes, [])
  assert.equal(await folder(none.key), 403)

  const all = await newKey(owner.userId, 'all')
  assert.deepEqual((await ping(all.key)).scopes, [...referenceScopes])
})

test('a revoked key is rejected within a second, and revoking it again changes nothing', async () => {
  const { id, key } = await newKey(await newUser(), 'all')
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  const revoked = await run('key', 'revoke', '--id', id)
  assert.deepEqual([revoked.code, revoked.json], [0, { id }])
  world.passSecond()
  assert.equal((await world.call('GET /api/ping', { key })).status, 401)
  const time = async () =>
    (await run('key', 'list')).json.find((entry: KeyEntry) => entry.id === id).revokedAt
  const before = await time()
  assert.match(before, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.equal((await run('key', 'revoke', '--id', id)).code, 0)
  assert.equal(await time(), before)
})

test('an expired key is rejected', async () => {
  const { id, key } = await newKey(await newUser(), 'none', '--expires-in', '1s')
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  await world.database.sql`update api_keys set expires_at = expires_at - interval '1 second' where id = ${id}`
  world.passSecond()
  assert.equal((await world.call('GET /api/ping', { key })).status, 401)
})

test('key list shows everything except the keys themselves', async () => {
  const user = await newUser()
  const { id, key } = await newKey(user, 'none', '--name', 'Nightly', '--expires-in', '12h')
  await world.call('GET /api/ping', { key })
  const listed = await run('key', 'list', '--workspace', workspace)
  const entry = listed.json.find((candidate: KeyEntry) => candidate.id === id)
  const { createdAt, expiresAt, lastUsedAt, ...rest } = entry
  assert.equal(rest.name, 'Nightly')
  assert.deepEqual(
    [rest.user.id, rest.workspace.id, rest.scopes, rest.revokedAt],
    [user, workspace, [], null],
  )
  assert.equal(Date.parse(`${expiresAt}Z`) - Date.parse(`${createdAt}Z`), 12 * 3_600_000)
  assert.ok(lastUsedAt === null || lastUsedAt >= createdAt)
  assert.ok(!listed.stdout.includes(key) && !listed.stdout.includes('hash'))
  const elsewhere = await run('key', 'list', '--workspace', await world.workspace())
  assert.deepEqual(elsewhere.json, [])
})

test('secret forget works once', async () => {
  const count = () => world.database.sql`select name from settings where name = 'secret_key_fingerprint'`
  assert.equal((await count()).length, 1)
  assert.deepEqual((await run('secret', 'forget')).json, { forgotten: true })
  assert.equal((await count()).length, 0)
  assert.deepEqual((await run('secret', 'forget')).json, { forgotten: false })
})
