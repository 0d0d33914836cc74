import assert from 'node:assert/strict'
import { assertUuid, call, expect, expectInvalid, newProject, unknownUuid } from '../client.ts'
import { newTeamProject, nobodyInProjects, people } from '../people.ts'
import { test } from '../suite.ts'

type Member = {
  id: string
  role: string
  user: { id: string; email: string; name: string; avatarUrl: unknown }
}

// reference: 1.9, 2.0.3, 2.3.2-2.3.5, 4.5.1, 4.5.7, 4.5.8, 5.7
test('List Members returns every member with id, role and user, in all five roles', async () => {
  const project = await newTeamProject()
  const { status, body } = await call(`GET /api/projects/${project}/members`)
  assert.equal(status, 200)
  const members: Member[] = body.data
  assert.deepEqual(
    members.map(({ role }) => role).toSorted(),
    ['PROJECT_OWNER', ...Object.keys(people)].toSorted(),
  )
  for (const { id, user } of members) {
    assertUuid(id)
    assertUuid(user.id)
  }
  for (const [role, person] of Object.entries(people)) {
    const { user } = members.find((member) => member.role === role)!
    assert.deepEqual([user.id, user.email], [person.id, person.email])
  }
})

// reference: 2.3.6, 2.3.7
test('without a display name and avatar of the workspace, a member has the name of the account, and no avatar', async () => {
  const project = await newTeamProject()
  const members: Member[] = await expect(200, `GET /api/projects/${project}/members`)
  const { user } = members.find(({ role }) => role === 'PROJECT_REVIEWER')!
  assert.deepEqual([user.name, user.avatarUrl], [people.PROJECT_REVIEWER.name, null])
})

// reference: 4.5.6, 4.6.6
test('members of a project that does not exist: 404', async () => {
  const members = [{ user: { id: nobodyInProjects.id }, role: 'PROJECT_MEMBER' }]
  const route = `/api/projects/${unknownUuid}/members`
  assert.equal((await call(`GET ${route}`)).status, 404)
  assert.equal((await call(`POST ${route}`, { body: { members } })).status, 404)
})

// reference: 1.9, 4.6.1, 4.6.8, 4.6.11, 4.6.12
test('Add Member returns 201 with the id of each project member', async () => {
  const project = await newProject()
  const route = `/api/projects/${project}/members`
  const members = [
    { user: { id: people.PROJECT_MANAGER.id }, role: 'PROJECT_MANAGER' },
    { user: { id: nobodyInProjects.id }, role: 'PROJECT_MEMBER' },
  ]
  const { status, body } = await call(`POST ${route}`, { body: { members } })
  assert.equal(status, 201)
  const listed: Member[] = await expect(200, `GET ${route}`)
  const idOf = (userId: string) => listed.find(({ user }) => user.id === userId)!.id
  assert.deepEqual(body.data, [{ id: idOf(people.PROJECT_MANAGER.id) }, { id: idOf(nobodyInProjects.id) }])
})

// reference: 4.6.7, 4.6.8, 8.10
test('members has at least one item; user.id is a UUID, required', async () => {
  const route = `POST /api/projects/${await newProject()}/members`
  await expectInvalid(['/members'], route, { body: { members: [] } })
  await expectInvalid(['/members'], route, { body: {} })
  await expectInvalid(['/members/0/user'], route, { body: { members: [{ role: 'PROJECT_MEMBER' }] } })
  for (const id of ['nonsense', unknownUuid]) {
    const members = [{ user: { id }, role: 'PROJECT_MEMBER' }]
    await expectInvalid(['/members/0/user/id'], route, { body: { members } })
  }
})

// reference: 4.6.9, 4.6.10
test('Add Member accepts the four roles below Owner; PROJECT_OWNER, an unknown role or none returns 400', async () => {
  const user = { id: nobodyInProjects.id }
  for (const role of Object.keys(people)) {
    const route = `POST /api/projects/${await newProject()}/members`
    await expect(201, route, { body: { members: [{ user, role }] } })
  }
  const route = `POST /api/projects/${await newProject()}/members`
  for (const role of ['PROJECT_OWNER', 'PROJECT_GUEST', undefined])
    await expectInvalid(['/members/0/role'], route, { body: { members: [{ user, role }] } })
})
