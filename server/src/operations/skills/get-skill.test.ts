import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key, userId } = await world.person({ name: 'Ann' })

test('200: the record with its versions in order, and an ETag that changes with it', async () => {
  const body = { name: 'Colour', description: 'Checks.', metadata: { b: '1', a: '2' }, allowedTools: ['x'] }
  const { id } = (await world.call('POST /api/skills', { key, body })).body.data
  const get = async () => {
    const answer = await world.call(`GET /api/skills/${id}`, { key })
    assert.equal(answer.status, 200)
    return { skill: answer.body.data, etag: answer.headers.get('etag') }
  }
  const before = await get()
  assert.equal(before.etag, '"1"')
  const published = []
  for (const note of ['One', undefined]) {
    const version = { content: '# Hi', ...(note ? { note } : {}) }
    published.push((await world.call(`POST /api/skills/${id}/versions`, { key, body: version })).body.data)
  }
  const { skill, etag } = await get()
  assert.equal(etag, '"3"')
  assert.ok(skill.updatedAt > before.skill.updatedAt)
  const versions = skill.versions.map(({ createdAt, ...version }: { createdAt: string }) => version)
  const createdBy = { id: userId, name: 'Ann', avatarUrl: null }
  assert.deepEqual(versions, [
    { ...published[0], note: 'One', agent: false, createdBy },
    { ...published[1], note: null, agent: false, createdBy },
  ])
  assert.deepEqual(
    { ...skill, versions },
    {
      id,
      source: 'WORKSPACE',
      ...body,
      license: null,
      default: { id: published[0].id },
      versions,
      proposal: null,
      createdAt: before.skill.createdAt,
      updatedAt: skill.updatedAt,
    },
  )
})
