import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: the link stops working; a second delete returns 404', async () => {
  const admin = await world.person({ role: 'ADMIN' })
  const key = await world.session(admin.userId)
  const body = { email: 'new@example.com', role: 'MEMBER' }
  const made = await world.call('POST /api/workspace/invitations', { key, body })
  const { id, url } = made.body.data
  const path = `/api/workspace/invitations/${id}`
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 204)
  assert.equal((await world.call(`DELETE ${path}`, { key })).status, 404)
  const { pathname, search } = new URL(url)
  assert.equal((await world.call(`GET ${pathname}${search}`)).status, 404)
})
