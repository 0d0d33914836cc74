// Items 2 and 7 of what surprised clients: messages that are complete on their own, and folders that are not
// empty.
import assert from 'node:assert/strict'
import { call, expect, newComment, newFile, newProject } from '../client.ts'
import { keyWith } from '../people.ts'
import { test } from '../suite.ts'

const project = await newProject()

test('2. the message of a 400 names the first field and its problem, and counts the others', async () => {
  const { body } = await call('POST /api/projects', {
    body: { name: '', accessRange: 'ANYBODY', colour: 'red' },
  })
  assert.equal(body.errors.length, 3)
  assert.match(body.message, /^`name`: .+ \(and 2 more, see `errors`\)$/)
  const one = await call(`POST /api/projects/${project}/folders`, { body: { name: 'x'.repeat(65) } })
  assert.match(one.body.message, /^`name`: .*64/)
  assert.doesNotMatch(one.body.message, /more, see/)
  const nested = { members: [{ user: { id: 'nonsense' }, role: 'PROJECT_MEMBER' }] }
  const deep = await call(`POST /api/projects/${project}/members`, { body: nested })
  assert.match(deep.body.message, /^`members\[0\]\.user\.id`: ./)
})

test('2. the messages of 409 and 412 are complete on their own', async () => {
  const comment = await newComment(project)
  await expect(204, `POST /api/comments/${comment}/reactions`, { body: { type: '👍' } })
  const twice = await call(`POST /api/comments/${comment}/reactions`, { body: { type: '👍' } })
  const name = { body: { name: 'Same' } }
  await expect(201, `POST /api/projects/${project}/folders`, name)
  const taken = await call(`POST /api/projects/${project}/folders`, name)
  const start = `POST /api/projects/${project}/files/upload.multipart`
  const upload = await expect(201, start, { body: { name: 'a.txt', size: 1 } })
  const parts = [{ partNumber: 1, eTag: '"none"' }]
  const incomplete = await call(`POST /api/files/${upload.id}/upload.complete`, { body: { parts } })
  const skill = await expect(201, 'POST /api/skills', { body: { name: 'matched', description: 'x' } })
  const headers = { 'If-Match': '"another"' }
  const changed = await call(`PATCH /api/skills/${skill.id}`, { headers, body: { license: 'MIT' } })
  assert.deepEqual(
    [twice, taken, incomplete, changed].map(({ status }) => status),
    [409, 409, 409, 412],
  )
  for (const { body } of [twice, taken, incomplete, changed]) {
    // A message that refers to `errors` must not be the only information: some clients do not show `errors`.
    if (body.errors.length === 0) assert.doesNotMatch(body.message, /`errors`/)
    else assert.match(body.message, /^`parts/)
    assert.match(body.message, /.{20}/)
  }
})

test('2. authenticated says whether the credential was accepted', async () => {
  const authenticated = async (route: string, options = {}) => (await call(route, options)).body.authenticated
  assert.equal(await authenticated('GET /api/ping', { key: null }), false)
  assert.equal(await authenticated('GET /api/ping', { key: 'rvk_unknown' }), false)
  assert.equal(await authenticated('POST /api/projects', { body: {} }), true)
  assert.equal(await authenticated('GET /api/projects/00000000-0000-7000-8000-000000000000'), true)
  const key = await keyWith('skills:read')
  assert.equal(await authenticated(`GET /api/projects/${project}`, { key }), true)
})

test('7. deleting a folder that is not empty returns 409; its message says what to do, and that works', async () => {
  const make = (name: string, parent: object | null) =>
    expect(201, `POST /api/projects/${project}/folders`, { body: { name, parent } })
  const outer = await make('Outer', null)
  await make('Inner', { id: outer.id })
  const file = await newFile(project)
  await expect(204, `PATCH /api/files/${file}`, { body: { folder: { id: outer.id } } })
  const { status, body } = await call(`DELETE /api/folders/${outer.id}`)
  assert.deepEqual([status, body.code], [409, 'folder_not_empty'])
  assert.match(body.message, /recursive=true/)
  assert.match(body.message, /1 file and 1 folder/)
  await expect(204, `DELETE /api/folders/${outer.id}?recursive=true`)
})
