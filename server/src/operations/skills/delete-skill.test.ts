import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

test('204: the skill is deleted with all its versions; a second delete returns 404', async () => {
  const body = { name: 'Colour', description: 'Checks.', content: '# Hi' }
  const { id } = (await world.call('POST /api/skills', { key, body })).body.data
  const version = (await world.call(`GET /api/skills/${id}`, { key })).body.data.default.id
  const kept = (await world.call('POST /api/skills', { key, body })).body.data.id

  const deleted = await world.call(`DELETE /api/skills/${id}`, { key })
  assert.deepEqual([deleted.status, deleted.body], [204, ''])
  assert.equal((await world.call(`DELETE /api/skills/${id}`, { key })).status, 404)
  assert.equal((await world.call(`GET /api/skills/${id}`, { key })).status, 404)
  assert.equal((await world.call(`GET /api/skill-versions/${version}`, { key })).status, 404)
  const left = (await world.call('GET /api/skills', { key })).body.data
  assert.deepEqual(
    left.map((skill: { id: string }) => skill.id),
    [kept],
  )
})
