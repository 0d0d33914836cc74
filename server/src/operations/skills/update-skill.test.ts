import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { key } = await world.person()

const initial = {
  name: 'Before',
  description: 'Old',
  metadata: { a: 'b' },
  allowedTools: ['read'],
  license: 'MIT',
}

async function create(): Promise<string> {
  return (await world.call('POST /api/skills', { key, body: initial })).body.data.id
}

async function publish(id: string): Promise<string> {
  const answer = await world.call(`POST /api/skills/${id}/versions`, { key, body: { content: '# Hi' } })
  return answer.body.data.id
}

function update(id: string, body: unknown, ifMatch?: string) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
  return world.call(`PATCH /api/skills/${id}`, { key, body, headers })
}

async function get(id: string) {
  const answer = await world.call(`GET /api/skills/${id}`, { key })
  return { ...answer.body.data, etag: answer.headers.get('etag') }
}

test('204: omitted fields stay, null clears, given values are set', async () => {
  const id = await create()
  const { createdAt } = await get(id)
  let expected: object = initial
  for (const [i, body] of [
    { name: '😀'.repeat(100) },
    { description: '😀'.repeat(1024) },
    { metadata: { c: 'd', e: '' } },
    { metadata: null },
    { metadata: {} },
    { allowedTools: ['write', 'write'] },
    { allowedTools: null },
    { allowedTools: [] },
    { license: 'x'.repeat(200) },
    { license: null },
    { name: 'a', description: 'b', metadata: null, allowedTools: null, license: '' },
  ].entries()) {
    const answer = await update(id, body)
    const etag = `"${i + 2}"`
    assert.deepEqual([answer.status, answer.body, answer.headers.get('etag')], [204, '', etag])
    expected = { ...expected, ...body }
    const { name, description, metadata, allowedTools, license, ...rest } = await get(id)
    assert.deepEqual({ name, description, metadata, allowedTools, license }, expected)
    assert.deepEqual([rest.etag, rest.createdAt], [etag, createdAt])
    assert.ok(rest.updatedAt > createdAt)
  }
})

test('204: an update without changes leaves the skill as it is', async () => {
  const id = await create()
  const before = await get(id)
  for (const body of [{}, undefined, { default: null }]) {
    const answer = await update(id, body)
    assert.deepEqual([answer.status, answer.headers.get('etag')], [204, '"1"'])
  }
  assert.deepEqual(await get(id), before)
})

test('204: another version becomes the default; 400: a version of another skill', async () => {
  const id = await create()
  const first = await publish(id)
  const second = await publish(id)
  assert.deepEqual((await get(id)).default, { id: first })
  assert.equal((await update(id, { default: { id: second } })).status, 204)
  assert.deepEqual((await get(id)).default, { id: second })

  const other = await publish(await create())
  for (const version of [other, newPrefixedId('SV'), id, 'nope']) {
    const answer = await update(id, { name: 'No', default: { id: version } })
    assert.equal(answer.status, 400, version)
    const errors = answer.body.errors.map(({ path, code }: Record<string, string>) => `${path} ${code}`)
    assert.deepEqual(errors, ['/default/id not_found'])
  }
  const after = await get(id)
  assert.deepEqual([after.default, after.name], [{ id: second }, 'Before'])
})

test('400: values beyond the limits or of the wrong type, and unknown fields', async () => {
  const id = await create()
  for (const [body, path] of [
    [{ name: '' }, '/name'],
    [{ name: 'a'.repeat(101) }, '/name'],
    [{ name: null }, '/name'],
    [{ description: '' }, '/description'],
    [{ description: 'a'.repeat(1025) }, '/description'],
    [{ description: null }, '/description'],
    [{ metadata: { a: 1 } }, '/metadata/a'],
    [{ metadata: 'a' }, '/metadata'],
    [{ allowedTools: [1] }, '/allowedTools/0'],
    [{ allowedTools: Array(65).fill('a') }, '/allowedTools'],
    [{ license: 'a'.repeat(201) }, '/license'],
    [{ default: {} }, '/default/id'],
    [{ default: 'SV' }, '/default'],
    [{ source: 'BUILT_IN' }, '/source'],
    [{ versions: [] }, '/versions'],
  ] as const) {
    const answer = await update(id, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.body.errors[0].path, path)
  }
  assert.equal((await get(id)).etag, '"1"')
})

test('412: If-Match with another ETag; 204: the current ETag, *, or a list with it', async () => {
  const id = await create()
  for (const ifMatch of ['"0"', '"2"', '1', 'W/"1"']) {
    assert.equal((await update(id, { name: 'No' }, ifMatch)).status, 412, ifMatch)
    assert.equal((await update(id, {}, ifMatch)).status, 412, ifMatch)
  }
  assert.equal((await update(id, { name: 'A' }, '"1"')).status, 204)
  assert.equal((await update(id, { name: 'B' }, '"1", "2"')).status, 204)
  assert.equal((await update(id, { name: 'C' }, '*')).status, 204)
  const { name, etag } = await get(id)
  assert.deepEqual([name, etag], ['C', '"4"'])
})

test('20 concurrent updates with one If-Match: one 204, otherwise 412', async () => {
  const id = await create()
  const held = await world.database.transaction(async (sql) => {
    // Holds the row, so that all requests that have a connection have started before the first can finish.
    await sql`select from skills where id = ${id} for update`
    const all = Array.from({ length: 20 }, (_, i) => update(id, { name: `${i}` }, '"1"'))
    await lockWaits(world, 5)
    return { answers: Promise.all(all) }
  })
  const statuses = (await held.answers).map((answer) => answer.status)
  assert.deepEqual(statuses.sort(), [204, ...Array(19).fill(412)])
})

test('404: a built-in skill cannot be changed', async () => {
  const id = await create()
  const version = await publish(id)
  await world.database.sql`update skills set source = 'BUILT_IN', default_version_id = null where id = ${id}`
  assert.equal((await get(id)).source, 'BUILT_IN')
  for (const [route, body] of [
    [`PATCH /api/skills/${id}`, { name: 'No' }],
    [`POST /api/skills/${id}/versions`, { content: 'No' }],
    [`DELETE /api/skill-versions/${version}`, undefined],
    [`DELETE /api/skills/${id}`, undefined],
  ] as const) {
    assert.equal((await world.call(route, { key, body })).status, 404, route)
  }
  assert.equal((await get(id)).versions.length, 1)
})
