import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { projectRoles } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id, owner } = await world.project({ name: 'Film' })

const get = (projectId: string, key: string) => world.call(`GET /api/projects/${projectId}`, { key })

async function destroyed(interval: string): Promise<string> {
  const project = await world.project({ owner })
  await world.database.sql`
    update projects set destroyed_at = now() + ${interval}::interval where id = ${project.id}`
  return project.id
}

test('200: the record, with every field', async () => {
  await world.database.sql`
    update projects set description = 'About it', thumbnail = 'https://a/b.png', deadline = '2027-01-02',
      created_at = '2026-01-02 03:04:05.1Z', updated_at = '2026-01-02 03:04:06.000001Z' where id = ${id}`
  const answer = await get(id, owner.key)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    data: {
      id,
      name: 'Film',
      description: 'About it',
      thumbnail: 'https://a/b.png',
      cover: null,
      accessRange: 'ONLY_PROJECT_MEMBER',
      deadline: '2027-01-02',
      createdAt: '2026-01-02 03:04:05.100000',
      updatedAt: '2026-01-02 03:04:06.000001',
      destroyedAt: null,
      archivedAt: null,
      reviewRule: { type: 'ANY_ONE', user: null },
      agentVerdictsCount: false,
    },
  })
})

test('200 for every project role, and for an id in capitals', async () => {
  for (const role of projectRoles.filter((role) => role !== 'PROJECT_OWNER')) {
    const { key } = await world.member(id, role, { role: 'GUEST', scopes: ['projects:read'] })
    assert.equal((await get(id, key)).status, 200, role)
  }
  assert.equal((await get(id.toUpperCase(), owner.key)).body.data.id, id)
})

test('200 for members of the workspace except guests, if the project is open to it', async () => {
  const open = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    const { key } = await world.person({ role })
    assert.equal((await get(open.id, key)).status, 200, role)
    assert.equal((await get(id, key)).status, 404, role)
  }
  const { key } = await world.person({ role: 'GUEST' })
  assert.equal((await get(open.id, key)).status, 404)
})

test('200: a project whose deletion is scheduled', async () => {
  const answer = await get(await destroyed('1 minute'), owner.key)
  assert.equal(answer.status, 200)
  assert.match(answer.body.data.destroyedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
})

test('404: the same response for deleted, unknown and malformed projects and those of another workspace', async () => {
  const elsewhere = await world.project({ workspaceId: await world.workspace() })
  const hidden = [await destroyed('0'), newUuid(), 'nonsense', elsewhere.id, (await world.project()).id]
  for (const projectId of hidden) {
    const answer = await get(projectId, owner.key)
    assert.equal(answer.status, 404, projectId)
    const { requestId: _, type: __, ...rest } = answer.body
    const message = 'There is nothing here that you can see.'
    assert.deepEqual(rest, { status: 404, code: 'not_found', message, authenticated: true, errors: [] })
  }
})

test('400: unknown parameters; 403: missing scope', async () => {
  const answer = await world.call(`GET /api/projects/${id}?fields=name`, { key: owner.key })
  assert.equal(answer.status, 400)
  const { key } = await world.key(owner.userId, ['projects:write'])
  assert.equal((await get(id, key)).body.code, 'insufficient_scope')
})
