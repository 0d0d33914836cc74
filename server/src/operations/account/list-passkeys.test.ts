import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPasskey } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('200: your own passkeys, oldest first, without key material', async () => {
  const owner = await world.person()
  const ids = [await newPasskey(world, owner), await newPasskey(world, owner)]
  await newPasskey(world, await world.person())
  const key = await world.session(owner.userId)
  const { status, body } = await world.call('GET /api/account/passkeys', { key })
  assert.equal(status, 200)
  const [first, second] = body.data
  assert.deepEqual([first.id, second.id, body.data.length], [...ids, 2])
  assert.deepEqual(Object.keys(first), ['id', 'name', 'createdAt', 'lastUsedAt'])
})
