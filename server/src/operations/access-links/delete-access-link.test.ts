import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: a deleted link stops working, members who joined with it stay; a second delete returns 404', async () => {
  const { id: projectId, owner } = await world.project()
  const { key } = owner
  const body = { role: 'PROJECT_REVIEWER' }
  const made = await world.call(`POST /api/projects/${projectId}/access-links`, { key, body })
  const path = `/api/project-access-links/${made.body.data.id}`
  const { accessKey } = (await world.call(`GET ${path}`, { key })).body.data
  const join = () => world.call('POST /api/access-links/join', { body: { accessKey, name: 'Guest' } })
  const joined = await join()
  assert.equal(joined.status, 200)

  const deleted = await world.call(`DELETE ${path}`, { key })
  assert.deepEqual([deleted.status, deleted.body], [204, ''])
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 404)
  assert.equal((await world.call(`GET ${path}`, { key })).status, 404)
  assert.deepEqual([(await join()).body.code], ['link_refused'])
  const guest = await world.call(`GET /api/projects/${projectId}`, { key: joined.body.data.accessToken })
  assert.equal(guest.status, 200)
})
