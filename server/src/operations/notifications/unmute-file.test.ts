import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { notifyAll, scene, comment, unread, change } = await startNotificationWorld()

test('204: the next event of the file notifies the caller again, the muted ones do not', async () => {
  const { ann, ben, fileId } = await scene()
  await change(ann, `PUT /api/files/${fileId}/mute`)
  await comment(ben, fileId, 'Not heard')
  await notifyAll()
  for (const _ of [1, 2]) await change(ann, `DELETE /api/files/${fileId}/mute`)
  await notifyAll()
  assert.equal(await unread(ann), 0)
  await comment(ben, fileId, 'Heard')
  await notifyAll()
  assert.equal(await unread(ann), 1)
})
