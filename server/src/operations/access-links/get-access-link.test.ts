import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function create(body: object = {}): Promise<string> {
  const answer = await world.call(`POST /api/projects/${projectId}/access-links`, {
    key: owner.key,
    body: { role: 'PROJECT_REVIEWER', ...body },
  })
  return answer.body.data.id
}

function get(id: string, key = owner.key) {
  return world.call(`GET /api/project-access-links/${id}`, { key })
}

test('200: the fields of the reference, password, expiry and downloads', async () => {
  const id = await create({ role: 'PROJECT_MEMBER', description: 'For Ann', password: 'x' })
  const { status, body } = await get(id)
  assert.equal(status, 200)
  const { accessKey, createdAt, ...rest } = body.data
  const protection = { hasPassword: true, expiresAt: null, allowDownload: true }
  assert.deepEqual(rest, { id, description: 'For Ann', role: 'PROJECT_MEMBER', ...protection })
  assert.match(accessKey, /^[0-9A-Za-z]{32}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  const open = (await get(await create({ expiresAt: '2099-01-02 03:04:05.000000', allowDownload: false })))
    .body.data
  assert.deepEqual(
    [open.description, open.hasPassword, open.expiresAt, open.allowDownload],
    [null, false, '2099-01-02 03:04:05.000000', false],
  )
})

test('200: without the scope access-links:read.key the key is null', async () => {
  const id = await create()
  for (const [scopes, shown] of [
    [['access-links:read'], false],
    [['access-links:read', 'access-links:write'], false],
    [['access-links:read', 'access-links:read.key'], true],
  ] as const) {
    const { key } = await world.key(owner.userId, scopes)
    const { status, body } = await get(id, key)
    assert.equal(status, 200)
    assert.equal(body.data.accessKey !== null, shown, scopes.join())
  }
})

test('200: a key sealed with a lost SECRET_KEY is null', async () => {
  const id = await create()
  await world.database.sql`update access_links set key_sealed = '\\x00' where id = ${id}`
  const { status, body } = await get(id)
  assert.deepEqual([status, body.data.accessKey], [200, null])
})
