import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPasskey } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: your own passkey is deleted, a second delete returns 404; passkeys of others stay', async () => {
  const owner = await world.person()
  const key = await world.session(owner.userId)
  const id = await newPasskey(world, owner)
  const foreign = await newPasskey(world, await world.person())
  const remove = (id: string) => world.call(`DELETE /api/account/passkeys/${id}`, { key })
  assert.equal((await remove(id)).status, 204)
  assert.equal((await remove(id)).status, 404)
  assert.equal((await remove(foreign)).status, 404)
  assert.equal((await world.database.sql`select id from passkeys where id = ${foreign}`).length, 1)
})
