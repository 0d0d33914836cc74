import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { notifyAll, scene, comment, list, change } = await startNotificationWorld()

test('204: the level applies to the next event', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const kinds = async () => (await list(ann)).items.map(({ kind }) => kind)
  const level = `PUT /api/projects/${projectId}/notification-level`
  await change(ann, level, { level: 'NOTHING' })
  await comment(ben, fileId, `A mention of @[Ann](user:${ann.userId})`)
  await notifyAll()
  assert.deepEqual(await kinds(), [])
  await change(ann, level, { level: 'MENTIONS' })
  await comment(ben, fileId, 'Not a mention')
  await comment(ben, fileId, `Another mention of @[Ann](user:${ann.userId})`)
  await notifyAll()
  assert.deepEqual(await kinds(), ['MENTION'])
  await change(ann, level, { level: 'CONCERNS_ME' })
  await comment(ben, fileId, 'About your file')
  await notifyAll()
  assert.deepEqual(await kinds(), ['COMMENT', 'MENTION'])
})
