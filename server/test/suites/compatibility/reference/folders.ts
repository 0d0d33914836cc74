import assert from 'node:assert/strict'
import { assertPrefixed, call, expect, expectInvalid, newProject, unknownUuid } from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()
const route = `POST /api/projects/${project}/folders`
type Folder = { id: string; name: string; parent: { id: string } | null }

// reference: 1.7, 2.0.5, 4.3.1, 4.3.10
test('Create Folder returns 201 with the id of the folder, which begins with DX', async () => {
  const { status, body } = await call(route, { body: { name: 'Shots' } })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.data), ['id'])
  assertPrefixed('DX', body.data.id)
})

// reference: 4.3.6
test('Create Folder in a project that does not exist returns 404', async () => {
  for (const id of [unknownUuid, 'nonsense'])
    assert.equal((await call(`POST /api/projects/${id}/folders`, { body: { name: 'Shots' } })).status, 404)
})

// reference: 4.3.7, 8.7
test('a folder name is required and has 1 to 64 characters, also of several bytes each', async () => {
  for (const name of ['a', 'b'.repeat(64), '🎬'.repeat(64)]) await expect(201, route, { body: { name } })
  for (const body of [{ name: '' }, { name: 'b'.repeat(65) }, { name: '🎬'.repeat(65) }, { name: 1 }, {}])
    await expectInvalid(['/name'], route, { body })
})

// reference: 4.3.8, 4.3.9
test('parent null or omitted is the project root; parent.id, required in an object, names the parent folder', async () => {
  const outer = await expect(201, route, { body: { name: 'Outer', parent: null } })
  const inner = await expect(201, route, { body: { name: 'Inner', parent: { id: outer.id } } })
  const omitted = await expect(201, route, { body: { name: 'Omitted' } })
  const folders: Folder[] = await expect(200, `GET /api/projects/${project}/folders`)
  const parentOf = (id: string) => folders.find((folder) => folder.id === id)!.parent
  assert.deepEqual(
    [parentOf(outer.id), parentOf(inner.id), parentOf(omitted.id)],
    [null, { id: outer.id }, null],
  )
  await expectInvalid(['/parent/id'], route, { body: { name: 'None', parent: {} } })
  await expectInvalid(['/parent/id'], route, { body: { name: 'Gone', parent: { id: 'DXnothing' } } })
})
