import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

test('204: requests with the session are refused within a second; a second delete returns 404', async () => {
  const { userId } = await world.person()
  const mine = await world.session(userId)
  const other = await world.session(userId)
  const account = await world.call('GET /api/account', { key: other })
  assert.equal(account.status, 200)
  const path = `/api/account/sessions/${account.body.data.session.id}`
  assert.equal((await world.call(`DELETE ${path}`, { key: mine })).status, 204)
  world.passSecond()
  const { status } = await world.call('GET /api/ping', { key: other })
  assert.equal(status, 401)
  assert.equal((await world.call(`DELETE ${path}`, { key: mine })).status, 404)
})

test('204: the current session can be ended', async () => {
  const key = await world.session((await world.person()).userId)
  const { body } = await world.call('GET /api/account', { key })
  assert.equal(
    (await world.call(`DELETE /api/account/sessions/${body.data.session.id}`, { key })).status,
    204,
  )
})
