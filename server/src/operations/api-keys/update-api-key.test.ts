import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

const switches = async (keyId: string) =>
  (
    await sql<{ spend: boolean; verdicts: boolean; people: boolean }>`
      select may_spend as spend, may_give_verdicts as verdicts, may_add_people as people
      from api_keys where id = ${keyId}`
  )[0]

test('204: changes the given switches, and leaves the others as they are', async () => {
  const { userId, keyId } = await world.person()
  const session = await world.session(userId)
  const change = async (body: object) =>
    (await world.call(`PATCH /api/api-keys/${keyId}`, { key: session, body })).status
  assert.equal(await change({ maySpend: false }), 204)
  assert.deepEqual(await switches(keyId), { spend: false, verdicts: true, people: true })
  assert.equal(await change({ maySpend: true, mayAddPeople: false }), 204)
  assert.deepEqual(await switches(keyId), { spend: true, verdicts: true, people: false })
})

test('403, 404: an administrator can forbid but not allow; others do not see the key', async () => {
  const { keyId } = await world.person()
  const admin = await world.session((await world.person({ role: 'ADMIN' })).userId)
  const other = await world.session((await world.person()).userId)
  const change = async (key: string, maySpend: boolean) =>
    (await world.call(`PATCH /api/api-keys/${keyId}`, { key, body: { maySpend } })).status
  assert.equal(await change(admin, false), 204)
  assert.equal(await change(admin, true), 403)
  assert.equal(await change(other, false), 404)
})
