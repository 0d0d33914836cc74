import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { Notification } from '../../records/notification.ts'
import { startNotificationWorld } from './fixtures/notification-world.ts'

const { world, sql, notifyAll, scene, comment, list, unread, read } = await startNotificationWorld()

test('several comments on a file are one notification, with the newest comment and its people', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const cleo = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Cleo' })
  await comment(ben, fileId, 'First')
  const last = await comment(cleo, fileId, `Second, @[Ben B](user:${ben.userId})`, { anchor: 1000 })
  await comment(ann, fileId, 'My own')
  await notifyAll()
  const { items } = await list(ann)
  assert.equal(items.length, 1)
  const item = Notification.parse(items[0])
  assert.deepEqual([item.kind, item.count, item.actorCount, item.readAt], ['COMMENT', 2, 2, null])
  assert.deepEqual(
    item.actors.map(({ name }) => name),
    ['Cleo', 'Ben'],
  )
  assert.deepEqual([item.project.name, item.file?.id, item.file?.revision], ['Harbour', fileId, 1])
  assert.deepEqual([item.comment?.id, item.comment?.excerpt], [last, 'Second, @Ben B'])
  assert.equal(item.comment?.anchor, 1000)
  assert.equal(await unread(ann), 1)
  assert.deepEqual(
    (await list(ben)).items.map(({ kind }) => kind),
    ['MENTION'],
  )
})

test('the list is filtered by unread, kind and project', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const other = await world.project({ name: 'Pier', owner: ann })
  const otherFile = await newFile(world, other.id, ann)
  await sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (gen_random_uuid(), ${other.id}, ${world.workspaceId}, ${ben.userId}, 'PROJECT_MEMBER')`
  await comment(ben, fileId, 'One')
  await comment(ben, otherFile, 'Two')
  await comment(ben, otherFile, `@[Ann](user:${ann.userId})`)
  await notifyAll()
  const kinds = async (body: object) =>
    (await list(ann, body)).items.map(({ kind, project }) => `${kind} ${project.name}`)
  assert.deepEqual(await kinds({}), ['MENTION Pier', 'COMMENT Pier', 'COMMENT Harbour'])
  assert.deepEqual(await kinds({ kind: 'MENTION' }), ['MENTION Pier'])
  assert.deepEqual(await kinds({ project: { id: projectId } }), ['COMMENT Harbour'])
  const [mention] = (await list(ann)).items
  assert.equal((await read(ann, { ids: [mention!.id] })).status, 204)
  assert.deepEqual(await kinds({ unread: true }), ['COMMENT Pier', 'COMMENT Harbour'])
  assert.equal((await list(ann)).items[0]!.readAt === null, false)
  assert.equal(await unread(ann), 2)
})
