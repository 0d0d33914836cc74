import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId, newUuid } from '../../core/ids.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project({ owner: await world.person({ name: 'Ada Lovelace' }) })

async function create(body: object): Promise<string> {
  const answer = await world.call(`POST /api/projects/${projectId}/versions`, { key: owner.key, body })
  return answer.body.data.id
}

function get(id: string, key = owner.key) {
  return world.call(`GET /api/versions/${id}`, { key })
}

test('200: the exact record, with an ETag', async () => {
  const id = await create({ name: 'One', description: 'First' })
  const [times] = await world.database.sql<{ created: string; updated: string }>`
    select created_at as created, updated_at as updated from versions where id = ${id}`
  const answer = await get(id)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    data: {
      id,
      name: 'One',
      description: 'First',
      status: 'NEED_REVIEW',
      createdAt: times!.created,
      updatedAt: times!.updated,
      project: { id: projectId },
      statusChangedAt: null,
      statusChangedBy: null,
      decidedByAgent: false,
      reviewRule: null,
      requireNoProblems: false,
      blockers: [],
      allowRestricted: false,
      files: [],
      author: { id: owner.userId, name: 'Ada Lovelace', avatarUrl: null },
    },
  })
  assert.equal(answer.headers.get('etag'), '"1"')
})

test('200: the id in capitals is the same id', async () => {
  const id = await create({ name: 'One' })
  assert.equal((await get(id.toUpperCase())).body.data.id, id)
})

test('200: the author with their workspace name, or with their account name after they left the workspace', async () => {
  const author = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Grace' })
  const { body } = await world.call(`POST /api/projects/${projectId}/versions`, {
    key: author.key,
    body: { name: 'Hers' },
  })
  const { id } = body.data
  await world.database.sql`
    update workspace_members set display_name = 'Amazing Grace', avatar_url = 'https://example.com/g.png'
    where user_id = ${author.userId}`
  const shown = { id: author.userId, name: 'Amazing Grace', avatarUrl: 'https://example.com/g.png' }
  assert.deepEqual((await get(id)).body.data.author, shown)
  await world.database.sql`delete from workspace_members where user_id = ${author.userId}`
  assert.deepEqual((await get(id)).body.data.author, { id: author.userId, name: 'Grace', avatarUrl: null })
  await world.database.sql`delete from users where id = ${author.userId}`
  assert.equal((await get(id)).body.data.author, null)
})

test('200 for every role that can see the version; 404 for a restricted reviewer otherwise', async () => {
  const [plain, marked] = [
    await create({ name: 'Plain' }),
    await create({ name: 'Ok', allowRestricted: true }),
  ]
  for (const role of ['PROJECT_MANAGER', 'PROJECT_MEMBER', 'PROJECT_REVIEWER'] as const) {
    const { key } = await world.member(projectId, role)
    assert.deepEqual([(await get(plain, key)).status, (await get(marked, key)).status], [200, 200], role)
  }
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual([(await get(plain, key)).status, (await get(marked, key)).status], [404, 200])
  assert.equal((await get(marked, key)).body.data.allowRestricted, true)
})

test('200: its files in order, without deleted ones; for a restricted reviewer only those marked for them', async () => {
  const ids = ['c', 'a', 'b'].map(() => newPrefixedId('FX'))
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number, allow_restricted)
    select id, ${projectId}, 'File ' || n, 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, id, 1, n = 2
    from unnest(${ids}::text[]) with ordinality as made (id, n)`
  const shown = ids.map((id, i) => ({ id, name: `File ${i + 1}`, mimeType: null, thumbnail: null }))
  const version = await create({ name: 'Round', allowRestricted: true, files: ids.map((id) => ({ id })) })
  assert.deepEqual((await get(version)).body.data.files, shown)
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  assert.deepEqual((await get(version, reviewer.key)).body.data.files, shown)
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual((await get(version, restricted.key)).body.data.files, [shown[1]])
  await world.database.sql`delete from files where id = ${ids[0]}`
  assert.deepEqual((await get(version)).body.data.files, shown.slice(1))
})

test('200: a file with a thumbnail URL that returns the image', async () => {
  const [file, object] = [newPrefixedId('FX'), newUuid()]
  await world.database.sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    values (${file}, ${projectId}, 'Shot', 'YOUTUBE', 'dQw4w9WgXcQ', 'UPLOADED', 1, ${file}, 1)`
  await world.database.sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${object}, 'made by hand', 1, 1, 'image/webp', now())`
  await world.database.sql`insert into media (file_id) values (${file})`
  await world.database.sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${file}, 'thumbnail.webp', 'thumbnail', ${object})`
  const version = await create({ name: 'With a picture', files: [{ id: file }] })
  const [shown] = (await get(version)).body.data.files
  assert.match(shown.thumbnail, new RegExp(object))
  const listed = await world.call(`GET /api/projects/${projectId}/files`, { key: owner.key })
  const same = listed.body.data.find(({ id }: { id: string }) => id === file)
  assert.equal(shown.thumbnail, same.thumbnail)
})

test('404: unknown or malformed versions, and those of projects of others', async () => {
  const id = await create({ name: 'Mine' })
  const outsider = await world.person()
  assert.equal((await get(id, outsider.key)).status, 404)
  for (const unknown of [newUuid(), 'nope', projectId]) assert.equal((await get(unknown)).status, 404)
})

test('400: an unknown query field', async () => {
  assert.equal((await get(`${await create({ name: 'One' })}?fields=name`)).status, 400)
})
