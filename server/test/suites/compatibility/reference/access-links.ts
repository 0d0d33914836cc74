import assert from 'node:assert/strict'
import {
  assertTimestamp,
  assertUuid,
  call,
  expect,
  expectInvalid,
  newProject,
  unknownUuid,
} from '../client.ts'
import { keyWith, nobodyInProjects } from '../people.ts'
import { test } from '../suite.ts'

const roles = ['PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER']

async function newLink(projectId: string, body: object): Promise<string> {
  return (await expect(201, `POST /api/projects/${projectId}/access-links`, { body })).id
}

// reference: 1.11, 2.0.3, 2.0.10, 2.0.11, 2.4.2, 2.4.4, 2.4.6, 4.11.1, 4.11.7
test('Get Access Link returns id, accessKey, description, role and createdAt', async () => {
  const project = await newProject()
  const described = await newLink(project, { role: 'PROJECT_MEMBER', description: 'For the client' })
  const bare = await newLink(project, { role: 'PROJECT_REVIEWER' })
  const { status, body } = await call(`GET /api/project-access-links/${described}`)
  assert.equal(status, 200)
  const { id, accessKey, description, role, createdAt } = body.data
  assertUuid(id)
  assert.deepEqual([id, description, role], [described, 'For the client', 'PROJECT_MEMBER'])
  assert.equal(typeof accessKey, 'string')
  assertTimestamp(createdAt)
  assert.equal((await expect(200, `GET /api/project-access-links/${bare}`)).description, null)
})

// reference: 4.11.6
test('Get Access Link of a link that does not exist returns 404', async () => {
  assert.equal((await call(`GET /api/project-access-links/${unknownUuid}`)).status, 404)
})

// reference: 2.4.3, 4.11.8, 4.11.9, 5.9
test('accessKey is null unless the credential also holds access-links:read.key', async () => {
  const link = await newLink(await newProject(), { role: 'PROJECT_MEMBER' })
  const read = async (...scopes: string[]) =>
    (await expect(200, `GET /api/project-access-links/${link}`, { key: await keyWith(...scopes) })).accessKey
  assert.equal(await read('access-links:read'), null)
  assert.equal(await read('access-links:read', 'access-links:write'), null)
  assert.match(await read('access-links:read', 'access-links:read.key'), /^\S{16,}$/)
})

// reference: 1.11, 2.4.5, 5.8
test('an access link grants one of three roles to a person who joins with its key', async () => {
  for (const role of roles) {
    const project = await newProject()
    const link = await newLink(project, { role })
    const { accessKey } = await expect(200, `GET /api/project-access-links/${link}`)
    await expect(200, 'POST /api/access-links/join', { key: nobodyInProjects.key, body: { accessKey } })
    const members = await expect(200, `GET /api/projects/${project}/members`)
    const joined = members.find((member: { user: { id: string } }) => member.user.id === nobodyInProjects.id)
    assert.equal(joined.role, role)
  }
  const route = `POST /api/projects/${await newProject()}/access-links`
  for (const role of ['PROJECT_OWNER', 'PROJECT_MANAGER'])
    await expectInvalid(['/role'], route, { body: { role } })
})
