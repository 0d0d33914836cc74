import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

function create(body: unknown, who = key) {
  return world.call('POST /api/skills', { key: who, body })
}

async function get(id: string) {
  return (await world.call(`GET /api/skills/${id}`, { key })).body.data
}

const least = { name: 'Colour', description: 'Checks colour.' }

test('201: omitted and null fields are null, and there is no version', async () => {
  const nulls = { metadata: null, allowedTools: null, license: null, content: null, note: null }
  for (const more of [{}, nulls]) {
    const answer = await create({ ...least, ...more })
    assert.equal(answer.status, 201)
    assert.deepEqual(Object.keys(answer.body.data), ['id'])
    assert.match(answer.body.data.id, /^SK[0-9A-Za-z]{22}$/)
    const { id, createdAt, updatedAt, ...rest } = await get(answer.body.data.id)
    assert.deepEqual(rest, {
      source: 'WORKSPACE',
      ...least,
      metadata: null,
      allowedTools: null,
      license: null,
      default: null,
      versions: [],
      proposal: null,
    })
    assert.equal(createdAt, updatedAt)
  }
})

test('201: content creates a first version, which is the default', async () => {
  const { body } = await create({ ...least, content: '# Hi', note: 'First' })
  const skill = await get(body.data.id)
  const [version, ...others] = skill.versions
  assert.deepEqual(others, [])
  assert.deepEqual(skill.default, { id: version.id })
  assert.deepEqual([version.version, version.note], [1, 'First'])
  assert.match(version.createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
  const read = await world.call(`GET /api/skill-versions/${version.id}`, { key })
  assert.equal(read.body.data.markdown, '# Hi')
  const next = await world.call(`POST /api/skills/${skill.id}/versions`, { key, body: { content: 'b' } })
  assert.equal(next.body.data.version, 2)
})

test('201: values at their limits', async () => {
  const metadata = Object.fromEntries(
    Array.from({ length: 64 }, (_, i) => [`${i}`.padStart(64, '键'), '值'.repeat(1024)]),
  )
  const most = {
    name: '😀'.repeat(100),
    description: '😀'.repeat(1024),
    metadata,
    allowedTools: Array(64).fill('😀'.repeat(128)),
    license: '😀'.repeat(200),
  }
  const { status, body } = await create(most)
  assert.equal(status, 201)
  const { name, description, metadata: map, allowedTools, license } = await get(body.data.id)
  assert.deepEqual({ name, description, metadata: map, allowedTools, license }, most)

  const content = '😀'.repeat(200_000)
  const long = await create({ ...least, content, note: '😀'.repeat(1024) })
  assert.equal(long.status, 201)
  const few = { metadata: { a: '' }, allowedTools: ['a'], license: '', content: 'a', note: 'a' }
  for (const more of [few, { metadata: {}, allowedTools: [] }]) {
    assert.equal((await create({ name: 'a', description: 'a', ...more })).status, 201)
  }
})

test('400: values beyond the limits or of the wrong type, missing and unknown fields', async () => {
  for (const [more, path] of [
    [{ name: undefined }, '/name'],
    [{ name: '' }, '/name'],
    [{ name: '😀'.repeat(101) }, '/name'],
    [{ description: undefined }, '/description'],
    [{ description: '' }, '/description'],
    [{ description: 'a'.repeat(1025) }, '/description'],
    [{ metadata: [] }, '/metadata'],
    [{ metadata: { a: 1 } }, '/metadata/a'],
    [{ metadata: { a: null } }, '/metadata/a'],
    [{ metadata: { '': 'a' } }, '/metadata/'],
    [{ metadata: { ['a'.repeat(65)]: 'a' } }, `/metadata/${'a'.repeat(65)}`],
    [{ metadata: { a: 'a'.repeat(1025) } }, '/metadata/a'],
    [{ metadata: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, ''])) }, '/metadata'],
    [{ allowedTools: 'read' }, '/allowedTools'],
    [{ allowedTools: [''] }, '/allowedTools/0'],
    [{ allowedTools: ['a', 'a'.repeat(129)] }, '/allowedTools/1'],
    [{ allowedTools: Array(65).fill('a') }, '/allowedTools'],
    [{ license: 'a'.repeat(201) }, '/license'],
    [{ content: '' }, '/content'],
    [{ content: 'a'.repeat(200_001) }, '/content'],
    [{ content: 'a', note: '' }, '/note'],
    [{ content: 'a', note: 'a'.repeat(1025) }, '/note'],
    [{ note: 'Without content' }, '/note'],
    [{ source: 'BUILT_IN' }, '/source'],
  ] as const) {
    const answer = await create({ ...least, ...more })
    assert.equal(answer.status, 400, JSON.stringify(more).slice(0, 200))
    assert.deepEqual(
      answer.body.errors.map((error: { path: string }) => error.path),
      [path],
    )
  }
})

test('403: guests can read skills but not create them', async () => {
  const guest = await world.person({ role: 'GUEST' })
  assert.equal((await create(least, guest.key)).body.code, 'insufficient_role')
})
