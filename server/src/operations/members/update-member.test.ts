import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function memberId(userId: string): Promise<string> {
  const [row] = await world.database.sql<{ id: string }>`
    select id from project_members where project_id = ${projectId} and user_id = ${userId}`
  return row!.id
}

async function roleOf(id: string): Promise<string> {
  const [row] = await world.database.sql<{ role: string }>`select role from project_members where id = ${id}`
  return row!.role
}

function update(id: string, body: unknown, key = owner.key) {
  return world.call(`PATCH /api/project-members/${id}`, { key, body })
}

const assignable = [
  'PROJECT_MANAGER',
  'PROJECT_MEMBER',
  'PROJECT_REVIEWER',
  'PROJECT_RESTRICTED_REVIEWER',
] as const

test('204: every role that can be assigned, including the current one', async () => {
  const id = await memberId((await world.member(projectId, 'PROJECT_REVIEWER')).userId)
  const other = await memberId((await world.member(projectId, 'PROJECT_REVIEWER')).userId)
  for (const role of [...assignable, assignable[3]]) {
    const answer = await update(id, { role })
    assert.deepEqual([answer.status, answer.body], [204, ''])
    assert.equal(await roleOf(id), role)
  }
  assert.equal(await roleOf(other), 'PROJECT_REVIEWER')
})

test('204: the new role takes effect at once', async () => {
  const person = await world.member(projectId, 'PROJECT_REVIEWER')
  const create = () =>
    world.call(`POST /api/projects/${projectId}/versions`, { key: person.key, body: { name: 'Cut' } })
  assert.equal((await create()).status, 403)
  await update(await memberId(person.userId), { role: 'PROJECT_MEMBER' })
  assert.equal((await create()).status, 201)
})

test('400: a role that cannot be assigned, or none', async () => {
  const id = await memberId((await world.member(projectId, 'PROJECT_REVIEWER')).userId)
  for (const [body, path] of [
    [{}, '/role'],
    [{ role: 'PROJECT_OWNER' }, '/role'],
    [{ role: 'ADMIN' }, '/role'],
    [{ role: null }, '/role'],
    [{ role: 'PROJECT_MEMBER', user: {} }, '/user'],
  ] as const) {
    const answer = await update(id, body)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
  assert.equal(await roleOf(id), 'PROJECT_REVIEWER')
})

test('409: the role of the owner cannot change', async () => {
  const id = await memberId(owner.userId)
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  for (const key of [owner.key, manager.key]) {
    const answer = await update(id, { role: 'PROJECT_MANAGER' }, key)
    assert.deepEqual([answer.status, answer.body.code], [409, 'owner_is_fixed'])
  }
  assert.equal(await roleOf(id), 'PROJECT_OWNER')
})

test('204 for managers, 403 for lower roles, 404 for others', async () => {
  for (const [role, status] of [
    ['PROJECT_MANAGER', 204],
    ['PROJECT_MEMBER', 403],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const caller = await world.member(projectId, role)
    const own = await memberId(caller.userId)
    assert.equal((await update(own, { role }, caller.key)).status, status, role)
    const ownersId = await memberId(owner.userId)
    const onOwner = await update(ownersId, { role: 'PROJECT_MEMBER' }, caller.key)
    assert.equal(onOwner.status, status === 204 ? 409 : 403, role)
  }
  const outsider = await world.person()
  assert.equal(
    (await update(await memberId(owner.userId), { role: 'PROJECT_MEMBER' }, outsider.key)).status,
    404,
  )
})

test('404: unknown or malformed', async () => {
  for (const id of [newUuid(), 'nope', owner.userId]) {
    assert.equal((await update(id, { role: 'PROJECT_MEMBER' })).status, 404)
  }
})
