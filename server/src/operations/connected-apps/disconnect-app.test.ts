import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newConnectedApp } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const key = await world.session(owner.userId)

test('204: the app is disconnected and its tokens are deleted', async () => {
  const { sql } = world.database
  const id = await newConnectedApp(world, projectId, owner)
  await sql`
    insert into oauth_artifacts (hash, model, grant_id, payload, expires_at)
    values (${Buffer.alloc(32)}, 'AccessToken', ${id}, '{}', now() + interval '1 hour')`
  assert.equal((await world.call(`DELETE /api/connected-apps/${id}`, { key })).status, 204)
  assert.deepEqual(await sql`select from oauth_grants where id = ${id}`, [])
  assert.deepEqual(await sql`select from oauth_artifacts where grant_id = ${id}`, [])
  assert.equal((await world.call(`DELETE /api/connected-apps/${id}`, { key })).status, 404)
})

test('404: an app of another user', async () => {
  const id = await newConnectedApp(world, projectId, await world.person())
  assert.equal((await world.call(`DELETE /api/connected-apps/${id}`, { key })).status, 404)
})
