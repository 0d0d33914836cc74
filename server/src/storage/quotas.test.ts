import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendParts } from '../../test/helpers/uploads.ts'
import { type Person, startWorld } from '../../test/worlds/world.ts'
import { countStorage } from '../jobs/count-storage.ts'
import { purgeTrash } from '../jobs/purge-trash.ts'

const kiB = 2 ** 10
/** 1 MiB for the workspace, a quarter of it for each guest. */
const env = { WORKSPACE_QUOTA_GB: String(1 / 1024), GUEST_QUOTA_GB: String(1 / 4096) }

async function startQuotaWorld() {
  const world = await startWorld({ env })
  const { id: projectId, owner } = await world.project()
  const start = (size: number, headers: Record<string, string> = {}) =>
    world.call(`POST /api/projects/${projectId}/files/upload.multipart`, {
      key: owner.key,
      body: { name: 'a.bin', size },
      headers,
    })
  const attach = (person: Person, size: number) =>
    world.call(`POST /api/projects/${projectId}/comment-attachments/upload.multipart`, {
      key: person.key,
      body: { name: 'a.bin', size },
    })
  return { ...world, projectId, owner, start, attach }
}

for (const idempotent of [false, true]) {
  const how = idempotent ? 'with' : 'without'
  test(`20 concurrent starts ${how} idempotency keys: as many as fit into the quota succeed`, async () => {
    const { start, database } = await startQuotaWorld()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => start(100 * kiB, idempotent ? { 'Idempotency-Key': `${i}` } : {})),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(10).fill(201), ...Array(10).fill(409)])
    const [counted] = await database.sql`select count(*) from files`
    assert.deepEqual(counted, { count: 10 })
  })
}

test('an exceeded quota returns 409 with the numbers, and leaves no open upload', async () => {
  const { start, storage } = await startQuotaWorld()
  assert.equal((await start(900 * kiB)).status, 201)
  const { status, body } = await start(200 * kiB)
  assert.deepEqual([status, body.code], [409, 'quota_exceeded'])
  assert.match(
    body.message,
    /may store 0\.000977 GiB\. 0\.000858 GiB are in use, and this file has 0\.000191 GiB/,
  )
  assert.equal((await Array.fromAsync(storage.uploads())).length, 1)
})

test('a file counts in the trash and can be restored in a full workspace; purging it and aborting an upload free their share', async () => {
  const world = await startQuotaWorld()
  const { start, call, owner } = world
  const first = (await start(1_000 * kiB)).body.data
  const parts = await sendParts(first.parts, Buffer.alloc(1_000 * kiB))
  await call(`POST /api/files/${first.id}/upload.complete`, { key: owner.key, body: { parts } })
  assert.equal((await start(100 * kiB)).status, 409)
  await call(`DELETE /api/files/${first.id}`, { key: owner.key })
  assert.equal((await start(1_000 * kiB)).status, 409)
  assert.equal((await call(`POST /api/files/${first.id}/restore`, { key: owner.key })).status, 200)
  assert.equal((await start(100 * kiB)).status, 409)
  await call(`DELETE /api/files/${first.id}`, { key: owner.key })
  const trash = await call(`QUERY /api/projects/${world.projectId}/trash`, { key: owner.key, body: {} })
  const session = await world.session(owner.userId)
  await call(`DELETE /api/trash/${trash.body.data[0].id}`, { key: session })
  await world.runJob(purgeTrash)
  const second = await start(1_000 * kiB)
  assert.equal(second.status, 201)
  await call(`POST /api/files/${second.body.data.id}/upload.abort`, { key: owner.key })
  assert.equal((await start(1_000 * kiB)).status, 201)
})

test('each guest has an own quota, which other guests and members do not share', async () => {
  const { attach, member, projectId } = await startQuotaWorld()
  const [one, other] = [
    await member(projectId, 'PROJECT_REVIEWER', { role: 'GUEST' }),
    await member(projectId, 'PROJECT_REVIEWER', { role: 'GUEST' }),
  ]
  const insider = await member(projectId, 'PROJECT_REVIEWER')
  assert.equal((await attach(one, 200 * kiB)).status, 201)
  const refused = await attach(one, 100 * kiB)
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
  assert.match(refused.body.message, /^A guest may store/)
  assert.equal((await attach(other, 200 * kiB)).status, 201)
  assert.equal((await attach(insider, 300 * kiB)).status, 201)
  // The total counts against the quota of the workspace.
  assert.match((await attach(insider, 400 * kiB)).body.message, /^The workspace may store/)
})

test('each workspace has its own quota', async () => {
  const { start, workspace, project, person, call } = await startQuotaWorld()
  assert.equal((await start(1_000 * kiB)).status, 201)
  const workspaceId = await workspace()
  const owner = await person({ workspaceId })
  const { id } = await project({ workspaceId, owner })
  const body = { name: 'a.bin', size: 1_000 * kiB }
  const answer = await call(`POST /api/projects/${id}/files/upload.multipart`, { key: owner.key, body })
  assert.equal(answer.status, 201)
})

test('a quota of the workspace replaces that of the installation: smaller, larger, none, and the default again', async () => {
  const { database, workspaceId, member, projectId, call } = await startQuotaWorld()
  const upload = async (size: number) => {
    // A new credential each time: callers are cached for a second.
    const { key } = await member(projectId, 'PROJECT_MEMBER')
    const body = { name: 'a.bin', size }
    return call(`POST /api/projects/${projectId}/files/upload.multipart`, { key, body })
  }
  const set = (quota: number | null) =>
    database.sql`update workspaces set quota_bytes = ${quota} where id = ${workspaceId}`
  await set(100 * kiB)
  const refused = await upload(200 * kiB)
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
  assert.match(refused.body.message, /^The workspace may store 0\.0000954 GiB\. 0 GiB are in use/)
  assert.match(refused.body.message, /Delete files and empty the trash, or ask the administrator/)
  assert.equal((await upload(100 * kiB)).status, 201)
  await set(3_000 * kiB)
  assert.equal((await upload(1_500 * kiB)).status, 201)
  await set(-1)
  assert.equal((await upload(2_000 * kiB)).status, 201)
  await set(null)
  assert.equal((await upload(kiB)).status, 409)
  await set(0)
  assert.equal((await upload(1)).status, 409)
})

test('the space in use is the same before and after it is counted, and the trash counts', async () => {
  const { start, storage, database, runJob } = await startQuotaWorld()
  assert.equal((await start(900 * kiB)).status, 201)
  await runJob(countStorage)
  assert.equal((await start(200 * kiB)).status, 409)
  await database.sql`update objects set trashed = true`
  assert.equal((await start(200 * kiB)).status, 409)
  assert.equal((await start(100 * kiB)).status, 201)
  assert.equal((await start(100 * kiB)).status, 409)
  assert.equal((await Array.fromAsync(storage.uploads())).length, 2)
})

test('a workspace that is full generates nothing: the result would have no place', async () => {
  const { start, call, projectId, owner, database } = await startQuotaWorld()
  assert.equal((await start(1_024 * kiB)).status, 201)
  const output = { outputType: 'DOCUMENT', outputModel: 'markdown', folder: null, attachments: [] }
  const body = { ...output, prompt: 'A treatment' }
  const answer = await call(`POST /api/projects/${projectId}/files/upload.generate`, { key: owner.key, body })
  assert.deepEqual([answer.status, answer.body.code], [409, 'quota_exceeded'])
  assert.deepEqual(await database.sql`select from generations`, [])
})
