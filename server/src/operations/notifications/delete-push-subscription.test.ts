import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newBrowserKeys, subscriptionOf } from '../../notifications/push/fixtures/browser-keys.ts'

test('204: deletes the subscription of this browser only, and can be repeated', async () => {
  const world = await startWorld()
  const { userId } = await world.person()
  const [mine, other] = [await world.session(userId), await world.session(userId)]
  for (const key of [mine, other]) {
    const body = subscriptionOf(`https://push.example.com/${key.slice(-8)}`, newBrowserKeys())
    assert.equal((await world.call('PUT /api/push-subscription', { key, body })).status, 204)
  }
  for (let times = 0; times < 2; times++)
    assert.equal((await world.call('DELETE /api/push-subscription', { key: mine })).status, 204)
  const rows = await Promise.all(
    [mine, other].map((key) => world.call('GET /api/push-subscription', { key })),
  )
  assert.deepEqual(
    rows.map(({ body }) => body.data.endpoint === null),
    [true, false],
  )
})
