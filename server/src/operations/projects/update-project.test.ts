import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id, owner } = await world.project()

const update = (body: unknown, key = owner.key, projectId = id) =>
  world.call(`PATCH /api/projects/${projectId}`, { key, body })

async function get(projectId = id) {
  return (await world.call(`GET /api/projects/${projectId}`, { key: owner.key })).body.data
}

/** Asserts a 400 that names exactly this field, and that nothing was stored. */
async function refused(body: unknown, ...paths: string[]): Promise<void> {
  const before = await get()
  const answer = await update(body)
  assert.equal(answer.status, 400, JSON.stringify(body))
  assert.deepEqual(
    answer.body.errors.map((error: { path: string }) => error.path),
    paths,
  )
  assert.deepEqual(await get(), before)
}

const all = {
  name: 'New name',
  description: 'New description',
  thumbnail: 'https://example.com/a.png?b#c',
  accessRange: 'ALLOW_WORKSPACE_MEMBER',
  deadline: '2027-12-31',
}

test('204: each field changes only itself and updatedAt', async () => {
  for (const [field, value] of Object.entries(all)) {
    const before = await get()
    const answer = await update({ [field]: value })
    assert.equal(answer.status, 204, field)
    assert.equal(answer.body, '')
    const after = await get()
    assert.notEqual(before[field], value)
    assert.ok(after.updatedAt > before.updatedAt)
    assert.deepEqual(after, { ...before, [field]: value, updatedAt: after.updatedAt })
  }
})

test('204: all fields in one request; null clears optional fields', async () => {
  const project = await world.project({ owner })
  assert.equal((await update(all, owner.key, project.id)).status, 204)
  const changed = await get(project.id)
  assert.deepEqual({ ...changed, ...all }, changed)
  const cleared = { description: null, thumbnail: null, deadline: null }
  assert.equal((await update(cleared, owner.key, project.id)).status, 204)
  const after = await get(project.id)
  assert.deepEqual(after, { ...changed, ...cleared, updatedAt: after.updatedAt })
})

test('204: an empty update changes nothing', async () => {
  const before = await get()
  for (const body of [{}, undefined]) assert.equal((await update(body)).status, 204)
  assert.deepEqual(await get(), before)
})

test('204 and 400: limits are counted in characters', async () => {
  const wide = '🎬'
  const url = (length: number) => 'https://example.com/'.padEnd(length, 'a')
  for (const name of ['x', 'x'.repeat(100), wide.repeat(100)]) {
    assert.equal((await update({ name })).status, 204)
    assert.equal((await get()).name, name)
  }
  for (const description of ['', 'x'.repeat(2000), wide.repeat(2000)]) {
    assert.equal((await update({ description })).status, 204)
    assert.equal((await get()).description, description)
  }
  assert.equal((await update({ thumbnail: url(2048) })).status, 204)
  assert.equal((await get()).thumbnail, url(2048))

  for (const name of ['', 'x'.repeat(101), wide.repeat(101)]) await refused({ name }, '/name')
  for (const description of ['x'.repeat(2001), wide.repeat(2001)]) {
    await refused({ description }, '/description')
  }
  await refused({ thumbnail: url(2049) }, '/thumbnail')
})

test('400: values of the wrong type, and unknown fields', async () => {
  for (const name of [null, 1, [], 'a\0b', '\ud83c']) await refused({ name }, '/name')
  for (const accessRange of [null, '', 'ALL']) await refused({ accessRange }, '/accessRange')
  for (const deadline of ['', '2026-02-29', '0000-01-01', '2026-01-01 00:00', 1]) {
    await refused({ deadline }, '/deadline')
  }
  await refused({ name: 'Fine', destroyedAt: null, id: newUuid() }, '/destroyedAt', '/id')
  await refused({ projectId: id }, '/projectId')
})

test('400: a thumbnail that is not an http or https URL', async () => {
  const scripts = ['javascript:alert(1)', 'data:image/png;base64,AAAA', 'file:///etc/passwd', 'ftp://a/b']
  const broken = [
    'a.png',
    '//a/b.png',
    'http:a',
    'https://',
    'https://a b/',
    ' https://a/',
    'https://a:99999/',
    7,
  ]
  for (const thumbnail of [...scripts, ...broken]) await refused({ thumbnail }, '/thumbnail')
  for (const thumbnail of ['http://localhost:8080/a.png', 'HTTPS://example.com', 'https://[::1]/é']) {
    assert.equal((await update({ thumbnail })).status, 204, thumbnail)
  }
})

test('204 for owners and managers, 403 for other roles', async () => {
  const project = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const asRole = async (key: string) => (await update({ name: 'Renamed' }, key, project.id)).body.code
  const { key } = await world.member(project.id, 'PROJECT_MANAGER', { scopes: ['projects:write'] })
  assert.equal((await update({ name: 'Managed' }, key, project.id)).status, 204)
  for (const role of ['PROJECT_MEMBER', 'PROJECT_REVIEWER', 'PROJECT_RESTRICTED_REVIEWER'] as const) {
    assert.equal(await asRole((await world.member(project.id, role)).key), 'insufficient_role')
  }
  assert.equal(await asRole((await world.person({ role: 'OWNER' })).key), 'insufficient_role')
  assert.equal(await asRole((await world.person({ role: 'GUEST' })).key), 'not_found')
  assert.equal(await asRole((await world.key(owner.userId, ['projects:read'])).key), 'insufficient_scope')
  assert.equal((await get(project.id)).name, 'Managed')
})

test('404: a user without a role, an unknown project, and a project past its scheduled deletion', async () => {
  const project = await world.project({ owner })
  const outsider = await world.person({ role: 'OWNER' })
  assert.equal((await update({ name: 'Mine' }, outsider.key, project.id)).status, 404)
  assert.equal((await update({}, outsider.key, project.id)).status, 404)
  assert.equal((await update({ name: 'x' }, owner.key, newUuid())).status, 404)
  assert.equal((await update({ name: 'x' }, owner.key, 'nonsense')).status, 404)
  await world.database.sql`update projects set destroyed_at = now() where id = ${project.id}`
  assert.equal((await update({ name: 'x' }, owner.key, project.id)).status, 404)
})

test('204: archiving and unarchiving emit one event each; repeating them changes nothing', async () => {
  const { id: projectId } = await world.project({ owner })
  const changes = async () =>
    (await world.call(`QUERY /api/projects/${projectId}/events`, { key: owner.key, body: {} })).body.data
      .filter((event: { type: string }) => event.type === 'project.updated')
      .map((event: { data: { changed: string[] } }) => event.data.changed)
  assert.equal((await update({ archived: true }, owner.key, projectId)).status, 204)
  const { archivedAt } = await get(projectId)
  assert.match(archivedAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  assert.equal((await update({ archived: true }, owner.key, projectId)).status, 204)
  assert.equal((await get(projectId)).archivedAt, archivedAt)
  assert.equal((await update({ name: 'Still away' }, owner.key, projectId)).status, 204)
  assert.equal((await get(projectId)).archivedAt, archivedAt)
  assert.equal((await update({ archived: false }, owner.key, projectId)).status, 204)
  assert.equal((await get(projectId)).archivedAt, null)
  assert.deepEqual((await changes()).toSorted(), [['archivedAt'], ['archivedAt'], ['name']])
  for (const archived of [null, 'yes', 1]) await refused({ archived }, '/archived')
})

test('204: a new member of an archived project does not see it in lists; members keep their projects', async () => {
  const { id: projectId } = await world.project({ owner })
  const ids = async (key: string, archived: boolean) =>
    (await world.call('QUERY /api/projects', { key, body: { archived } })).body.data.map(
      (project: { id: string }) => project.id,
    )
  // Eight members join while the project is archived: whichever request comes first, all lists are right.
  const people = await Promise.all(Array.from({ length: 8 }, () => world.person({ role: 'GUEST' })))
  const joined = people.map(({ userId }) =>
    world.call(`POST /api/projects/${projectId}/members`, {
      key: owner.key,
      body: { members: [{ user: { id: userId }, role: 'PROJECT_MEMBER' }] },
    }),
  )
  const [answer] = await Promise.all([update({ archived: true }, owner.key, projectId), ...joined])
  assert.equal(answer.status, 204)
  for (const { key } of people) {
    assert.deepEqual([await ids(key, false), await ids(key, true)], [[], [projectId]])
  }
  assert.equal((await update({ archived: false }, owner.key, projectId)).status, 204)
  for (const { key } of people) {
    assert.deepEqual([await ids(key, false), await ids(key, true)], [[projectId], []])
  }
})
