import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendImage, twoColours } from '../../../test/helpers/avatars.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { writeAvatarUrls } from '../../records/avatar.ts'

const world = await startWorld()

/** Uses a new credential for each call: the server caches a used one for almost a second. */
async function workspaceNow(userId: string, workspaceId: string) {
  const { key } = await world.key(userId, [], workspaceId)
  return (await world.call('GET /api/ping', { key })).body.data.workspace
}

test('204: Ping and the account show the new name of the workspace', async () => {
  const id = await world.workspace('Old name')
  const admin = await world.person({ workspaceId: id, role: 'ADMIN' })
  const session = await world.session(admin.userId, id)
  const { status } = await world.call('PATCH /api/workspace', { key: session, body: { name: 'Nightshift' } })
  assert.equal(status, 204)
  assert.equal((await workspaceNow(admin.userId, id)).name, 'Nightshift')
  const { body } = await world.call('GET /api/account', { key: await world.session(admin.userId, id) })
  assert.deepEqual(body.data.workspaces, [
    { id, name: 'Nightshift', avatarUrl: null, accentColor: null, role: 'ADMIN' },
  ])
  const empty = await world.call('PATCH /api/workspace', { key: session, body: { name: '' } })
  assert.equal(empty.status, 400)
})

test('a server with a new address rewrites the avatar URLs', async () => {
  const owner = await world.person({ role: 'OWNER' })
  const session = await world.session(owner.userId)
  const image = await twoColours(80, 80).png().toBuffer()
  const account = await sendImage(world, '/api/account/avatar', session, image)
  const here = await sendImage(world, '/api/account/avatar?thisWorkspaceOnly=true', session, image)
  const workspace = await sendImage(world, '/api/workspace/avatar', session, image)
  await writeAvatarUrls(world.database.sql, 'https://review.example')
  const { body } = await world.call('GET /api/account', { key: await world.session(owner.userId) })
  const moved = (url: string) => `https://review.example${new URL(url).pathname}`
  assert.deepEqual(
    [body.data.avatarUrl, body.data.displayAvatarUrl, body.data.workspace.avatarUrl],
    [account, here, workspace].map((one) => moved(one.body.data.avatarUrl)),
  )
})
