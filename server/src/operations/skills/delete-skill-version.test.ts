import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

async function skillWith(versions: number): Promise<{ id: string; versions: string[] }> {
  const body = { name: 'Colour', description: 'Checks.' }
  const { id } = (await world.call('POST /api/skills', { key, body })).body.data
  const ids = []
  for (let i = 0; i < versions; i++) ids.push(await publish(id))
  return { id, versions: ids.map((made) => made.id) }
}

async function publish(id: string) {
  return (await world.call(`POST /api/skills/${id}/versions`, { key, body: { content: '# Hi' } })).body.data
}

function remove(versionId: string) {
  return world.call(`DELETE /api/skill-versions/${versionId}`, { key })
}

async function get(id: string) {
  const answer = await world.call(`GET /api/skills/${id}`, { key })
  return { ...answer.body.data, etag: answer.headers.get('etag') }
}

test('204: the version is deleted and its number not reused; a second delete returns 404', async () => {
  const { id, versions } = await skillWith(3)
  const before = await get(id)
  const deleted = await remove(versions[2]!)
  assert.deepEqual([deleted.status, deleted.body], [204, ''])
  assert.equal((await remove(versions[2]!)).status, 404)
  const after = await get(id)
  assert.deepEqual(after.versions, before.versions.slice(0, 2))
  assert.notEqual(after.etag, before.etag)
  assert.equal((await publish(id)).version, 4)
})

test('409: the default version, until another version is the default', async () => {
  const { id, versions } = await skillWith(2)
  const before = await get(id)
  const answer = await remove(versions[0]!)
  assert.deepEqual([answer.status, answer.body.code], [409, 'skill_version_is_default'])
  assert.deepEqual(await get(id), before)
  await world.call(`PATCH /api/skills/${id}`, { key, body: { default: { id: versions[1] } } })
  assert.equal((await remove(versions[0]!)).status, 204)
})

test('a version that is concurrently deleted and made the default: one of the two succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, versions } = await skillWith(2)
    const [deleted, changed] = await Promise.all([
      remove(versions[1]!),
      world.call(`PATCH /api/skills/${id}`, { key, body: { default: { id: versions[1] } } }),
    ])
    const outcome = `${deleted.status} ${changed.status}`
    assert.ok(['204 400', '409 204'].includes(outcome), outcome)
  }
})
