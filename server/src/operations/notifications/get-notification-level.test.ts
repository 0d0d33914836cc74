import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { world, scene, get, change } = await startNotificationWorld()

test('200: the level of the caller; the default until it is set', async () => {
  const { ann, ben, projectId } = await scene()
  const route = `/api/projects/${projectId}/notification-level`
  assert.deepEqual(await get(ann, route), { level: 'CONCERNS_ME' })
  for (const level of ['EVERYTHING', 'NOTHING', 'MENTIONS']) {
    await change(ann, `PUT ${route}`, { level })
    assert.deepEqual(await get(ann, route), { level })
  }
  assert.deepEqual(await get(ben, route), { level: 'CONCERNS_ME' })
  const stranger = await world.person()
  assert.equal((await world.call(`GET ${route}`, { key: stranger.key })).status, 404)
})
