import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { world, sql, notifyAll, scene, comment, list, unread } = await startNotificationWorld()

test('after lost access, only the notification of it is left; a deleted comment is no longer listed', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const id = await comment(ann, fileId, `@[Ben](user:${ben.userId})`)
  await notifyAll()
  assert.equal(await unread(ben), 1)
  assert.equal((await world.call(`DELETE /api/comments/${id}`, { key: ann.key })).status, 204)
  assert.equal(await unread(ben), 0)
  await comment(ann, fileId, `@[Ben](user:${ben.userId}) again`)
  const [member] = await sql<{ id: string }>`
    select id from project_members where project_id = ${projectId} and user_id = ${ben.userId}`
  assert.equal((await world.call(`DELETE /api/project-members/${member!.id}`, { key: ann.key })).status, 204)
  await notifyAll()
  const { items } = await list(ben)
  assert.deepEqual(
    items.map(({ kind, project }) => [kind, project.name]),
    [['ACCESS_LOST', 'Harbour']],
  )
  assert.equal(await unread(ben), 1)
})
