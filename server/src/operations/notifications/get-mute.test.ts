import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { world, scene, get, change } = await startNotificationWorld()

test('200: whether the caller has muted the file', async () => {
  const { ann, ben, fileId } = await scene()
  const route = `/api/files/${fileId}/mute`
  assert.deepEqual(await get(ann, route), { muted: false })
  await change(ann, `PUT ${route}`)
  assert.deepEqual([await get(ann, route), await get(ben, route)], [{ muted: true }, { muted: false }])
  await change(ann, `DELETE ${route}`)
  assert.deepEqual(await get(ann, route), { muted: false })
  const stranger = await world.person()
  assert.equal((await world.call(`GET ${route}`, { key: stranger.key })).status, 404)
})
