import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../../test/helpers/uploads.ts'
import { newAttachment, newFile, newGeneration, newShare } from '../../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { countStorage } from '../../jobs/count-storage.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'

const world = await startWorld()
const { sql } = world.database

async function newWorkspace() {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER', name: 'Ada' })
  const read = async () => {
    const answer = await world.call('GET /api/workspace/usage', { key: owner.key })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const project = async (name: string) => (await world.project({ workspaceId, owner, name })).id
  return { workspaceId, owner, read, project }
}

async function upload(projectId: string, { key }: Person, size: number): Promise<string> {
  const body = { name: 'a.bin', size }
  const started = await world.call(`POST /api/projects/${projectId}/files/upload.multipart`, { key, body })
  const { id, parts } = started.body.data
  const sent = await sendParts(parts, Buffer.alloc(size))
  await world.call(`POST /api/files/${id}/upload.complete`, { key, body: { parts: sent } })
  return id
}

const empty = { originals: 0, attachments: 0, derivatives: 0, trash: 0, total: 0 }

test('200: an empty workspace', async () => {
  const { read } = await newWorkspace()
  assert.deepEqual(await read(), {
    storage: empty,
    quota: null,
    projects: [],
    otherProjects: null,
    people: [],
    otherPeople: null,
    generations: [],
    counting: false,
  })
})

test('200: bytes by project and by person, the largest first; a deleted file no longer counts', async () => {
  const { workspaceId, owner, read, project } = await newWorkspace()
  const [north, south] = [await project('North'), await project('South')]
  const member = await world.member(south, 'PROJECT_MEMBER', { workspaceId, name: 'Bo' })
  await upload(north, owner, 100)
  const large = await upload(south, member, 3_000)
  await upload(south, owner, 20)
  // Before they are counted, uploads are in the total and with their people.
  assert.equal((await read()).storage.originals, 3_120)
  await world.runJob(countStorage)
  const usage = await read()
  assert.deepEqual(usage.storage, { ...empty, originals: 3_120, total: 3_120 })
  assert.deepEqual(usage.projects, [
    { project: { id: south, name: 'South' }, ...empty, originals: 3_020, total: 3_020 },
    { project: { id: north, name: 'North' }, ...empty, originals: 100, total: 100 },
  ])
  assert.deepEqual(usage.people, [
    { user: { id: member.userId, name: 'Bo' }, ...empty, originals: 3_000, total: 3_000 },
    { user: { id: owner.userId, name: 'Ada' }, ...empty, originals: 120, total: 120 },
  ])
  await sql`delete from files where id = ${large}`
  const after = await read()
  assert.deepEqual(
    [after.storage.total, after.people.length, after.projects[0].project.name],
    [120, 1, 'North'],
  )
})

async function derived(size: number): Promise<string> {
  const id = newUuid()
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'derived', ${size}, ${size}, 'image/webp', now())`
  return id
}

/** A preview of 700 bytes, and a copy of 30 bytes with the watermark of a share. */
async function newPreviews(projectId: string, owner: Person, file: string): Promise<void> {
  await sql`insert into media (file_id, state) values (${file}, 'READY')`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${file}, 'a.webp', 'a', ${await derived(700)})`
  const share = await newShare(world, projectId, owner)
  await sql`delete from files where id = ${share.fileId}`
  const copy = newUuid()
  await sql`
    insert into watermarks (id, share_id, file_id, part, watermark, mark, text, revision, state, lane, priority)
    values (${copy}, ${share.id}, ${file}, 'STILLS', '{}', 'x', 'Confidential', ${newUuid()}, 'READY', 'QUICK', 1)`
  await sql`
    insert into watermark_derivatives (watermark_id, name, object_id) values (${copy}, 'a.webp', ${await derived(30)})`
}

test('200: attachments, previews and the trash are apart from originals', async () => {
  const { owner, read, project } = await newWorkspace()
  const projectId = await project('North')
  const [file, other] = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
  await newAttachment(world, projectId, owner)
  await newPreviews(projectId, owner, file)
  const ask = async (route: string) => (await world.call(route, { key: owner.key })).status
  assert.equal(await ask(`DELETE /api/files/${other}`), 204)
  await world.runJob(countStorage)
  const expected = { originals: 5, attachments: 5, derivatives: 730, trash: 5, total: 745 }
  const usage = await read()
  assert.deepEqual(usage.storage, expected)
  assert.deepEqual(usage.projects, [{ project: { id: projectId, name: 'North' }, ...expected }])
  assert.deepEqual(usage.people, [{ user: { id: owner.userId, name: 'Ada' }, ...expected }])

  assert.equal(await ask(`POST /api/files/${other}/restore`), 200)
  assert.equal(await ask(`DELETE /api/files/${file}`), 204)
  // Copies with a watermark, here 30 bytes, are gone at once: a restored file gets new ones.
  assert.deepEqual((await read()).storage, { ...empty, originals: 5, attachments: 5, trash: 705, total: 715 })
  await sql`update trash set purge_at = now() where record_id = ${file}`
  await world.runJob(purgeTrash)
  assert.deepEqual((await read()).storage, { ...empty, originals: 5, attachments: 5, total: 10 })
})

test('200: a deleted project and a deleted person keep their bytes until the files are gone, without a name', async () => {
  const { workspaceId, read } = await newWorkspace()
  const person = newUuid()
  await sql`
    insert into storage_totals (workspace_id, scope, scope_id, kind, trashed, bytes, objects)
    values (${workspaceId}, 'WORKSPACE', ${workspaceId}, 'ORIGINAL', false, 9, 1),
      (${workspaceId}, 'PERSON', ${person}, 'ORIGINAL', false, 9, 1),
      (${workspaceId}, 'PROJECT', '00000000-0000-0000-0000-000000000000', 'ORIGINAL', false, 9, 1)`
  const usage = await read()
  assert.deepEqual(usage.people, [{ user: { id: person, name: null }, ...empty, originals: 9, total: 9 }])
  assert.deepEqual(usage.projects, [{ project: null, ...empty, originals: 9, total: 9 }])
})

test('200: more than 100 projects: the rest is summed up', async () => {
  const { workspaceId, read } = await newWorkspace()
  await sql`
    insert into storage_totals (workspace_id, scope, scope_id, kind, trashed, bytes, objects)
    select ${workspaceId}, 'PROJECT', gen_random_uuid(), 'ORIGINAL', false, i, 1 from generate_series(1, 105) i`
  const { projects, otherProjects, otherPeople } = await read()
  assert.deepEqual([projects.length, projects[0].total, projects[99].total], [100, 105, 6])
  assert.deepEqual([otherProjects, otherPeople], [{ count: 5, total: 15 }, null])
})

test('200: generations by provider and month, also of deleted files; a retry counts again', async () => {
  const { workspaceId, owner, read, project } = await newWorkspace()
  const projectId = await project('North')
  const end = async (state: string, times = 1) => {
    const file = await newGeneration(world, projectId, owner)
    for (let i = 0; i < times; i++) {
      await sql`update generations set state = 'QUEUED', provider = 'openai' where file_id = ${file}`
      await sql`update generations set state = ${state}, ended_at = now() where file_id = ${file}`
    }
    return file
  }
  const done = await end('DONE')
  await end('FAILED', 2)
  await world.runJob(countStorage)
  await end('CANCELLED')
  await sql`delete from files where id = ${done}`
  await sql`
    insert into generation_totals (workspace_id, month, provider, outcome, count)
    values (${workspaceId}, date_trunc('month', now() at time zone 'UTC') - interval '11 months', 'local', 'DONE', 7),
      (${workspaceId}, date_trunc('month', now() at time zone 'UTC') - interval '12 months', 'local', 'DONE', 8)`
  const { generations } = await read()
  assert.deepEqual(
    generations.map(({ month: _, ...rest }: { month: string }) => rest),
    [
      { provider: 'openai', done: 1, failed: 2, cancelled: 1 },
      { provider: 'local', done: 7, failed: 0, cancelled: 0 },
    ],
  )
  const [{ month } = { month: '' }] = await sql<{ month: string }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM') as month`
  assert.equal(generations[0].month, month)
})

test('403: a member, and a key without the scope', async () => {
  const { key } = await world.person({ role: 'MEMBER' })
  assert.equal((await world.call('GET /api/workspace/usage', { key })).body.code, 'insufficient_role')
  const owner = await world.person({ role: 'OWNER', scopes: ['audit:read'] })
  const { body } = await world.call('GET /api/workspace/usage', { key: owner.key })
  assert.equal(body.code, 'insufficient_scope')
})
