import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { attachmentSamples } from '../../test/worlds/samples/attachments.ts'
import { newAttachment, newComment, newFile, newObject, newUpload } from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { newPrefixedId, newUuid } from '../core/ids.ts'
import type { Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import { cleanStorage } from './clean-storage.ts'
import { runPeriodicJob } from './periodic-job.ts'
import { purgeTrash } from './purge-trash.ts'

const world = await startWorld()
const { sql } = world.database
const logger = pino({ level: 'silent' })
const { id: projectId, owner } = await world.project()

/** The storage as it looks this many hours later. */
function later(hours: number, lastPart = hours): Storage {
  const earlier = (time: Date) => new Date(time.getTime() - hours * 3_600_000)
  return {
    ...world.storage,
    async stat(key) {
      const object = await world.storage.stat(key)
      return object && { ...object, modifiedAt: earlier(object.modifiedAt) }
    },
    async *objects() {
      for await (const { key, modifiedAt } of world.storage.objects()) {
        yield { key, modifiedAt: earlier(modifiedAt) }
      }
    },
    async *uploads() {
      for await (const { upload, startedAt } of world.storage.uploads()) {
        yield { upload, startedAt: earlier(startedAt) }
      }
    },
    async lastActivity(upload) {
      const last = await world.storage.lastActivity(upload)
      return last && new Date(last.getTime() - lastPart * 3_600_000)
    },
  }
}

async function age(hours: number): Promise<void> {
  await sql`update objects set created_at = now() - make_interval(hours => ${hours})`
  await sql`update objects set stored_at = created_at where stored_at is not null`
  await sql`update comment_attachments set created_at = now() - make_interval(hours => ${hours})`
}

/** Runs the job this many hours after everything was created and after the last parts arrived. */
async function cleanAfter(hours: number, through: Sql = sql, { lastPart = hours } = {}): Promise<void> {
  await age(hours)
  const database = { ...world.database, sql: through }
  const { space } = world
  const services = {
    ...{
      database,
      storage: later(hours, lastPart),
      space,
      changed: () => {},
      eventRetentionDays: 30,
      auditDays: 365,
    },
    ...{ logger, storagePlace: 'the storage' },
  }
  await runPeriodicJob(services, cleanStorage)
}

async function objectOf(fileId: string): Promise<string> {
  const [row] = await sql<{ id: string }>`select object_id as id from files where id = ${fileId}`
  return row!.id
}

async function isThere(objectId: string): Promise<[row: boolean, bytes: boolean]> {
  const rows = await sql`select from objects where id = ${objectId}`
  return [rows.length === 1, (await world.storage.stat(objectId)) !== undefined]
}

async function openUploads(): Promise<string[]> {
  const keys: string[] = []
  for await (const { upload } of world.storage.uploads()) keys.push(upload.key)
  return keys
}

async function exists(fileId: string): Promise<boolean> {
  return (await sql`select from files where id = ${fileId}`).length === 1
}

const day = 24
const week = 7 * day

test('files and attachments in use are not deleted, however old', async () => {
  const file = await newFile(world, projectId, owner)
  const attachment = await newAttachment(world, projectId, owner)
  const comment = await newComment(world, projectId, owner)
  await sql`update comment_attachments set comment_id = ${comment} where id = ${attachment}`
  await cleanAfter(100 * week)
  assert.deepEqual(await isThere(await objectOf(file)), [true, true])
  const [used] = await sql<{ id: string }>`
    select object_id as id from comment_attachments where id = ${attachment}`
  assert.deepEqual(await isThere(used!.id), [true, true])
})

test('an upload without a new part for 7 days is deleted with its file, parts and row', async () => {
  const file = await newUpload(world, projectId, owner)
  const object = await objectOf(file)
  await cleanAfter(week - 1)
  assert.deepEqual([await exists(file), await openUploads()], [true, [object]])
  await cleanAfter(week + 1)
  assert.deepEqual([await exists(file), await openUploads()], [false, []])
  assert.deepEqual(await isThere(object), [false, false])
})

test('an upload that takes longer than 7 days is not deleted while parts arrive', async () => {
  const file = await newUpload(world, projectId, owner)
  const object = await objectOf(file)
  await cleanAfter(6 * week, sql, { lastPart: week - 1 })
  assert.deepEqual([await exists(file), await openUploads()], [true, [object]])
  const { status } = await world.call(`POST /api/files/${file}/upload.resume`, { key: owner.key })
  assert.equal(status, 200)
  await sql`update objects set active_at = null where id = ${object}`
  await cleanAfter(6 * week, sql, { lastPart: week + 1 })
  assert.deepEqual([await exists(file), await openUploads()], [false, []])
})

test('an upload that was resumed less than 7 days ago is not deleted, even without a new part', async () => {
  const file = await newUpload(world, projectId, owner)
  await world.call(`POST /api/files/${file}/upload.resume`, { key: owner.key })
  await cleanAfter(2 * week)
  assert.deepEqual([await exists(file), await openUploads()], [true, [await objectOf(file)]])
  await sql`update objects set active_at = now() - make_interval(hours => ${week + 1}) where active_at is not null`
  await cleanAfter(2 * week)
  assert.deepEqual([await exists(file), await openUploads()], [false, []])
})

test('an attachment whose parts still arrive, or that was completed this week, is not deleted', async () => {
  const sample = await attachmentSamples.completeCommentAttachment!(world, projectId, owner)
  const id = sample.params.attachmentId!
  await cleanAfter(2 * week, sql, { lastPart: 1 })
  const done = await world.call(`POST /api/comment-attachments/${id}/upload.complete`, {
    key: owner.key,
    body: sample.fields,
  })
  assert.equal(done.status, 204, JSON.stringify(done.body))
  await age(2 * week)
  await sql`update objects set stored_at = now()`
  await world.runJob(cleanStorage)
  assert.equal((await sql`select from comment_attachments where id = ${id}`).length, 1)
})

test('a file whose bytes are stored but whose upload is not completed is not deleted', async () => {
  const file = await newFile(world, projectId, owner)
  await sql`update files set status = 'UPLOADING' where id = ${file}`
  await cleanAfter(week + 1)
  assert.deepEqual([await exists(file), await isThere(await objectOf(file))], [true, [true, true]])
})

test('an attachment that no comment uses is deleted after 7 days, with its bytes', async () => {
  const attachment = await newAttachment(world, projectId, owner)
  const [row] = await sql<{ id: string }>`
    select object_id as id from comment_attachments where id = ${attachment}`
  await cleanAfter(week - 1)
  assert.deepEqual(await isThere(row!.id), [true, true])
  await cleanAfter(week + 1)
  assert.deepEqual(await sql`select from comment_attachments where id = ${attachment}`, [])
  assert.deepEqual(await isThere(row!.id), [false, false])
})

test('objects of files in the trash stay; those of purged files, or of an aborted start, are deleted after 24 hours', async () => {
  const file = await newFile(world, projectId, owner)
  const upload = await newUpload(world, projectId, owner)
  const objects = [await objectOf(file), await objectOf(upload)]
  for (const id of [file, upload]) await world.call(`DELETE /api/files/${id}`, { key: owner.key })
  await cleanAfter(week - 1)
  assert.deepEqual(await Promise.all(objects.map(isThere)), [
    [true, true],
    [true, false],
  ])
  await sql`update trash set purge_at = now()`
  await world.runJob(purgeTrash)
  await cleanAfter(day - 1)
  assert.deepEqual(await Promise.all(objects.map(isThere)), [
    [true, true],
    [true, false],
  ])
  await cleanAfter(day + 1)
  assert.deepEqual(await Promise.all(objects.map(isThere)), [
    [false, false],
    [false, false],
  ])
  assert.deepEqual(await openUploads(), [])
})

test('an upload in the trash is purged after 7 days without a part, as outside of it', async () => {
  const upload = await newUpload(world, projectId, owner)
  await world.call(`DELETE /api/files/${upload}`, { key: owner.key })
  await cleanAfter(week - 1)
  assert.equal((await sql`select from trash where record_id = ${upload} and purged_at is null`).length, 1)
  await cleanAfter(week + 1)
  await world.runJob(purgeTrash)
  assert.deepEqual(await sql`select from all_files where id = ${upload}`, [])
  await cleanAfter(week + 1)
  assert.deepEqual(await openUploads(), [])
})

test('bytes without a row are deleted after 24 hours, except under names that Dailies does not use', async () => {
  const [lost, foreign] = [newUuid(), 'previews/a']
  for (const key of [lost, foreign]) await world.storage.write(key, Readable.from([Buffer.from('x')]))
  await cleanAfter(day - 1)
  assert.deepEqual(await isThere(lost), [false, true])
  await cleanAfter(day + 1)
  assert.deepEqual(await isThere(lost), [false, false])
  assert.ok(await world.storage.stat(foreign))
})

test('an upload that a crash left without a row is aborted after 7 days', async () => {
  const { key } = await world.storage.startUpload(newUuid())
  await cleanAfter(week - 1)
  assert.deepEqual(await openUploads(), [key])
  await cleanAfter(week + 1)
  assert.deepEqual(await openUploads(), [])
})

test('discarding a large object that was killed while it copied is aborted after 7 days', async () => {
  const { key } = await world.storage.startUpload(`trash/2026-11-01/${newUuid()}`)
  await cleanAfter(week - 1)
  assert.deepEqual(await openUploads(), [key])
  await cleanAfter(week + 1)
  assert.deepEqual(await openUploads(), [])
})

test('an object that is referenced between listing and deletion is not deleted', async () => {
  const object = await newObject(world)
  const id = newPrefixedId('FX')
  let raced = false
  await cleanAfter(week + 1, async (strings, ...values) => {
    if (strings[0]!.includes('delete from objects') && values[0] === object) {
      raced = true
      await sql`
        insert into files (id, project_id, name, mode, status, position, object_id, stack_id, stack_number)
        values (${id}, ${projectId}, 'late', 'LOCAL', 'UPLOADED', 1, ${object}, ${id}, 1)`
    }
    return sql(strings, ...values)
  })
  assert.ok(raced)
  assert.deepEqual(await isThere(object), [true, true])
})

test('a reference to an object that is being deleted waits, and is refused', async () => {
  const object = await newObject(world)
  const id = newPrefixedId('FX')
  let referring: Promise<string> | undefined
  await world.database.transaction(async (inside) => {
    await inside`delete from objects where id = ${object}`
    referring = sql`
      insert into files (id, project_id, name, mode, status, position, object_id, stack_id, stack_number)
      values (${id}, ${projectId}, 'late', 'LOCAL', 'UPLOADED', 1, ${object}, ${id}, 1)`.then(
      () => 'made',
      (error) => error.constraint,
    )
  })
  assert.equal(await referring, 'files_object_fkey')
})

test('many objects are deleted in several batches', async () => {
  await sql`
    insert into objects (id, upload_id, size, part_size, stored_at)
    select gen_random_uuid(), 'x', 1, 1, now() from generate_series(1, 1100)`
  await cleanAfter(day + 1)
  const [left] = await sql`
    select count(*) from objects o where not exists (select from all_files f where f.object_id = o.id)
      and not exists (select from comment_attachments a where a.object_id = o.id)`
  assert.equal(left!.count, 0)
})

test('objects in use are read in pages, so that no statement takes long', async () => {
  const file = await newFile(world, projectId, owner)
  await sql`
    with made as (
      insert into objects (id, upload_id, size, part_size, stored_at)
      select gen_random_uuid(), 'derived', 1, 1, now() from generate_series(1, 2100) returning id
    ), media as (insert into media (file_id, state) values (${file}, 'READY') on conflict do nothing)
    insert into media_derivatives (file_id, name, step, object_id) select ${file}, id || '.webp', 'pictures', id from made`
  const between = await newObject(world)
  let pages = 0
  await cleanAfter(day + 1, (strings, ...values) => {
    if (strings[0]!.includes('from objects where id >')) pages++
    return sql(strings, ...values)
  })
  assert.ok(pages >= 3, String(pages))
  assert.deepEqual(await isThere(between), [false, false])
  const [left] = await sql`select count(*) from media_derivatives where file_id = ${file}`
  assert.equal(left!.count, 2100)
})
