import assert from 'node:assert/strict'
import { assertUuid, call, expect, newFile, newProject, service, unique } from '../client.ts'
import { allScopes, keyWith, newTeamProject, people } from '../people.ts'
import { test } from '../suite.ts'

// reference: 1.5, 2.1.2-2.1.4, 4.1.1, 4.1.6-4.1.8, 4.1.10, 5.3
test('Ping returns pong, the workspace with id, name and avatarUrl, and the scopes, under data', async () => {
  const { status, body } = await call('GET /api/ping')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['data'])
  assert.deepEqual(Object.keys(body.data).toSorted(), ['pong', 'scopes', 'workspace'])
  assert.equal(body.data.pong, true)
  const { id, name, avatarUrl } = body.data.workspace
  assert.deepEqual(Object.keys(body.data.workspace), ['id', 'name', 'avatarUrl'])
  assertUuid(id)
  assert.equal(typeof name, 'string')
  assert.ok(avatarUrl === null || URL.canParse(avatarUrl))
})

// reference: 4.1.9, 5.2, 5.4
test('Ping returns exactly the scopes of the key, of the 19 that there are', async () => {
  assert.equal(allScopes.length, 19)
  assert.deepEqual((await expect(200, 'GET /api/ping')).scopes.toSorted(), allScopes.toSorted())
  for (const scope of allScopes)
    assert.deepEqual((await expect(200, 'GET /api/ping', { key: await keyWith(scope) })).scopes, [scope])
})

// reference: 5.1
test('a request without a bearer token, or with an unknown one, returns 401', async () => {
  for (const key of [null, 'nonsense', `${service.key}x`])
    assert.equal((await call('GET /api/ping', { key })).status, 401)
  assert.equal(
    (await call('GET /api/ping', { key: null, headers: { Authorization: service.key } })).status,
    401,
  )
})

// reference: 0.3, 0.4
test('the paths of the reference are below /api at the base address, and nowhere else', async () => {
  await expect(200, 'GET /api/ping')
  assert.equal((await call('GET /ping', { headers: { Accept: 'application/json' } })).status, 404)
})

// reference: 0.5, 0.6
test('a body is JSON and says so: malformed JSON returns 400, another content type 415', async () => {
  const body = JSON.stringify({ name: unique('Typed'), accessRange: 'ONLY_PROJECT_MEMBER' })
  assert.equal((await call('POST /api/projects', { body: '{' })).status, 400)
  const typed = await call('POST /api/projects', { body, headers: { 'Content-Type': 'text/plain' } })
  assert.equal(typed.status, 415)
  const charset = { 'Content-Type': 'application/json; charset=utf-8' }
  assert.equal((await call('POST /api/projects', { body, headers: charset })).status, 201)
})

// reference: 0.7
test('successful answers with content are JSON with their result in data', async () => {
  const project = await newProject()
  for (const route of ['ping', 'skills', `projects/${project}`, `projects/${project}/versions`]) {
    const { status, headers, body } = await call(`GET /api/${route}`)
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^application\/json/)
    assert.ok('data' in body, route)
  }
})

// reference: 1.2, 1.3, 2.0.3-2.0.5
test('a workspace holds projects; a project holds folders, files, versions, members and comments, each with its id', async () => {
  const id = await newTeamProject()
  assertUuid(id)
  const found = await expect(200, 'QUERY /api/projects', { body: {} })
  assert.ok(found.some((project: { id: string }) => project.id === id))
  const at = `/api/projects/${id}`
  const folder = await expect(201, `POST ${at}/folders`, { body: { name: 'Shots' } })
  const version = await expect(201, `POST ${at}/versions`, { body: { name: 'Cut' } })
  const comment = await expect(201, `POST ${at}/comments`, { body: { content: 'Good' } })
  const file = await newFile(id)
  const ids = async (route: string) =>
    (await expect(200, route, route.startsWith('QUERY') ? { body: {} } : {})).map(
      (one: { id: string }) => one.id,
    )
  assert.deepEqual(await ids(`GET ${at}/folders`), [folder.id])
  assert.deepEqual(await ids(`GET ${at}/files`), [file])
  assert.deepEqual(await ids(`GET ${at}/versions`), [version.id])
  assert.deepEqual(await ids(`QUERY ${at}/comments`), [comment.id])
  const members = await expect(200, `GET ${at}/members`)
  assert.equal(members.length, 1 + Object.keys(people).length)
  for (const one of [version.id, comment.id, members[0].id, members[0].user.id]) assertUuid(one)
  assert.match(folder.id, /^DX\w+$/)
  assert.match(file, /^FX\w+$/)
})
