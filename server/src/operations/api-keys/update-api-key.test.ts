import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newKey } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)

const update = (id: string, body: unknown, key = session) =>
  world.call(`PATCH /api/api-keys/${id}`, { key, body })

async function switchesOf(id: string) {
  const { data } = (await world.call('GET /api/api-keys', { key: session })).body
  const { maySpend, mayGiveVerdicts, mayAddPeople } = data.find((one: { id: string }) => one.id === id)
  return [maySpend, mayGiveVerdicts, mayAddPeople]
}

test('204: given switches are set, and omitted ones stay', async () => {
  const id = await newKey(world, projectId, owner)
  assert.deepEqual(await switchesOf(id), [true, true, true])
  assert.equal((await update(id, { maySpend: false, mayAddPeople: false })).status, 204)
  assert.deepEqual(await switchesOf(id), [false, true, false])
  assert.equal((await update(id, { maySpend: true })).status, 204)
  assert.equal((await update(id, {})).status, 204)
  assert.deepEqual(await switchesOf(id), [true, true, false])
})

test('403: with an API key', async () => {
  const id = await newKey(world, projectId, owner)
  const { status, body } = await update(id, { maySpend: false }, owner.key)
  assert.deepEqual([status, body.code], [403, 'session_required'])
})

test('404: an unknown key, and that of somebody else', async () => {
  const id = await newKey(world, projectId, owner)
  const stranger = await world.session((await world.person()).userId)
  assert.equal((await update(id, { maySpend: false }, stranger)).status, 404)
  assert.equal((await update(newUuid(), { maySpend: false })).status, 404)
})
