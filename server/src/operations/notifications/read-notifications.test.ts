import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { world, notifyAll, scene, comment, list, unread, read } = await startNotificationWorld()

test('read: by id, by file and up to a time; only the own ones; a later event is a new item', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const second = await newFile(world, projectId, ann)
  for (const id of [fileId, second]) await comment(ben, id, 'Look')
  await notifyAll()
  const { items } = await list(ann)
  assert.equal((await read(ben, { ids: items.map(({ id }) => id) })).status, 204)
  assert.equal(await unread(ann), 2)
  assert.equal((await read(ann, { file: { id: fileId } })).status, 204)
  assert.deepEqual(
    (await list(ann, { unread: true })).items.map(({ file }) => file?.id),
    [second],
  )
  await comment(ben, fileId, 'Again')
  await notifyAll()
  assert.equal(await unread(ann), 2)
  const newest = (await list(ann)).items[0]!
  assert.deepEqual([newest.file?.id, newest.count], [fileId, 1])
  assert.equal((await read(ann, { before: newest.updatedAt })).status, 204)
  assert.equal(await unread(ann), 0)
  for (const body of [{}, { ids: [newest.id], before: newest.updatedAt }]) {
    const answer = await read(ann, body)
    assert.deepEqual([answer.status, answer.body.errors?.[0].path], [400, '/ids'])
  }
})
