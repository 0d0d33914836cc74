// Gaining access by leaving or joining: a detour must not give more than the role or link does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../../worlds/world.ts'
import type { StartSite } from './site.ts'

const restricted = 'PROJECT_RESTRICTED_REVIEWER'

export function attack(start: StartSite): void {
  test('a restricted reviewer who leaves an open project sees nothing of it', async () => {
    const world = await start()
    const { id, owner } = await openProject(world)
    const person = await world.person()
    const memberId = await addMember(world, id, owner.key, person.userId, restricted)
    assert.deepEqual(await filesSeen(world, id, person.key), [200, 0])
    const left = await world.call(`DELETE /api/project-members/${memberId}`, { key: person.key })
    assert.equal(left.status, 204)
    await requireNoAccess(world, id, person.key)
  })

  test('a restricted reviewer whom a manager removes from an open project sees nothing of it', async () => {
    const world = await start()
    const { id, owner } = await openProject(world)
    const person = await world.person()
    const memberId = await addMember(world, id, owner.key, person.userId, restricted)
    await world.call(`DELETE /api/project-members/${memberId}`, { key: owner.key })
    await requireNoAccess(world, id, person.key)
    await addMember(world, id, owner.key, person.userId, 'PROJECT_REVIEWER')
    assert.deepEqual(await filesSeen(world, id, person.key), [200, 3])
  })

  test('a restricted reviewer who leaves before the project is opened sees nothing of it', async () => {
    const world = await start()
    const { id, owner } = await openProject(world, 'ONLY_PROJECT_MEMBER')
    const person = await world.person()
    const memberId = await addMember(world, id, owner.key, person.userId, restricted)
    await world.call(`DELETE /api/project-members/${memberId}`, { key: person.key })
    const body = { accessRange: 'ALLOW_WORKSPACE_MEMBER' }
    assert.equal((await world.call(`PATCH /api/projects/${id}`, { key: owner.key, body })).status, 204)
    await requireNoAccess(world, id, person.key)
  })

  test('a restricted reviewer who leaves and joins a link for restricted reviewers is one again', async () => {
    const world = await start()
    const { id, owner } = await openProject(world)
    const person = await world.person()
    const memberId = await addMember(world, id, owner.key, person.userId, restricted)
    const accessKey = await link(world, id, owner.key, { role: restricted })
    await world.call(`DELETE /api/project-members/${memberId}`, { key: person.key })
    const joined = await world.call('POST /api/access-links/join', { key: person.key, body: { accessKey } })
    assert.deepEqual([joined.status, joined.body.data.role], [200, restricted])
    assert.deepEqual(await filesSeen(world, id, person.key), [200, 0])
  })

  test('the token of a guest does not join another link, whose rules it would not keep', async () => {
    const world = await start()
    const [first, second] = [await world.project(), await world.project()]
    const guest = { name: 'Gus' }
    const firstKey = await link(world, first.id, first.owner.key, { role: 'PROJECT_REVIEWER' })
    const secondKey = await link(world, second.id, second.owner.key, {
      role: 'PROJECT_REVIEWER',
      allowDownload: false,
      expiresAt: new Date(Date.now() + 60_000).toISOString().replace('T', ' ').replace('Z', '000'),
    })
    const entered = await world.call('POST /api/access-links/join', {
      body: { accessKey: firstKey, ...guest },
    })
    const token: string = entered.body.data.accessToken
    const again = await world.call('POST /api/access-links/join', {
      key: token,
      body: { accessKey: secondKey },
    })
    assert.deepEqual([again.status, again.body.code], [403, 'insufficient_scope'])
    assert.match(again.body.message, /Without a credential/)
    assert.equal((await world.call(`GET /api/projects/${second.id}`, { key: token })).status, 404)
    const fresh = await world.call('POST /api/access-links/join', {
      body: { accessKey: secondKey, ...guest },
    })
    const ping = await world.call('GET /api/ping', { key: fresh.body.data.accessToken })
    assert.ok(!ping.body.data.scopes.includes('files:download'))
  })

  test('a token without project-members:write does not join its person to a project', async () => {
    const world = await start()
    const { id, owner } = await world.project()
    const accessKey = await link(world, id, owner.key, { role: 'PROJECT_MEMBER' })
    const person = await world.person({ scopes: ['projects:read', 'comments:write', 'files:write'] })
    const joined = await world.call('POST /api/access-links/join', { key: person.key, body: { accessKey } })
    assert.deepEqual([joined.status, joined.body.code], [403, 'insufficient_scope'])
    assert.equal((await world.call(`GET /api/projects/${id}`, { key: person.key })).status, 404)
    const able = await world.person({ scopes: ['project-members:write'] })
    const entered = await world.call('POST /api/access-links/join', { key: able.key, body: { accessKey } })
    assert.equal(entered.status, 200)
  })
}

/** A project with three files that are hidden from restricted reviewers. */
async function openProject(world: World, accessRange = 'ALLOW_WORKSPACE_MEMBER') {
  const project = await world.project({ accessRange })
  for (const name of ['a', 'b', 'c']) {
    const body = { name: `${name}.png`, size: 10 }
    const made = await world.call(`POST /api/projects/${project.id}/files/upload.multipart`, {
      key: project.owner.key,
      body,
    })
    assert.equal(made.status, 201)
  }
  return project
}

async function addMember(world: World, projectId: string, key: string, userId: string, role: string) {
  const body = { members: [{ user: { id: userId }, role }] }
  const added = await world.call(`POST /api/projects/${projectId}/members`, { key, body })
  assert.equal(added.status, 201)
  const { body: listed } = await world.call(`GET /api/projects/${projectId}/members`, { key })
  return listed.data.find((member: { user: { id: string } }) => member.user.id === userId).id as string
}

async function link(world: World, projectId: string, key: string, body: object): Promise<string> {
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key })
  return read.body.data.accessKey
}

async function filesSeen(world: World, projectId: string, key: string): Promise<[number, number]> {
  const { status, body } = await world.call(`GET /api/projects/${projectId}/files`, { key })
  return [status, body.data?.length]
}

/** Asserts that the files are not visible by id, in a list or by search. */
async function requireNoAccess(world: World, projectId: string, key: string): Promise<void> {
  assert.equal((await world.call(`GET /api/projects/${projectId}`, { key })).status, 404)
  assert.equal((await world.call(`GET /api/projects/${projectId}/files`, { key })).status, 404)
  for (const route of ['QUERY /api/projects', 'GET /api/projects/search?query=Project']) {
    const { status, body } = await world.call(route, { key })
    assert.deepEqual([status, body.data], [200, []], route)
  }
  const found = await world.call('QUERY /api/projects', { key, body: { keyword: 'Project' } })
  assert.deepEqual(found.body.data, [])
}
