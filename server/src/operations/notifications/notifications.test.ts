// Notifications over HTTP: list, count, read, levels and mutes. The test of the notifier is notifications/notify.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberAll } from '../../../test/helpers/emit-events.ts'
import { newFile } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { notifyNext } from '../../notifications/notify.ts'
import { Notification } from '../../records/notification.ts'

const world = await startWorld()
const { sql } = world.database

async function notifyAll(workspaceId = world.workspaceId): Promise<void> {
  await numberAll(sql)
  while ((await notifyNext(world.database, workspaceId))?.full);
}

/** Ann, who uploaded the file, and Ben, who comments on it. */
async function scene() {
  const ann = await world.person({ name: 'Ann' })
  const { id: projectId } = await world.project({ name: 'Harbour', owner: ann })
  const ben = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Ben' })
  const fileId = await newFile(world, projectId, ann)
  return { ann, ben, projectId, fileId }
}

const comment = async ({ key }: Person, fileId: string, content: string, fields: object = {}) => {
  const answer = await world.call(`POST /api/files/${fileId}/comments`, { key, body: { content, ...fields } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id as string
}
const list = async ({ key }: Person, body: object = {}) => {
  const answer = await world.call('QUERY /api/notifications', { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { items: answer.body.data as Notification[] }
}
const unread = async ({ key }: Person) =>
  (await world.call('GET /api/notifications/count', { key })).body.data.unread
const read = ({ key }: Person, body: object) => world.call('POST /api/notifications/read', { key, body })

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

test('levels and mutes are read and set by anyone in the project, and apply to the next event', async () => {
  const { ann, ben, projectId, fileId } = await scene()
  const level = `/api/projects/${projectId}/notification-level`
  const mute = `/api/files/${fileId}/mute`
  const { key } = ann
  assert.equal((await world.call(`GET ${level}`, { key })).body.data.level, 'CONCERNS_ME')
  for (const chosen of ['EVERYTHING', 'NOTHING', 'MENTIONS']) {
    assert.equal((await world.call(`PUT ${level}`, { key, body: { level: chosen } })).status, 204)
    assert.equal((await world.call(`GET ${level}`, { key })).body.data.level, chosen)
  }
  assert.equal((await world.call(`GET ${level}`, { key: ben.key })).body.data.level, 'CONCERNS_ME')
  await comment(ben, fileId, 'Not a mention')
  await comment(ben, fileId, `A mention of @[Ann](user:${ann.userId})`)
  await notifyAll()
  assert.deepEqual(
    (await list(ann)).items.map(({ kind }) => kind),
    ['MENTION'],
  )

  const muted = async (person: Person) =>
    (await world.call(`GET ${mute}`, { key: person.key })).body.data.muted
  assert.equal(await muted(ann), false)
  for (const _ of [1, 2]) assert.equal((await world.call(`PUT ${mute}`, { key })).status, 204)
  assert.deepEqual([await muted(ann), await muted(ben)], [true, false])
  await comment(ben, fileId, `Again @[Ann](user:${ann.userId})`)
  await notifyAll()
  assert.equal((await list(ann)).items[0]!.count, 1)
  for (const _ of [1, 2]) assert.equal((await world.call(`DELETE ${mute}`, { key })).status, 204)
  assert.equal(await muted(ann), false)
  const stranger = await world.person()
  assert.equal((await world.call(`GET ${mute}`, { key: stranger.key })).status, 404)
})
