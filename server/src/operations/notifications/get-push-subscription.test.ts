import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { isPublicKey } from '../../notifications/push/encrypt.ts'

test('200: the key of this server, and no endpoint before push is turned on', async () => {
  const world = await startWorld()
  const key = await world.session((await world.person()).userId)
  const { status, body } = await world.call('GET /api/push-subscription', { key })
  assert.deepEqual([status, body.data.endpoint], [200, null])
  assert.ok(isPublicKey(Buffer.from(body.data.publicKey, 'base64url')))
})
