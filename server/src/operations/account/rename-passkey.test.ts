import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPasskey } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: your own passkey is renamed; 400 without a name, 404 for a passkey of another user', async () => {
  const owner = await world.person()
  const key = await world.session(owner.userId)
  const id = await newPasskey(world, owner)
  const rename = (id: string, name: string) =>
    world.call(`PATCH /api/account/passkeys/${id}`, { key, body: { name } })
  assert.equal((await rename(id, 'Laptop')).status, 204)
  const { body } = await world.call('GET /api/account/passkeys', { key })
  assert.equal(body.data[0].name, 'Laptop')
  assert.equal((await rename(id, '')).status, 400)
  assert.equal((await rename(await newPasskey(world, await world.person()), 'Mine')).status, 404)
})
