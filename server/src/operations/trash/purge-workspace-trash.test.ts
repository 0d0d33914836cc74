import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'

const world = await startWorld()
const admin = await world.person({ role: 'ADMIN' })

test('204: a deleted skill is gone for good with its versions; 404: again, and an entry of a project', async () => {
  const { key } = admin
  const session = await world.session(admin.userId)
  const body = { name: 'Colour', description: 'Checks.', content: '# Hi' }
  const { id } = (await world.call('POST /api/skills', { key, body })).body.data
  await world.call(`DELETE /api/skills/${id}`, { key })
  const [entry] = (await world.call('QUERY /api/workspace/trash', { key, body: {} })).body.data
  const purge = async (trashId: string) =>
    (await world.call(`DELETE /api/workspace/trash/${trashId}`, { key: session })).status
  assert.equal(await purge(entry.id), 204)
  assert.equal(await purge(entry.id), 404)
  assert.equal((await world.call(`POST /api/skills/${id}/restore`, { key })).status, 404)
  await world.runJob(purgeTrash)
  assert.deepEqual(await world.database.sql`select from all_skills where id = ${id}`, [])
  assert.deepEqual(await world.database.sql`select from skill_versions where skill_id = ${id}`, [])

  const { id: projectId, owner } = await world.project({ owner: admin })
  const version = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: owner.key,
    body: { name: 'Cut' },
  })
  await world.call(`DELETE /api/versions/${version.body.data.id}`, { key: owner.key })
  const [ofProject] = (await world.call(`QUERY /api/projects/${projectId}/trash`, { key, body: {} })).body
    .data
  assert.equal(await purge(ofProject.id), 404)
})
