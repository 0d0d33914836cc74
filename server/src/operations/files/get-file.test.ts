import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newFolder, newUpload } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function get(id: string, key = owner.key) {
  const answer = await world.call(`GET /api/files/${id}`, { key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

async function replace(id: string): Promise<string> {
  const answer = await world.call(`POST /api/projects/${projectId}/files/upload.multipart`, {
    key: owner.key,
    body: { name: 'next', size: 1, replaces: { id } },
  })
  return answer.body.data.id
}

test('200: every field of an uploaded file', async () => {
  const id = await newFile(world, projectId, owner)
  const folderId = await newFolder(world, projectId, owner)
  await sql`
    update files set name = 'a.txt', description = 'Notes', folder_id = ${folderId}, position = 2.5, tag = 'APPROVED',
      created_at = '2026-01-02 03:04:05.000006Z', updated_at = '2026-01-02 03:04:05Z' where id = ${id}`
  await sql`update workspace_members set display_name = 'Ada', avatar_url = 'https://a/b' where user_id = ${owner.userId}`
  assert.deepEqual(await get(id), {
    id,
    name: 'a.txt',
    description: 'Notes',
    mode: 'LOCAL',
    mimeType: 'text/plain',
    status: 'UPLOADED',
    tag: 'APPROVED',
    size: 5,
    byteSize: 5,
    allowRestricted: true,
    order: 2.5,
    folder: { id: folderId },
    thumbnail: null,
    createdAt: '2026-01-02 03:04:05.000006',
    updatedAt: '2026-01-02 03:04:05.000000',
    project: { id: projectId },
    author: { id: owner.userId, name: 'Ada', avatarUrl: 'https://a/b' },
    youtube: null,
    transfer: null,
    failure: null,
    media: null,
    generation: null,
    stack: { id, number: 1, latest: true },
  })
})

test('200: the type is null during the upload, the author is null once the account is deleted', async () => {
  const id = await newUpload(world, projectId, owner)
  await sql`update files set author_id = null where id = ${id}`
  const { status, mimeType, size, byteSize, author } = await get(id)
  assert.deepEqual([status, mimeType, size, byteSize, author], ['UPLOADING', null, 5, 5, null])
})

test('200: a failed file has its failure', async () => {
  const id = await newFile(world, projectId, owner)
  await sql`
    update files set status = 'FAILED', failure_code = 'too_big', failure_message = 'Too big.', failure_retryable = true
    where id = ${id}`
  assert.deepEqual((await get(id)).failure, { code: 'too_big', message: 'Too big.', retryable: true })
})

test('200: the latest revision of a stack is the latest that the caller can see', async () => {
  const first = await newFile(world, projectId, owner)
  const second = await replace(first)
  const latest = async () => [(await get(first)).stack.latest, (await get(second)).stack.latest]
  assert.deepEqual(await latest(), [true, false], 'while it is being uploaded')
  await sql`update files set status = 'UPLOADED' where id = ${second}`
  assert.deepEqual((await get(first)).stack, { id: first, number: 1, latest: false })
  assert.deepEqual((await get(second)).stack, { id: first, number: 2, latest: true })
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.deepEqual((await get(first, restricted.key)).stack, { id: first, number: 1, latest: true })
  await sql`delete from files where id = ${second}`
  assert.equal((await get(first)).stack.latest, true)
})

test('404: a restricted reviewer, for a file that is not marked for them', async () => {
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const hidden = await newFile(world, projectId, owner, false)
  for (const path of ['', '/download']) {
    assert.equal((await world.call(`GET /api/files/${hidden}${path}`, { key })).status, 404)
  }
})
