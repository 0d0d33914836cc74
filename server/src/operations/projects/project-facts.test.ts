// The additional fields of a project in a list, its orders, and which of these a restricted reviewer sees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { ProjectListItem } from '../../records/project-list-item.ts'

const world = await startWorld()
const { sql } = world.database

async function list(key: string, body: object = {}): Promise<ProjectListItem[]> {
  const answer = await world.call('QUERY /api/projects', { key, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

/** Creates a file with a thumbnail, which `object` identifies. */
async function newFileWithThumbnail(
  projectId: string,
  owner: Parameters<typeof newFile>[2],
  allowRestricted: boolean,
) {
  const id = await newFile(world, projectId, owner, allowRestricted)
  await sql`insert into media (file_id, state) values (${id}, 'READY')`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    select ${id}, 'thumbnail.webp', 'thumbnail', object_id from files where id = ${id}`
  const [file] = await sql<{ object: string }>`select object_id as object from files where id = ${id}`
  return { id, object: file!.object }
}

test('200: files, open comments, members and cover, as the caller sees them', async () => {
  const { id, owner } = await world.project()
  const restricted = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  const shown = await newFileWithThumbnail(id, owner, true)
  const hidden = await newFileWithThumbnail(id, owner, false)
  for (const { id: fileId } of [shown, hidden]) {
    const body = { content: 'Note' }
    assert.equal(
      (await world.call(`POST /api/files/${fileId}/comments`, { key: owner.key, body })).status,
      201,
    )
  }
  const cover = { file: { id: hidden.id } }
  const patch = { key: owner.key, body: { cover } }
  assert.equal((await world.call(`PATCH /api/projects/${id}`, patch)).status, 204)

  const [seen] = await list(owner.key)
  assert.deepEqual([seen!.files, seen!.comments, seen!.cover], [{ total: 2 }, { open: 2 }, cover])
  assert.equal(seen!.members?.total, 2)
  assert.equal(seen!.members?.first[0]?.id, owner.userId)
  assert.ok(seen!.thumbnail!.includes(hidden.object))

  const [less] = await list(restricted.key)
  assert.deepEqual([less!.files, less!.comments, less!.cover], [{ total: 1 }, { open: 1 }, null])
  assert.ok(less!.thumbnail!.includes(shown.object))

  const { key } = await world.key(owner.userId, ['projects:read'])
  const [bare] = (await list(key)).filter((project) => project.id === id)
  assert.deepEqual([bare!.comments, bare!.members], [null, null])
})

test('204 and 400: a cover is chosen, changed and cleared; a file of another project is refused', async () => {
  const { id, owner } = await world.project()
  const other = await world.project({ owner })
  const [first, second] = [
    await newFileWithThumbnail(id, owner, true),
    await newFileWithThumbnail(id, owner, true),
  ]
  const elsewhere = await newFile(world, other.id, owner)
  const choose = (fileId: string | null) =>
    world.call(`PATCH /api/projects/${id}`, {
      key: owner.key,
      body: { cover: fileId === null ? null : { file: { id: fileId } } },
    })
  const cover = async () => (await world.call(`GET /api/projects/${id}`, { key: owner.key })).body.data
  for (const chosen of [first, second, first]) {
    assert.equal((await choose(chosen.id)).status, 204)
    assert.deepEqual((await cover()).cover, { file: { id: chosen.id } })
    assert.ok((await cover()).thumbnail.includes(chosen.object))
  }
  const refused = await choose(elsewhere)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/cover/file/id'])
  await world.call(`DELETE /api/files/${first.id}`, { key: owner.key })
  assert.equal((await cover()).cover, null)
  assert.equal((await choose(second.id)).status, 204)
  assert.equal((await choose(null)).status, 204)
  assert.equal((await cover()).cover, null)
})

test('200: by name in natural order, and by activity, which for a restricted reviewer counts only visible files', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const made: Record<string, string> = {}
  for (const name of ['Reel 10', 'reel 2', 'Reel 1']) {
    made[name] = (await world.project({ workspaceId, owner, name })).id
    await sql`update projects set updated_at = '2026-01-01Z' where id = ${made[name]!}`
  }
  const names = async (key: string, type: string, direction: string) =>
    (await list(key, { sort: { type, direction } })).map(({ name }) => name)
  assert.deepEqual(await names(owner.key, 'name', 'asc'), ['Reel 1', 'reel 2', 'Reel 10'])
  assert.deepEqual(await names(owner.key, 'name', 'desc'), ['Reel 10', 'reel 2', 'Reel 1'])
  assert.deepEqual(await names(owner.key, 'createdAt', 'asc'), ['Reel 10', 'reel 2', 'Reel 1'])

  const reviewer = await world.member(made['reel 2']!, 'PROJECT_RESTRICTED_REVIEWER', { workspaceId })
  const hidden = await newFile(world, made['reel 2']!, owner, false)
  await sql`update files set updated_at = '2026-03-01Z' where id = ${hidden}`
  assert.equal((await names(owner.key, 'activity', 'desc'))[0], 'reel 2')
  const activity = async (key: string) =>
    (await list(key)).find(({ name }) => name === 'reel 2')!.lastActivityAt
  assert.equal(await activity(owner.key), '2026-03-01 00:00:00.000000')
  assert.equal(await activity(reviewer.key), '2026-01-01 00:00:00.000000')
})
