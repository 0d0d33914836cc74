import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: the key is refused within a second; a second revocation returns 404', async () => {
  const { userId, key, keyId } = await world.person()
  const session = await world.session(userId)
  assert.equal((await world.call('GET /api/ping', { key })).status, 200)
  const revoke = () => world.call(`DELETE /api/api-keys/${keyId}`, { key: session })
  assert.equal((await revoke()).status, 204)
  world.passSecond()
  const { status } = await world.call('GET /api/ping', { key })
  assert.equal(status, 401)
  assert.equal((await revoke()).status, 404)
})
