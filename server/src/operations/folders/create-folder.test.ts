import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('ping and a folder', async () => {
  const { id, owner } = await world.project()
  const pong = await world.call('GET /api/ping', { key: owner.key })
  console.log(pong)
  const made = await world.call(`POST /api/projects/${id}/folders`, {
    key: owner.key,
    body: { name: 'Shots' },
  })
  console.log(made.status, made.body)
  const inner = await world.call(`POST /api/projects/${id}/folders`, {
    key: owner.key,
    body: { name: 'Shots', parent: { id: made.body.data.id } },
    headers: { 'Idempotency-Key': 'a' },
  })
  console.log(inner.status, inner.body)
  const again = await world.call(`POST /api/projects/${id}/folders`, {
    key: owner.key,
    body: { name: 'Shots', parent: { id: made.body.data.id } },
    headers: { 'Idempotency-Key': 'a' },
  })
  console.log(again.status, again.body, again.headers)
  for (const body of [
    { name: 'SHOTS' },
    { name: '' },
    { name: 'x', parent: { id: 'DXzzzzzzzzzzzzzzzzzzzzzz' } },
    { name: 'x', parent: { id: 'nope' }, foo: 1 },
    '{"a',
    '{"__proto__":1}',
    [],
    'null',
  ]) {
    const r = await world.call(`POST /api/projects/${id}/folders`, {
      key: owner.key,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    console.log(r.status, JSON.stringify(r.body))
  }
  for (const [route, opts] of [
    ['PUT /api/ping', {}],
    ['GET /api/ping', {}],
    ['GET /api/ping', { key: 'rvk_x' }],
    ['GET /api/ping?x=1', { key: owner.key }],
    ['POST /api/projects/zzz/folders', { key: owner.key, body: { name: 'x' } }],
    ['GET /nope', {}],
    ['GET /metrics', {}],
    ['GET /readyz', {}],
    ['GET /docs/errors', {}],
  ] as any) {
    const r = await world.call(route, opts)
    console.log(
      route,
      r.status,
      JSON.stringify(r.body).slice(0, 300),
      r.headers.get('allow'),
      r.headers.get('www-authenticate'),
    )
  }
  let parent: any = null
  for (let i = 1; i <= 21; i++) {
    const r = await world.call(`POST /api/projects/${id}/folders`, {
      key: owner.key,
      body: { name: 'deep', parent },
    })
    if (i > 19) console.log(i, r.status, r.body.code)
    parent = { id: r.body.data?.id }
  }
})
