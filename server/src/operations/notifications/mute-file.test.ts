import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { notifyAll, scene, comment, unread, change } = await startNotificationWorld()

test('204: a muted file notifies the caller of nothing, also of no mention; others hear of it', async () => {
  const { ann, ben, fileId } = await scene()
  for (const _ of [1, 2]) await change(ann, `PUT /api/files/${fileId}/mute`)
  await comment(ben, fileId, `@[Ann](user:${ann.userId})`)
  await comment(ann, fileId, `@[Ben](user:${ben.userId})`)
  await notifyAll()
  assert.deepEqual([await unread(ann), await unread(ben)], [0, 1])
})
