import assert from 'node:assert/strict'
import { test } from 'node:test'
import { header, type RawRequest, sendRaw } from '../../helpers/raw-http.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const authorization: [string, string] = ['Authorization', `Bearer ${owner.key}`]
const folders = `/api/projects/${projectId}/folders`
const json: [string, string] = ['Content-Type', 'application/json']

const requests: Record<string, RawRequest> = {
  'a success': { method: 'GET', path: '/api/ping', headers: [authorization] },
  'a creation': { method: 'POST', path: folders, headers: [authorization, json], body: '{"name":"Named"}' },
  'a bad field': { method: 'POST', path: folders, headers: [authorization, json], body: '{}' },
  'bad JSON': { method: 'POST', path: folders, headers: [authorization, json], body: '{' },
  'no credential': { method: 'GET', path: '/api/ping' },
  'no such path': { method: 'GET', path: '/nowhere' },
  'no such method': { method: 'DELETE', path: '/api/ping' },
  'a broken path': { method: 'GET', path: '/api/%zz' },
  'not JSON': { method: 'POST', path: folders, headers: [authorization], body: 'x' },
  health: { method: 'GET', path: '/healthz' },
  readiness: { method: 'GET', path: '/readyz' },
  metrics: { method: 'GET', path: '/metrics' },
  'the OpenAPI document': { method: 'GET', path: '/openapi.json' },
}

for (const [what, request] of Object.entries(requests)) {
  test(`${what} gets a request id, and an error repeats it`, async () => {
    const answers = [await sendRaw(world.url, request), await sendRaw(world.url, request)]
    const [first, second] = answers.map((answer) => header(answer, 'x-request-id'))
    assert.match(first!, /^[0-9a-f-]{36}$/)
    assert.notEqual(first, second)
    if (answers[0]!.status >= 400) assert.equal(JSON.parse(answers[0]!.body).requestId, first)
  })

  test(`${what} keeps the request id of the client`, async () => {
    const id = 'trace.01:abc_DEF-9'
    const headers: [string, string][] = [...(request.headers ?? []), ['X-Request-Id', id]]
    const answer = await sendRaw(world.url, { ...request, headers })
    assert.equal(header(answer, 'x-request-id'), id)
    if (answer.status >= 400) assert.equal(JSON.parse(answer.body).requestId, id)
  })
}

const harmful = [
  'short',
  'x'.repeat(129),
  'with a space',
  '<script>alert(1)</script>',
  'ünïcödé-id',
  '"quoted-id"',
  '{{7*7}}--',
]

for (const id of harmful) {
  test(`the id ${JSON.stringify(id.slice(0, 30))} is replaced`, async () => {
    const answer = await sendRaw(world.url, {
      method: 'GET',
      path: '/nowhere',
      headers: [['X-Request-Id', id]],
    })
    assert.match(header(answer, 'x-request-id')!, /^[0-9a-f-]{36}$/)
    assert.equal(JSON.parse(answer.body).requestId, header(answer, 'x-request-id'))
  })
}
