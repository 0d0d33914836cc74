import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import { colourAt, loadImage, twoColours } from '../../server/test/helpers/avatars.ts'
import { credentialHeaders, startWorld } from '../../server/test/worlds/world.ts'

const world = await startWorld()

test('setAvatar sends the image and the crop square, for the account and for the workspace', async () => {
  const { userId } = await world.person({ role: 'OWNER' })
  const headers = Object.fromEntries(credentialHeaders(world.url, await world.session(userId)))
  const client = new Dailies({ baseUrl: world.url, headers })
  const image = new Uint8Array(await twoColours(200, 100).png().toBuffer())
  const own = await client.account.setAvatar(new Blob([image], { type: 'image/png' }), {
    x: 0,
    y: 0,
    size: 90,
  })
  assert.equal(await colourAt((await loadImage(own.avatarUrl)).bytes, 500, 256), 'red')
  const { avatarUrl } = await client.workspace.setAvatar(image)
  assert.equal(await colourAt((await loadImage(avatarUrl)).bytes, 500, 256), 'blue')
  assert.equal((await client.account.get()).avatarUrl, own.avatarUrl)
  await client.account.removeAvatar()
  assert.equal((await client.account.get()).avatarUrl, null)
})
