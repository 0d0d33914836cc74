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
import { newTeamProject, people } from '../people.ts'
import { test } from '../suite.ts'

const project = await newTeamProject()
const list = `GET /api/projects/${project}/versions`
const names = (records: { name: string }[]) => records.map(({ name }) => name)

async function newVersion(projectId: string, body: object): Promise<string> {
  return (await expect(201, `POST /api/projects/${projectId}/versions`, { body })).id
}

for (const name of ['Beta', 'Alpha', 'Gamma'])
  await newVersion(project, { name, ...(name === 'Alpha' && { description: 'First cut' }) })

// reference: 1.8, 2.0.3, 2.0.10, 2.0.11, 2.2.2-2.2.8, 3.1, 4.4.1, 4.4.10
test('List Versions returns version records with the fields and forms of the reference', async () => {
  const { status, body } = await call(`${list}?sort.type=name&sort.direction=asc`)
  assert.equal(status, 200)
  assert.deepEqual(names(body.data), ['Alpha', 'Beta', 'Gamma'])
  for (const version of body.data) {
    assertUuid(version.id)
    assert.equal(version.status, 'NEED_REVIEW')
    assertTimestamp(version.createdAt)
    assertTimestamp(version.updatedAt)
    assert.deepEqual(version.project, { id: project })
  }
  assert.deepEqual([body.data[0].description, body.data[1].description], ['First cut', null])
})

// reference: 2.2.5-2.2.7, 3.1
test('a change of status is visible in status and updatedAt; createdAt stays', async () => {
  const id = await newVersion(await newProject(), { name: 'Cut' })
  const before = await expect(200, `GET /api/versions/${id}`)
  await expect(204, `PATCH /api/versions/${id}/status`, { body: { status: 'APPROVED' } })
  const after = await expect(200, `GET /api/versions/${id}`)
  assert.deepEqual([before.status, after.status], ['NEED_REVIEW', 'APPROVED'])
  assert.equal(after.createdAt, before.createdAt)
  assert.ok(after.updatedAt > before.updatedAt)
})

// reference: 4.4.4
test('List Versions of a project that does not exist returns 404', async () => {
  assert.equal((await call(`GET /api/projects/${unknownUuid}/versions`)).status, 404)
})

// reference: 4.4.7, 4.4.11, 4.4.12, 4.14.2, 4.14.3, 8.15
test('page is 1 to 100 and 1 by default; the response has page.current and page.hasNext', async () => {
  const many = await newProject()
  for (let i = 0; i < 51; i++) await newVersion(many, { name: `Cut ${i}` })
  const at = `GET /api/projects/${many}/versions`
  const first = (await call(at)).body
  assert.deepEqual([first.data.length, first.page], [50, { current: 1, hasNext: true }])
  assert.deepEqual((await call(`${at}?page=1`)).body, first)
  const second = (await call(`${at}?page=2`)).body
  assert.deepEqual([second.data.length, second.page], [1, { current: 2, hasNext: false }])
  assert.equal(new Set([...first.data, ...second.data].map(({ id }) => id)).size, 51)
  assert.deepEqual((await call(`${at}?page=100`)).body, { data: [], page: { current: 100, hasNext: false } })
  for (const page of ['0', '101', '-1', 'x']) await expectInvalid(['/page'], `${at}?page=${page}`)
})

// reference: 4.4.8, 4.4.9
test('sort.type is name or createdAt (default), sort.direction asc or desc (default)', async () => {
  assert.deepEqual(names(await expect(200, list)), ['Gamma', 'Alpha', 'Beta'])
  assert.deepEqual(names(await expect(200, `${list}?sort.direction=asc`)), ['Beta', 'Alpha', 'Gamma'])
  assert.deepEqual(names(await expect(200, `${list}?sort.type=name`)), ['Gamma', 'Beta', 'Alpha'])
  const created = await expect(200, `${list}?sort.type=createdAt&sort.direction=desc`)
  assert.deepEqual(created, await expect(200, list))
  await expectInvalid(['/sort/type'], `${list}?sort.type=size`)
  await expectInvalid(['/sort/direction'], `${list}?sort.direction=up`)
})

// reference: 4.4.13
test('a restricted reviewer receives only the versions marked for restricted access', async () => {
  const id = await newTeamProject()
  await newVersion(id, { name: 'Hidden' })
  await newVersion(id, { name: 'Shown', allowRestricted: true })
  const { PROJECT_RESTRICTED_REVIEWER: restricted, PROJECT_REVIEWER: reviewer } = people
  const at = `GET /api/projects/${id}/versions`
  assert.deepEqual(names(await expect(200, at, { key: restricted.key })), ['Shown'])
  assert.deepEqual(names(await expect(200, at, { key: reviewer.key })), ['Shown', 'Hidden'])
})
