import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function create(body: object = {}): Promise<string> {
  const answer = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: owner.key,
    body: { name: 'Before', description: 'Old', ...body },
  })
  return answer.body.data.id
}

function update(
  id: string,
  body: unknown,
  { key = owner.key, ifMatch }: { key?: string; ifMatch?: string } = {},
) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
  return world.call(`PATCH /api/versions/${id}`, { key, body, headers })
}

async function get(id: string) {
  const answer = await world.call(`GET /api/versions/${id}`, { key: owner.key })
  return { ...answer.body.data, etag: answer.headers.get('etag') }
}

test('204: only the given fields change', async () => {
  const id = await create()
  const before = await get(id)
  for (const [body, expected] of [
    [{ name: 'After' }, { name: 'After', description: 'Old', allowRestricted: false, etag: '"2"' }],
    [{ description: 'New' }, { name: 'After', description: 'New', allowRestricted: false, etag: '"3"' }],
    [{ description: null }, { name: 'After', description: null, allowRestricted: false, etag: '"4"' }],
    [{ allowRestricted: true }, { name: 'After', description: null, allowRestricted: true, etag: '"5"' }],
    [
      { name: '😀'.repeat(100), description: '', allowRestricted: false },
      { name: '😀'.repeat(100), description: '', allowRestricted: false, etag: '"6"' },
    ],
    [
      { name: 'a', description: '😀'.repeat(2000) },
      { name: 'a', description: '😀'.repeat(2000), allowRestricted: false, etag: '"7"' },
    ],
  ] as const) {
    const answer = await update(id, body)
    assert.deepEqual([answer.status, answer.body, answer.headers.get('etag')], [204, '', expected.etag])
    const { name, description, allowRestricted, etag } = await get(id)
    assert.deepEqual({ name, description, allowRestricted, etag }, expected)
  }
  const after = await get(id)
  assert.equal(after.createdAt, before.createdAt)
  assert.ok(after.updatedAt > before.updatedAt)
})

test('204: an update without changes leaves the version as it is', async () => {
  const id = await create()
  const before = await get(id)
  for (const body of [{}, undefined]) {
    const answer = await update(id, body)
    assert.deepEqual([answer.status, answer.headers.get('etag')], [204, '"1"'])
  }
  assert.deepEqual(await get(id), before)
})

test('400: values beyond the limits or of the wrong type, and unknown fields', async () => {
  const id = await create()
  for (const [body, path] of [
    [{ name: '' }, '/name'],
    [{ name: 'a'.repeat(101) }, '/name'],
    [{ name: '😀'.repeat(101) }, '/name'],
    [{ name: null }, '/name'],
    [{ description: '😀'.repeat(2001) }, '/description'],
    [{ description: false }, '/description'],
    [{ allowRestricted: null }, '/allowRestricted'],
    [{ status: 'APPROVED' }, '/status'],
    [{ files: [] }, '/files'],
  ] as const) {
    const answer = await update(id, body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.errors[0].path, path)
  }
  assert.equal((await get(id)).etag, '"1"')
})

test('412: If-Match with another ETag; 204: the current ETag, *, or a list with it', async () => {
  const id = await create()
  for (const ifMatch of ['"0"', '"2"', '1', 'W/"1"', '"1x"', '""']) {
    const answer = await update(id, { name: 'No' }, { ifMatch })
    assert.deepEqual([answer.status, answer.body.code], [412, 'precondition_failed'], ifMatch)
    assert.equal((await update(id, {}, { ifMatch })).status, 412)
  }
  assert.equal((await get(id)).name, 'Before')
  assert.equal((await update(id, { name: 'A' }, { ifMatch: '"1"' })).status, 204)
  assert.equal((await update(id, { name: 'B' }, { ifMatch: '"1"' })).status, 412)
  assert.equal((await update(id, { name: 'C' }, { ifMatch: '"1", "2"' })).status, 204)
  assert.equal((await update(id, { name: 'D' }, { ifMatch: '*' })).status, 204)
  assert.deepEqual((await get(id)).etag, '"4"')
})

test('20 concurrent updates with one If-Match: one 204, otherwise 412', async () => {
  const id = await create()
  const held = await world.database.transaction(async (sql) => {
    // Holds the row, so that all requests that have a connection have started before the first can finish.
    await sql`select from versions where id = ${id} for update`
    const all = Array.from({ length: 20 }, (_, i) => update(id, { name: `${i}` }, { ifMatch: '"1"' }))
    await lockWaits(world, 5)
    return { answers: Promise.all(all) }
  })
  const answers = await held.answers
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, ...Array(19).fill(412)])
  const { name, etag } = await get(id)
  assert.deepEqual([answers[Number(name)]!.status, etag], [204, '"2"'])
})

test('204: 20 concurrent updates without If-Match are all applied', async () => {
  const id = await create()
  const answers = await Promise.all(Array.from({ length: 20 }, () => update(id, { name: 'After' })))
  const etags = answers.map((answer) => Number(JSON.parse(answer.headers.get('etag')!)))
  assert.deepEqual(
    etags.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, i) => i + 2),
  )
})

test('204 for members and managers, 403 for reviewers, 404 for others and unknown versions', async () => {
  const [plain, marked] = [await create(), await create({ allowRestricted: true })]
  for (const [role, onPlain, onMarked] of [
    ['PROJECT_MANAGER', 204, 204],
    ['PROJECT_MEMBER', 204, 204],
    ['PROJECT_REVIEWER', 403, 403],
    ['PROJECT_RESTRICTED_REVIEWER', 404, 403],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await update(plain, { name: role }, { key })).status, onPlain, role)
    assert.equal((await update(marked, { name: role }, { key })).status, onMarked, role)
  }
  const { key } = await world.person()
  assert.equal((await update(plain, { name: 'No' }, { key })).status, 404)
  for (const id of [newUuid(), 'nope']) assert.equal((await update(id, { name: 'No' })).status, 404)
})
