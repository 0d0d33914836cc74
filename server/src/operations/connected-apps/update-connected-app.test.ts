import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newConnectedApp } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const key = await world.session(owner.userId)
const { sql } = world.database

test('204: changes the given switches of an app; 404 for an app of another user', async () => {
  const id = await newConnectedApp(world, projectId, owner)
  const change = async (app: string, body: object) =>
    (await world.call(`PATCH /api/connected-apps/${app}`, { key, body })).status
  assert.equal(await change(id, { mayGiveVerdicts: false }), 204)
  const [app] = await sql`
    select may_spend as spend, may_give_verdicts as verdicts, may_add_people as people
    from oauth_grants where id = ${id}`
  assert.deepEqual(app, { spend: true, verdicts: false, people: true })
  const other = await newConnectedApp(world, projectId, await world.person())
  assert.equal(await change(other, { maySpend: false }), 404)
})
