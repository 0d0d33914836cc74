import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadImage, sendImage, twoColours } from '../../../test/helpers/avatars.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const path = '/api/account/avatar'

test('204: a second avatar has another URL and replaces the first; removing it leaves none', async () => {
  const { userId, key } = await world.person()
  const session = await world.session(userId)
  const image = await twoColours(100, 100).png().toBuffer()
  const first = await sendImage(world, path, session, image)
  const second = await sendImage(world, path, session, image, 'application/octet-stream')
  assert.notEqual(second.body.data.avatarUrl, first.body.data.avatarUrl)
  assert.equal((await loadImage(first.body.data.avatarUrl)).status, 404)
  const shown = async () => {
    const { body } = await world.call('QUERY /api/workspace-members', { key, body: {} })
    const member = body.data.find((one: { user: { id: string } }) => one.user.id === userId)
    return member.user.avatarUrl
  }
  assert.equal(await shown(), second.body.data.avatarUrl)
  assert.equal((await world.call(`DELETE ${path}`, { key: session })).status, 204)
  assert.equal(await shown(), null)
  assert.equal((await loadImage(second.body.data.avatarUrl)).status, 404)
  assert.equal((await world.call(`DELETE ${path}`, { key: session })).status, 204)
})
