import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const owner = await world.person()

async function freshProject(): Promise<string> {
  return (await world.project({ owner })).id
}

async function people(count: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => world.person()))
  return made.map((person) => person.userId)
}

const member = (id: unknown, role = 'PROJECT_MEMBER') => ({ user: { id }, role })

function add(projectId: string, members: unknown, key = owner.key) {
  return world.call(`POST /api/projects/${projectId}/members`, { key, body: { members } })
}

async function stored(projectId: string) {
  return world.database.sql<{ id: string; userId: string; role: string }>`
    select id, user_id as "userId", role from project_members
    where project_id = ${projectId} and role <> 'PROJECT_OWNER' order by id`
}

function fields(answer: { body: { errors: { path: string; code: string }[] } }) {
  return answer.body.errors.map(({ path, code }) => `${path} ${code}`)
}

const roles = ['PROJECT_RESTRICTED_REVIEWER', 'PROJECT_REVIEWER', 'PROJECT_MEMBER', 'PROJECT_MANAGER']

test('201: the ids of the new members in the order of the request', async () => {
  const projectId = await freshProject()
  const userIds = (await people(4)).reverse()
  const answer = await add(
    projectId,
    userIds.map((id, i) => member(id, roles[i])),
  )
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body), ['data'])
  const expected = userIds.map((userId, i) => ({ id: answer.body.data[i].id, userId, role: roles[i] }))
  assert.deepEqual(await stored(projectId), expected)
  assert.deepEqual(
    answer.body.data,
    expected.map(({ id }) => ({ id })),
  )
})

test('201: many members including guests, ids in capitals', async () => {
  const projectId = await freshProject()
  const guest = await world.person({ role: 'GUEST' })
  const userIds = [...(await people(60)), guest.userId.toUpperCase()]
  const answer = await add(
    projectId,
    userIds.map((id) => member(id)),
  )
  assert.equal(answer.status, 201)
  assert.equal((await stored(projectId)).length, 61)
})

test('400: all users who are not in the workspace are named, and nobody is added', async () => {
  const projectId = await freshProject()
  const [one, two] = await people(2)
  const elsewhere = await world.person({ workspaceId: await world.workspace() })
  const asked = [one, elsewhere.userId, two, newUuid(), 'nope', ''].map((id) => member(id))
  const answer = await add(projectId, asked)
  assert.equal(answer.status, 400)
  assert.equal(answer.body.code, 'invalid_request')
  assert.deepEqual(
    fields(answer),
    [1, 3, 4, 5].map((i) => `/members/${i}/user/id not_found`),
  )
  assert.equal(new Set(answer.body.errors.map((error: { message: string }) => error.message)).size, 1)
  assert.deepEqual(await stored(projectId), [])
})

test('400: the same user twice', async () => {
  const projectId = await freshProject()
  const [one, two] = await people(2)
  const asked = [one!, two!, one!.toUpperCase(), two!].map((id) => member(id))
  const answer = await add(projectId, asked)
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer), ['/members/2/user/id duplicate', '/members/3/user/id duplicate'])
  assert.deepEqual(await stored(projectId), [])
})

test('400: missing, empty, unknown and wrongly typed fields', async () => {
  const projectId = await freshProject()
  const [id] = await people(1)
  for (const [members, expected] of [
    [[], ['/members too_small']],
    [undefined, ['/members invalid_type']],
    [null, ['/members invalid_type']],
    [{}, ['/members invalid_type']],
    [[member(id, 'PROJECT_OWNER')], ['/members/0/role invalid_value']],
    [[member(id, 'OWNER')], ['/members/0/role invalid_value']],
    [[{ user: { id } }], ['/members/0/role invalid_value']],
    [[{ role: 'PROJECT_MEMBER' }], ['/members/0/user invalid_type']],
    [[{ role: 'PROJECT_MEMBER', user: id }], ['/members/0/user invalid_type']],
    [[member(undefined)], ['/members/0/user/id invalid_type']],
    [[member(7)], ['/members/0/user/id invalid_type']],
    [[{ ...member(id), admin: true }], ['/members/0/admin unknown_field']],
    [
      [member(id), member(newUuid(), 'x'), 1],
      ['/members/1/role invalid_value', '/members/2 invalid_type'],
    ],
  ] as const) {
    const answer = await add(projectId, members)
    assert.equal(answer.status, 400)
    assert.deepEqual(fields(answer), expected)
  }
  assert.deepEqual(await stored(projectId), [])
})

test('409: a user is already a member or the owner; nobody is added and no role changes', async () => {
  const projectId = await freshProject()
  const [present, fresh] = await people(2)
  await add(projectId, [member(present, 'PROJECT_REVIEWER')])
  for (const known of [present, owner.userId]) {
    const answer = await add(projectId, [member(fresh), member(known, 'PROJECT_MANAGER')])
    assert.deepEqual([answer.status, answer.body.code], [409, 'already_member'])
  }
  const after = await stored(projectId)
  assert.deepEqual(
    after.map(({ userId, role }) => [userId, role]),
    [[present, 'PROJECT_REVIEWER']],
  )
})

test('201 for managers, 403 for lower roles, 404 for others', async () => {
  const projectId = await freshProject()
  for (const [role, status] of [
    ['PROJECT_MANAGER', 201],
    ['PROJECT_MEMBER', 403],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const { key } = await world.member(projectId, role)
    const [id] = await people(1)
    assert.equal((await add(projectId, [member(id)], key)).status, status, role)
    assert.equal((await add(projectId, [member('nope')], key)).status, status === 201 ? 400 : status, role)
  }
  const outsider = await world.person()
  assert.equal((await add(projectId, [member(outsider.userId)], outsider.key)).status, 404)
  assert.equal((await add(newUuid(), [member(outsider.userId)])).status, 404)
})

test('20 concurrent requests that add one user: one 201, otherwise 409', async () => {
  const projectId = await freshProject()
  const [id] = await people(1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(projectId, [member(id)])))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array(19).fill(409)])
  assert.equal((await stored(projectId)).length, 1)
})

test('two concurrent requests with the same users in another order: one 201, one 409, no deadlock', async () => {
  const projectId = await freshProject()
  const [one, held, other] = await people(3)
  const asked = [one, held, other].map((id) => member(id))
  const { answers } = await world.database.transaction(async (sql) => {
    // Both requests wait for this row. Unless they insert in the same order, each has by then added a user that
    // the other adds, too.
    await sql`
      insert into project_members (id, project_id, workspace_id, user_id, role)
      values (${newUuid()}, ${projectId}, ${world.workspaceId}, ${held}, 'PROJECT_MEMBER')`
    const both = Promise.all([add(projectId, asked), add(projectId, asked.toReversed())])
    await lockWaits(world, 2)
    await sql`delete from project_members where project_id = ${projectId} and user_id = ${held}`
    return { answers: both }
  })
  assert.deepEqual((await answers).map((answer) => answer.status).sort(), [201, 409])
  assert.equal((await stored(projectId)).length, 3)
})
