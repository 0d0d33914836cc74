import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function memberId(person: Person, project = projectId): Promise<string | undefined> {
  const [row] = await world.database.sql<{ id: string }>`
    select id from project_members where project_id = ${project} and user_id = ${person.userId}`
  return row?.id
}

function remove(id: string | undefined, key = owner.key) {
  return world.call(`DELETE /api/project-members/${id}`, { key })
}

const below = ['PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER'] as const

test('204: the owner and managers can remove other members', async () => {
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  for (const key of [owner.key, manager.key]) {
    for (const role of ['PROJECT_MANAGER', ...below] as const) {
      const person = await world.member(projectId, role)
      const answer = await remove(await memberId(person), key)
      assert.deepEqual([answer.status, answer.body], [204, ''], role)
      assert.equal(await memberId(person), undefined)
      const read = await world.call(`GET /api/projects/${projectId}/members`, { key: person.key })
      assert.equal(read.status, 404, 'who is removed sees nothing from then on')
    }
  }
})

test('204: every member except the owner can leave', async () => {
  for (const role of ['PROJECT_MANAGER', ...below] as const) {
    const person = await world.member(projectId, role)
    assert.equal((await remove(await memberId(person), person.key)).status, 204, role)
    assert.equal(await memberId(person), undefined)
  }
})

test('403: lower roles cannot remove other members or the owner', async () => {
  const other = await world.member(projectId, 'PROJECT_REVIEWER')
  for (const role of below) {
    const { key } = await world.member(projectId, role)
    for (const target of [other, owner]) {
      const answer = await remove(await memberId(target), key)
      assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_role'], role)
    }
  }
  assert.ok(await memberId(other))
})

test('403: members of the workspace without a project role, if the project is open to it', async () => {
  const open = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const member = await world.member(open.id, 'PROJECT_MEMBER')
  const { key } = await world.person()
  assert.equal((await remove(await memberId(member, open.id), key)).status, 403)
})

test('403: a membership in one project gives no rights in another', async () => {
  const other = await world.project()
  const person = await world.member(projectId, 'PROJECT_REVIEWER')
  await world.database.sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (${newUuid()}, ${other.id}, ${world.workspaceId}, ${person.userId}, 'PROJECT_MANAGER')`
  assert.equal((await remove(await memberId(owner), person.key)).status, 403)
})

test('409: the owner cannot be removed by a manager or leave', async () => {
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  for (const key of [owner.key, manager.key]) {
    const answer = await remove(await memberId(owner), key)
    assert.deepEqual([answer.status, answer.body.code], [409, 'owner_is_fixed'])
  }
  assert.ok(await memberId(owner))
})

test('404: unknown, malformed or removed members, and members of projects of others', async () => {
  const person = await world.member(projectId, 'PROJECT_MEMBER')
  const id = await memberId(person)
  const outsider = await world.person()
  assert.equal((await remove(id, outsider.key)).status, 404)
  await remove(id)
  for (const unknown of [id, newUuid(), 'nope', person.userId]) {
    assert.equal((await remove(unknown)).status, 404)
  }
})

test('20 concurrent removals: one 204, otherwise 404', async () => {
  const id = await memberId(await world.member(projectId, 'PROJECT_MEMBER'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(id)))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, ...Array(19).fill(404)])
})

test('404: another request removed the member meanwhile', async () => {
  const id = await memberId(await world.member(projectId, 'PROJECT_MEMBER'))
  const { answer } = await world.database.transaction(async (sql) => {
    await sql`delete from project_members where id = ${id}`
    const removing = remove(id)
    await lockWaits(world)
    return { answer: removing }
  })
  assert.equal((await answer).status, 404)
})
