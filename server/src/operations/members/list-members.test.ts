import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

function list(projectId: string, key: string, query = '') {
  return world.call(`GET /api/projects/${projectId}/members${query}`, { key })
}

async function memberIds(projectId: string): Promise<string[]> {
  const rows = await world.database.sql<{ id: string }>`
    select id from project_members where project_id = ${projectId} order by id`
  return rows.map((row) => row.id)
}

test('200: all members in the order in which they joined, with their workspace names', async () => {
  const owner = await world.person({ name: 'Ada' })
  const { id } = await world.project({ owner })
  const grace = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER', { name: 'Grace' })
  await world.project()
  await world.database.sql`update users set avatar_url = 'https://example.com/own.png'`
  await world.database.sql`
    update workspace_members set display_name = 'Amazing Grace', avatar_url = 'https://example.com/here.png'
    where user_id = ${grace.userId}`
  const [first, second] = await memberIds(id)
  const answer = await list(id, owner.key)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    data: [
      {
        id: first,
        role: 'PROJECT_OWNER',
        user: { id: owner.userId, email: owner.email, name: 'Ada', avatarUrl: 'https://example.com/own.png' },
      },
      {
        id: second,
        role: 'PROJECT_RESTRICTED_REVIEWER',
        user: {
          id: grace.userId,
          email: grace.email,
          name: 'Amazing Grace',
          avatarUrl: 'https://example.com/here.png',
        },
      },
    ],
  })
})

test('200: a long list is not paged', async () => {
  const { id, owner } = await world.project()
  await world.database.sql`
    with added as (
      insert into users (id, email, name)
      select gen_random_uuid(), 'many' || i || '@example.com', 'Many' from generate_series(1, 120) i returning id
    ), joined as (
      insert into workspace_members (id, workspace_id, user_id, role)
      select id, ${world.workspaceId}::uuid, id, 'MEMBER' from added
    )
    select 1`
  await world.database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    select u.id, ${id}, ${world.workspaceId}, u.id, 'PROJECT_REVIEWER' from users u where u.name = 'Many'`
  assert.equal((await list(id, owner.key)).body.data.length, 121)
})

test('200 for every project role, and for the workspace if the project is open to it', async () => {
  const { id } = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  for (const role of [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const) {
    const { key } = await world.member(id, role)
    assert.equal((await list(id, key)).status, 200, role)
  }
  const { key } = await world.person()
  assert.equal((await list(id, key)).body.data.length, 5)
})

test('200: an empty list if even the owner has left the workspace', async () => {
  const { id, owner } = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  await world.database.sql`delete from workspace_members where user_id = ${owner.userId}`
  const { key } = await world.person()
  assert.deepEqual((await list(id, key)).body, { data: [] })
})

test('400: an unknown query field', async () => {
  const { id, owner } = await world.project()
  assert.equal((await list(id, owner.key, '?page=2')).status, 400)
})

test('404: users without a role, and unknown projects', async () => {
  const { id } = await world.project()
  const { key } = await world.person()
  for (const project of [id, 'nope']) assert.equal((await list(project, key)).status, 404)
})
