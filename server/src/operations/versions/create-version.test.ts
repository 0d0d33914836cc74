import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

function create(body: unknown, key = owner.key) {
  return world.call(`POST /api/projects/${projectId}/versions`, { key, body })
}

async function stored(id: string) {
  const [version] = await world.database.sql`
    select project_id, name, description, status, allow_restricted, created_by, revision, created_at = updated_at as fresh
    from versions where id = ${id}`
  return version
}

test('201: omitted fields have their defaults', async () => {
  const answer = await create({ name: 'First cut' })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body.data), ['id'])
  assert.match(answer.body.data.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(await stored(answer.body.data.id), {
    project_id: projectId,
    name: 'First cut',
    description: null,
    status: 'NEED_REVIEW',
    allow_restricted: false,
    created_by: owner.userId,
    revision: 1,
    fresh: true,
  })
})

test('201: with a description and for restricted reviewers; names may repeat', async () => {
  for (const description of ['For the client', '', null]) {
    const answer = await create({ name: 'Same', description, allowRestricted: true })
    assert.equal(answer.status, 201)
    const version = (await stored(answer.body.data.id))!
    assert.deepEqual([version.description, version.allow_restricted], [description, true])
  }
})

test('201: at the limits, counted in code points', async () => {
  for (const character of ['a', '😀']) {
    const body = { name: character.repeat(100), description: character.repeat(2000) }
    const answer = await create(body)
    assert.equal(answer.status, 201)
    const { name, description } = (await stored(answer.body.data.id))!
    assert.deepEqual({ name, description }, body)
  }
})

test('400: values beyond the limits or of the wrong type, and unknown fields', async () => {
  for (const [body, path, code] of [
    [{}, '/name', 'invalid_type'],
    [{ name: null }, '/name', 'invalid_type'],
    [{ name: '' }, '/name', 'too_small'],
    [{ name: 'a'.repeat(101) }, '/name', 'too_big'],
    [{ name: '😀'.repeat(101) }, '/name', 'too_big'],
    [{ name: 'a\0' }, '/name', 'invalid_format'],
    [{ name: '\udfff' }, '/name', 'invalid_format'],
    [{ name: 'a', description: 'a'.repeat(2001) }, '/description', 'too_big'],
    [{ name: 'a', description: '😀'.repeat(2001) }, '/description', 'too_big'],
    [{ name: 'a', description: 1 }, '/description', 'invalid_type'],
    [{ name: 'a', allowRestricted: 'true' }, '/allowRestricted', 'invalid_type'],
    [{ name: 'a', allowRestricted: null }, '/allowRestricted', 'invalid_type'],
    [{ name: 'a', status: 'APPROVED' }, '/status', 'unknown_field'],
    [{ name: 'a', files: {} }, '/files', 'invalid_type'],
    [{ name: 'a', files: ['FX'] }, '/files/0', 'invalid_type'],
    [{ name: 'a', files: [{}] }, '/files/0/id', 'invalid_type'],
    [{ name: 'a', files: [{ id: 'FX', name: 'b' }] }, '/files/0/name', 'unknown_field'],
    [{ name: 'a', files: Array.from({ length: 501 }, () => ({ id: 'FX' })) }, '/files', 'too_big'],
  ] as const) {
    const answer = await create(body)
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 60))
    const errors = answer.body.errors.map((error: { path: string; code: string }) => [error.path, error.code])
    assert.deepEqual(errors, [[path, code]])
  }
})

async function newFiles(count: number, project = projectId): Promise<{ id: string }[]> {
  const ids = Array.from({ length: count }, () => newPrefixedId('FX'))
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    select id, ${project}, id, 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, id, 1 from unnest(${ids}::text[]) id`
  return ids.map((id) => ({ id }))
}

async function filesOf(id: string) {
  return world.database.sql<{ id: string }>`
    select file_id as id from version_files where version_id = ${id} order by position`
}

test('201: up to 500 files of the project, in the given order', async () => {
  const files = await newFiles(500)
  for (const given of [files.toReversed(), [files[7]], [], null]) {
    const answer = await create({ name: 'With files', files: given })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.deepEqual(await filesOf(answer.body.data.id), given ?? [])
  }
})

test('400: unknown, malformed and repeated files and files of another project are all named; nothing is created', async () => {
  const { id: other } = await world.project({ owner })
  const [[mine], [theirs]] = [await newFiles(1), await newFiles(1, other)]
  const count = async () =>
    (
      await world.database.sql<{
        n: number
      }>`select count(*) as n from versions where project_id = ${projectId}`
    )[0]!.n
  const before = await count()
  const wrong = [
    mine,
    theirs,
    { id: newPrefixedId('FX') },
    { id: 'nope' },
    { id: '' },
    { id: 'FX\0' },
    { id: '\ud83c' },
  ]
  const answer = await create({ name: 'a', files: wrong })
  assert.equal(answer.status, 400)
  const errors = answer.body.errors.map(
    (error: { path: string; code: string }) => `${error.path} ${error.code}`,
  )
  assert.deepEqual(
    errors,
    [1, 2, 3, 4, 5, 6].map((i) => `/files/${i}/id not_found`),
  )
  const twice = await create({ name: 'a', files: [mine, mine] })
  assert.deepEqual(
    [twice.status, twice.body.errors[0].path, twice.body.errors[0].code],
    [400, '/files/1/id', 'duplicate'],
  )
  assert.equal(await count(), before)
})

test('201 for members and managers, 403 for reviewers, 404 for others', async () => {
  for (const [role, status] of [
    ['PROJECT_MANAGER', 201],
    ['PROJECT_MEMBER', 201],
    ['PROJECT_REVIEWER', 403],
    ['PROJECT_RESTRICTED_REVIEWER', 403],
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await create({ name: role }, key)).status, status, role)
  }
  assert.equal((await create({ name: 'No' }, (await world.person()).key)).status, 404)
})

test('404: an unknown or malformed project', async () => {
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nope']) {
    const answer = await world.call(`POST /api/projects/${id}/versions`, {
      key: owner.key,
      body: { name: 'a' },
    })
    assert.equal(answer.status, 404)
  }
})
