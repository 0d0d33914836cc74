import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient } from '../../../test/helpers/page-client.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

test('switching to another workspace of the user creates a new session', async () => {
  const { userId, email } = await world.person({ name: 'Ann' })
  const client = pageClient(world.url)
  client.setCookie((await world.session(userId)).replace('session:', 'dailies='))
  const second = await world.workspace('Second unit')
  await world.person({ workspaceId: second, email })
  const before = client.token()
  assert.equal((await client.post('/workspaces/switch', { workspace: second })).location, '/')
  assert.equal(await client.who(), 'Ann · Second unit')
  assert.notEqual(client.token(), before)
  for (const workspace of [await world.workspace(), 'nonsense', '']) {
    await client.post('/workspaces/switch', { workspace })
    assert.equal(await client.who(), 'Ann · Second unit')
  }
  assert.equal((await sql`select id from sessions where user_id = ${userId}`).length, 1)
})
