// The image of a project: the thumbnail it was given, or that of its newest file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newObject } from '../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

/** Creates a file whose thumbnail has these bytes; it is newer than all files before. */
async function newFileWithThumbnail(
  projectId: string,
  owner: Person,
  bytes: string,
  shown = true,
): Promise<string> {
  const fileId = await newFile(world, projectId, owner, shown)
  const objectId = await newObject(world, bytes)
  await sql`update objects set mime_type = 'image/webp' where id = ${objectId}`
  await sql`insert into media (file_id, state, progress) values (${fileId}, 'READY', 1)`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${fileId}, 'thumbnail.webp', 'picture', ${objectId})`
  return fileId
}

/** The bytes of the project's image. Asserts that it is the same in get, list and search. */
async function imageOf(projectId: string, { key }: Person): Promise<string | null> {
  const got = (await world.call(`GET /api/projects/${projectId}`, { key })).body.data
  const listed = async (route: string, body?: object) => {
    const { data } = (await world.call(route, { key, body })).body
    const item = data.find(({ id }: { id: string }) => id === projectId)
    // A list item has additional fields; the others are equal.
    return Object.fromEntries(Object.entries(item).filter(([field]) => field in got))
  }
  const { reviewRule, agentVerdictsCount, ...inLists } = got
  assert.deepEqual(await listed('QUERY /api/projects', {}), inLists)
  assert.deepEqual(await listed('QUERY /api/projects', { keyword: got.name }), inLists)
  assert.deepEqual(await listed(`GET /api/projects/search?query=${got.name}`), inLists)
  assert.deepEqual(await listed(`GET /api/projects/search?query=${got.name}&sort.type=name`), inLists)
  if (got.thumbnail === null) return null
  const answer = await fetch(got.thumbnail)
  return answer.ok ? answer.text() : got.thumbnail
}

test('the thumbnail is that of the newest file that exists', async () => {
  const { id, owner } = await world.project({ name: 'Film' })
  assert.equal(await imageOf(id, owner), null)
  await newFile(world, id, owner)
  assert.equal(await imageOf(id, owner), null)
  await newFileWithThumbnail(id, owner, 'first')
  const second = await newFileWithThumbnail(id, owner, 'second')
  await newFile(world, id, owner)
  assert.equal(await imageOf(id, owner), 'second')
  await sql`delete from media_derivatives where file_id = ${second}`
  assert.equal(await imageOf(id, owner), 'first')
  const third = await newFileWithThumbnail(id, owner, 'third')
  assert.equal(await imageOf(id, owner), 'third')
  assert.equal((await world.call(`DELETE /api/files/${third}`, { key: owner.key })).status, 204)
  assert.equal(await imageOf(id, owner), 'first')
})

test('a restricted reviewer does not see the thumbnail of a hidden file', async () => {
  const { id, owner } = await world.project({ name: 'Film', accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const restricted = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  const reviewer = await world.person()
  const hidden = await newFileWithThumbnail(id, owner, 'hidden', false)
  assert.deepEqual([await imageOf(id, restricted), await imageOf(id, reviewer)], [null, 'hidden'])
  const shown = await newFileWithThumbnail(id, owner, 'shown')
  await sql`update files set created_at = now() - interval '1 day' where id = ${shown}`
  assert.deepEqual([await imageOf(id, restricted), await imageOf(id, reviewer)], ['shown', 'hidden'])
  const body = { allowRestricted: true }
  assert.equal((await world.call(`PATCH /api/files/${hidden}`, { key: owner.key, body })).status, 204)
  assert.equal(await imageOf(id, restricted), 'hidden')
})

test('the thumbnail that was set on the project comes first', async () => {
  const { id, owner } = await world.project({ name: 'Film' })
  await newFileWithThumbnail(id, owner, 'of a file')
  const set = (thumbnail: string | null) =>
    world.call(`PATCH /api/projects/${id}`, { key: owner.key, body: { thumbnail } })
  await set('https://example.invalid/given.png')
  const { data } = (await world.call(`GET /api/projects/${id}`, { key: owner.key })).body
  assert.equal(data.thumbnail, 'https://example.invalid/given.png')
  await set(null)
  assert.equal(await imageOf(id, owner), 'of a file')
})
