// Other habits of existing clients: fixed bodies and headers that are unambiguous, and therefore accepted.
import assert from 'node:assert/strict'
import { call, expect, newProject, service, unique } from '../client.ts'
import { test } from '../suite.ts'

const project = await newProject()
const json = { 'Content-Type': 'application/json' }

test('accepted: a Content-Type without a body, `bearer` in lower case, an id in upper case', async () => {
  await expect(200, 'GET /api/ping', { headers: json })
  await expect(200, 'GET /api/ping', { key: null, headers: { Authorization: `bearer ${service.key}` } })
  assert.equal((await expect(200, `GET /api/projects/${project.toUpperCase()}`)).id, project)
})

test('accepted: JSON under another JSON type, with a charset, or behind a byte order mark', async () => {
  const route = `POST /api/projects/${project}/folders`
  const types = ['application/json; charset=UTF-8', 'Application/JSON', 'application/vnd.api+json']
  for (const type of types)
    await expect(201, route, { headers: { 'Content-Type': type }, body: { name: unique('Folder') } })
  await expect(201, route, { body: `\ufeff{"name":"${unique('Folder')}"}` })
})

test('accepted: null for every optional field', async () => {
  const body = '{"content":"All fields","parent":null,"attachments":null}'
  await expect(201, `POST /api/projects/${project}/comments`, { body })
  const configs = '{"generateAudio":null,"resolution":null,"durationSeconds":null,"aspectRatio":null}'
  const rest = '"outputModel":"kling-3.0","prompt":"A house","folder":null,"attachments":[]'
  const generate = `POST /api/projects/${project}/files/upload.generate`
  const { id } = await expect(202, generate, { body: `{"outputType":"VIDEO",${rest},"configs":${configs}}` })
  await call(`POST /api/files/${id}/generate.cancel`)
  const skill = await expect(201, 'POST /api/skills', { body: { name: unique('skill'), description: 'x' } })
  const version = '{"content":"# Text","note":null,"isDefault":null}'
  await expect(201, `POST /api/skills/${skill.id}/versions`, { body: version })
  await expect(204, `PATCH /api/skills/${skill.id}`, { body: '{}' })
})

test('accepted: whole numbers written with a fraction of zero', async () => {
  await expect(200, `GET /api/projects/${project}/versions?page=1.0`)
  const body = `{"outputType":"VIDEO","outputModel":"kling-3.0","prompt":"A house","folder":null,"attachments":[],
    "configs":{"durationSeconds":5.0}}`
  const { id } = await expect(202, `POST /api/projects/${project}/files/upload.generate`, { body })
  await call(`POST /api/files/${id}/generate.cancel`)
})

test('accepted: a list without a body, with an empty body, or with an empty keyword is the whole list', async () => {
  const first = (await call('QUERY /api/projects', { body: {} })).body
  assert.ok(first.data.length > 0)
  assert.deepEqual((await call('QUERY /api/projects')).body, first)
  assert.deepEqual((await call('QUERY /api/projects', { headers: json })).body, first)
  for (const keyword of [null, ''])
    assert.deepEqual((await call('QUERY /api/projects', { body: { keyword } })).body.data, first.data)
})

test('accepted: a client that cannot send QUERY uses GET, or POST with X-HTTP-Method-Override', async () => {
  const keyword = unique('habit')
  await newProject({ name: keyword })
  const query = await expect(200, 'QUERY /api/projects', { body: { keyword } })
  assert.equal(query.length, 1)
  assert.deepEqual(await expect(200, `GET /api/projects?keyword=${encodeURIComponent(keyword)}`), query)
  const headers = { 'X-HTTP-Method-Override': 'QUERY' }
  assert.deepEqual(await expect(200, 'POST /api/projects', { headers, body: { keyword } }), query)
})

test('a reaction without its variation selector is the same as with it; deleting it twice: 204, then 404', async () => {
  const comment = await expect(201, `POST /api/projects/${project}/comments`, { body: { content: 'x' } })
  const route = `/api/comments/${comment.id}/reactions`
  await expect(204, `POST ${route}`, { body: { type: '❤' } })
  assert.deepEqual(
    (await expect(200, `GET ${route}`)).map(({ type }: { type: string }) => type),
    ['❤️'],
  )
  await expect(204, `DELETE ${route}`, { body: { type: '❤️' } })
  await expect(404, `DELETE ${route}`, { body: { type: '❤️' } })
})
