import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

function create(body: unknown, { project = projectId, key = owner.key } = {}) {
  return world.call(`POST /api/projects/${project}/folders`, { key, body })
}

async function stored(id: string) {
  const [folder] = await world.database.sql`
    select project_id, parent_id, depth, name, created_by from folders where id = ${id}`
  return folder
}

function fields(answer: { body: { errors: { path: string; code: string }[] } }) {
  return answer.body.errors.map(({ path, code }) => `${path} ${code}`)
}

test('201: a null or omitted parent creates a folder at the root', async () => {
  for (const [name, body] of [
    ['Shots', {}],
    ['Plates', { parent: null }],
  ] as const) {
    const answer = await create({ name, ...body })
    assert.equal(answer.status, 201)
    assert.deepEqual(Object.keys(answer.body), ['data'])
    assert.deepEqual(Object.keys(answer.body.data), ['id'])
    assert.match(answer.body.data.id, /^DX[0-9A-Za-z]{22}$/)
    assert.deepEqual(await stored(answer.body.data.id), {
      project_id: projectId,
      parent_id: null,
      depth: 1,
      name,
      created_by: owner.userId,
    })
  }
})

test('201: a folder inside another folder', async () => {
  const outer = (await create({ name: 'Outer' })).body.data
  const inner = await create({ name: 'Outer', parent: { id: outer.id } })
  assert.equal(inner.status, 201)
  const { parent_id, depth } = (await stored(inner.body.data.id))!
  assert.deepEqual([parent_id, depth], [outer.id, 2])
})

test('201: names of 1 and of 64 code points', async () => {
  for (const name of ['a', ' ', 'é'.repeat(64), '😀'.repeat(64)]) {
    const answer = await create({ name })
    assert.equal(answer.status, 201, name)
    assert.equal((await stored(answer.body.data.id))!.name, name)
  }
})

test('400: names that are too long, empty or not a string', async () => {
  for (const [name, code] of [
    ['', 'too_small'],
    ['a'.repeat(65), 'too_big'],
    ['😀'.repeat(65), 'too_big'],
    ['a\0b', 'invalid_format'],
    ['\ud83d', 'invalid_format'],
    [7, 'invalid_type'],
    [null, 'invalid_type'],
    [undefined, 'invalid_type'],
  ] as const) {
    const answer = await create({ name })
    assert.equal(answer.status, 400, JSON.stringify(name))
    assert.deepEqual(fields(answer), [`/name ${code}`], JSON.stringify(name))
  }
})

test('400: all invalid fields are reported together', async () => {
  const answer = await create({ name: '', parent: { id: 'nope', depth: 1 }, colour: 'red' })
  assert.equal(answer.body.code, 'invalid_request')
  assert.deepEqual(fields(answer).sort(), [
    '/colour unknown_field',
    '/name too_small',
    '/parent/depth unknown_field',
    '/parent/id not_found',
  ])
})

test('400: a malformed parent', async () => {
  assert.deepEqual(fields(await create({ name: 'a1', parent: {} })), ['/parent/id invalid_type'])
  assert.deepEqual(fields(await create({ name: 'a1', parent: 'DX' })), ['/parent invalid_type'])
})

test('400: the same error for a parent that is unknown, malformed or in another project', async () => {
  const other = await world.project({ owner })
  const elsewhere = (await create({ name: 'There' }, { project: other.id })).body.data.id
  const answers = []
  for (const id of [newPrefixedId('DX'), 'DX1', '', elsewhere]) {
    const answer = await create({ name: 'Child', parent: { id } })
    assert.equal(answer.status, 400)
    answers.push(answer.body.errors)
  }
  assert.deepEqual(fields({ body: { errors: answers[0]! } }), ['/parent/id not_found'])
  for (const errors of answers) assert.deepEqual(errors, answers[0])
})

test('409: the name of a sibling, case-insensitive', async () => {
  const parent = { id: (await create({ name: 'Siblings' })).body.data.id }
  assert.equal((await create({ name: 'Été', parent })).status, 201)
  for (const name of ['Été', 'été', 'ÉTÉ']) {
    const answer = await create({ name, parent })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.code, 'folder_name_taken')
  }
  const other = await world.project({ owner })
  assert.equal((await create({ name: 'Été' })).status, 201, 'free at the root')
  assert.equal((await create({ name: 'Été' }, { project: other.id })).status, 201, 'free in another project')
})

test('409: the 21st level', async () => {
  let parent = null
  for (let depth = 1; depth <= 20; depth++) {
    const answer = await create({ name: 'Deep', parent })
    assert.equal(answer.status, 201, `level ${depth}`)
    parent = { id: answer.body.data.id }
  }
  const answer = await create({ name: 'Deep', parent })
  assert.equal(answer.status, 409)
  assert.equal(answer.body.code, 'folder_too_deep')
})

test('201: a retry with the same Idempotency-Key gets the same response and creates no second folder', async () => {
  const call = () =>
    world.call(`POST /api/projects/${projectId}/folders`, {
      key: owner.key,
      body: { name: 'Once' },
      headers: { 'Idempotency-Key': 'once' },
    })
  const first = await call()
  const second = await call()
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.deepEqual(second.body, first.body)
})

test('201 for members and managers, 403 for reviewers, 404 for others', async () => {
  for (const [role, status] of [
    ['PROJECT_MANAGER', 201],
    ['PROJECT_MEMBER', 201],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await create({ name: role }, { key })).status, status, role)
  }
  const outsider = await world.person()
  assert.equal((await create({ name: 'No' }, { key: outsider.key })).status, 404)
})

test('20 concurrent requests with one name: one 201, otherwise 409', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Race' })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array(19).fill(409)])
})
