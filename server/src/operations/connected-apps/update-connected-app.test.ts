import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newConnectedApp } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const session = await world.session(owner.userId)

const update = (id: string, body: unknown, key = session) =>
  world.call(`PATCH /api/connected-apps/${id}`, { key, body })

test('204: given switches are set, and omitted ones stay', async () => {
  const id = await newConnectedApp(world, projectId, owner)
  assert.equal((await update(id, { mayGiveVerdicts: false })).status, 204)
  assert.equal((await update(id, {})).status, 204)
  const [app] = (await world.call('GET /api/connected-apps', { key: session })).body.data
  assert.deepEqual([app.maySpend, app.mayGiveVerdicts, app.mayAddPeople], [true, false, true])
})

test('404: the app of somebody else', async () => {
  const id = await newConnectedApp(world, projectId, owner)
  const stranger = await world.session((await world.person()).userId)
  assert.equal((await update(id, { maySpend: false }, stranger)).status, 404)
})
