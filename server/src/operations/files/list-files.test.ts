import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newFolder, newUpload } from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { sql } = world.database

async function list(projectId: string, key: string) {
  const answer = await world.call(`GET /api/projects/${projectId}/files`, { key })
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body), ['data'])
  return answer.body.data
}

test('200: an empty list, then all files sorted by order, with these fields', async () => {
  const { id: projectId, owner } = await world.project()
  assert.deepEqual(await list(projectId, owner.key), [])
  const folderId = await newFolder(world, projectId, owner)
  const id = await newUpload(world, projectId, owner)
  await sql`update files set name = 'a', folder_id = ${folderId}, position = 0 where id = ${id}`
  await sql`
    insert into files (id, project_id, name, mode, youtube_id, status, position, stack_id, stack_number)
    select 'FX' || lpad(n::text, 22, '0'), ${projectId}, 'b', 'YOUTUBE', 'x', 'UPLOADED', 200 - n, n::text, 1
    from generate_series(1, 120) n`
  const files = await list(projectId, owner.key)
  assert.equal(files.length, 121)
  const { createdAt, updatedAt, ...first } = files[0]
  assert.deepEqual(first, {
    id,
    name: 'a',
    description: null,
    mode: 'LOCAL',
    mimeType: null,
    status: 'UPLOADING',
    tag: 'NEED_REVIEW',
    size: 5,
    byteSize: 5,
    allowRestricted: true,
    order: 0,
    folder: { id: folderId },
    thumbnail: null,
    stack: { id, number: 1, latest: true },
  })
  assert.match(createdAt, /\.\d{6}$/)
  assert.match(updatedAt, /\.\d{6}$/)
  const orders = files.map(({ order }: { order: number }) => order)
  assert.deepEqual(
    orders,
    orders.toSorted((a: number, b: number) => a - b),
  )
})

test('200: a restricted reviewer sees the files marked for them', async () => {
  const { id: projectId, owner } = await world.project()
  const { key } = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  await newFile(world, projectId, owner, false)
  assert.deepEqual(await list(projectId, key), [])
  const shown = await newFile(world, projectId, owner, true)
  assert.deepEqual(
    (await list(projectId, key)).map(({ id }: { id: string }) => id),
    [shown],
  )
  assert.equal((await list(projectId, owner.key)).length, 2)
})
