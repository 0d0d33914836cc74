import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadImage, sendImage, twoColours } from '../../../test/helpers/avatars.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

/** Uses a new credential for each call: the server caches a used one for almost a second. */
async function workspaceNow(userId: string, workspaceId: string) {
  const { key } = await world.key(userId, [], workspaceId)
  return (await world.call('GET /api/ping', { key })).body.data.workspace
}

test('204: the avatar of the workspace is set, shown and removed; members cannot change it', async () => {
  const id = await world.workspace()
  const owner = await world.person({ workspaceId: id, role: 'OWNER' })
  const member = await world.person({ workspaceId: id, role: 'MEMBER' })
  const [own, other] = await Promise.all([owner, member].map(({ userId }) => world.session(userId, id)))
  const image = await twoColours(200, 100).png().toBuffer()
  const refused = await sendImage(world, '/api/workspace/avatar', other, image)
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role'])
  const { status, body } = await sendImage(world, '/api/workspace/avatar', own, image)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await loadImage(body.data.avatarUrl)).status, 200)
  assert.equal((await workspaceNow(member.userId, id)).avatarUrl, body.data.avatarUrl)
  assert.equal((await world.call('DELETE /api/workspace/avatar', { key: own! })).status, 204)
  assert.equal((await workspaceNow(member.userId, id)).avatarUrl, null)
  assert.equal((await loadImage(body.data.avatarUrl)).status, 404)
})
