// kill -9 of a worker in the middle of a purge, at every table that it deletes from: what was marked can no longer be restored, the
// next run deletes the rest, nothing else is touched, and the bytes follow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cleanStorage } from '../../../src/jobs/clean-storage.ts'
import { batchRows } from '../../../src/jobs/delete-in-batches.ts'
import { purgeTrash } from '../../../src/jobs/purge-trash.ts'
import { until } from '../../helpers/until.ts'
import { newFile, newFolder, newVersion } from '../../worlds/samples.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../worlds/worker-process.ts'
import { startWorld } from '../../worlds/world.ts'

killWorkersAfterFile()
const world = await startWorld()
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const { key } = owner
const script = new URL('../../worlds/fetch-worker.ts', import.meta.url)
const startWorker = () => startWorkerProcess(world.databaseUrl, world.dataDir, '', script)

const status = async (route: string) => (await world.call(route, { key })).status

/** A folder with more comments and files than fit into a batch, and a folder below it. */
async function fullFolder(): Promise<{ id: string; file: string }> {
  const [id, below] = [await newFolder(world, projectId, owner), await newFolder(world, projectId, owner)]
  await sql`update folders set parent_id = ${id}, parent_depth = 1 where id = ${below}`
  const file = await newFile(world, projectId, owner)
  await sql`update files set folder_id = ${below} where id = ${file}`
  await sql`
    insert into files (id, project_id, folder_id, name, mode, status, youtube_id, position, stack_id, stack_number)
    select 'FX' || md5(${id} || n), ${projectId}, ${id}, 'Link', 'YOUTUBE', 'UPLOADED', 'dQw4w9WgXcQ', n, 'FX' || md5(${id} || n), 1
    from generate_series(1, ${batchRows + 1}) n`
  await sql`
    insert into comments (id, project_id, file_id, author_id, content)
    select gen_random_uuid(), ${projectId}, ${file}, ${owner.userId}, 'Note ' || n from generate_series(1, ${batchRows + 1}) n`
  return { id, file }
}

const counts = async () =>
  (
    await sql<Record<string, number>>`
      select (select count(*)::integer from all_comments) as comments, (select count(*)::integer from all_files) as files,
        (select count(*)::integer from all_folders) as folders, (select count(*)::integer from all_versions) as versions,
        (select count(*)::integer from trash) as entries`
  )[0]!

/** Locks at which the job waits, in each table: comments and files are deleted in two batches, and the row is in the second. */
const places = {
  all_comments: `select from all_comments where id = (
    select id from all_comments where trash_id is not null order by ctid desc limit 1) for update`,
  all_files: `select from all_files where id = (
    select id from all_files where youtube_id is not null and trash_id is not null order by ctid desc limit 1) for update`,
  all_folders: 'select from all_folders where trash_id is not null for update',
  // Allows the job to mark the entry.
  trash: `select from trash where kind = 'FOLDER' for key share`,
}

for (const [table, place] of Object.entries(places)) {
  test(`kill -9 while rows of ${table} are deleted`, async (t) => {
    const kept = {
      file: await newFile(world, projectId, owner),
      version: await newVersion(world, projectId, owner),
    }
    await world.call(`POST /api/files/${kept.file}/comments`, { key, body: { content: 'Stays' } })
    const restorable = await newFile(world, projectId, owner)
    assert.equal(await status(`DELETE /api/files/${restorable}`), 204)
    const before = await counts()
    const folder = await fullFolder()
    const [object] = await sql<{ id: string }>`select object_id as id from files where id = ${folder.file}`
    assert.equal(await status(`DELETE /api/folders/${folder.id}?recursive=true`), 204)
    await sql`update trash set purge_at = now() where record_id = ${folder.id}`

    const holder = new pg.Client(world.databaseUrl)
    t.after(() => holder.end())
    await holder.connect()
    await holder.query('begin')
    await holder.query(place)
    const worker = await startWorker()
    // On a busy machine the worker's first run may fail; the next one comes a minute later.
    await until(() => isWaiting(`delete from ${table} it`), worker.output)
    await worker.kill()
    await holder.query('rollback')
    t.diagnostic(JSON.stringify(await counts()))

    assert.equal(await status(`POST /api/folders/${folder.id}/restore`), 404)
    const { body } = await world.call(`QUERY /api/projects/${projectId}/trash`, { key, body: {} })
    assert.ok(!JSON.stringify(body).includes(folder.id))
    for (const id of Object.values(kept)) {
      const path = id === kept.file ? 'files' : 'versions'
      assert.equal(await status(`GET /api/${path}/${id}`), 200)
    }

    // The backend of the killed worker may still be ending its statement.
    await until(async () => {
      await world.runJob(purgeTrash)
      return (await sql`select from trash where purged_at is not null`).length === 0
    })
    assert.deepEqual(await counts(), before)
    assert.equal(await status(`POST /api/files/${restorable}/restore`), 200)
    await sql`update objects set created_at = created_at - interval '2 days', stored_at = stored_at - interval '2 days'`
    await world.runJob(cleanStorage)
    assert.equal(await world.storage.stat(object!.id), undefined)
    const stored = (await Array.fromAsync(world.storage.objects())).map((each) => each.key).sort()
    const known = (await sql<{ id: string }>`select id from objects order by id`).map(({ id }) => id)
    assert.deepEqual(stored, known)
  })
}

/** Whether such a statement waits for a lock. */
async function isWaiting(text: string): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and position(${text} in query) > 0`
  return waiting.length > 0
}
