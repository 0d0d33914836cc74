import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  newAttachment,
  newComment,
  newFile,
  newFolder,
  newGenerationAttachment,
  newObject,
  newUpload,
} from '../../test/worlds/samples.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { freeSpace } from './free-space.ts'
import { purgeProjects } from './purge-projects.ts'
import { purgeTrash } from './purge-trash.ts'

const MiB = 2 ** 20
/**
 * Between the reserve and twice the reserve: files can still be written, and deletions free space at once.
 */
const world = await startWorld({
  env: { DISK_RESERVE_MB: '100' },
  statFs: async () => ({ bavail: 150, blocks: 1_000, bsize: MiB }),
})
const { sql } = world.database
const { id: projectId, owner } = await world.project()

async function objectsOf(table: string, ids: string[]): Promise<string[]> {
  const rows = await {
    files: sql<{ id: string }>`select object_id as id from files where id = any(${ids})`,
    comments: sql<{ id: string }>`select object_id as id from comment_attachments where id = any(${ids})`,
    generation: sql<{
      id: string
    }>`select object_id as id from generation_attachments where id = any(${ids})`,
  }[table as 'files']
  return rows.map(({ id }) => id)
}

async function isThere(objectId: string): Promise<[row: boolean, bytes: boolean]> {
  const rows = await sql`select from objects where id = ${objectId}`
  return [rows.length === 1, (await world.storage.stat(objectId)) !== undefined]
}

const session = await world.session(owner.userId)

async function remove(path: string): Promise<void> {
  assert.equal((await world.call(`DELETE /api/${path}`, { key: session })).status, 204)
}

/** Deletes for good: what is in the trash keeps its bytes. */
async function purge(path: string): Promise<void> {
  await remove(`${path}${path.includes('?') ? '&' : '?'}permanent=true`)
  await world.runJob(purgeTrash)
}

type Deletion = { objects: string[]; run(): Promise<unknown> }

const deletions: Record<string, () => Promise<Deletion>> = {
  'a file': async () => {
    const id = await newFile(world, projectId, owner)
    return { objects: await objectsOf('files', [id]), run: () => purge(`files/${id}`) }
  },
  'a file that is being uploaded': async () => {
    const id = await newUpload(world, projectId, owner)
    return { objects: await objectsOf('files', [id]), run: () => purge(`files/${id}`) }
  },
  'a file with previews': async () => {
    const id = await newFile(world, projectId, owner)
    const preview = await newObject(world)
    await sql`insert into media (file_id, state) values (${id}, 'READY')`
    await sql`
      insert into media_derivatives (file_id, name, step, object_id)
      values (${id}, 'thumbnail.webp', 'thumbnail', ${preview})`
    return { objects: [preview, ...(await objectsOf('files', [id]))], run: () => purge(`files/${id}`) }
  },
  'a folder with files': async () => {
    const folder = await newFolder(world, projectId, owner)
    const ids = [await newFile(world, projectId, owner), await newFile(world, projectId, owner)]
    await sql`update files set folder_id = ${folder} where id = any(${ids})`
    return { objects: await objectsOf('files', ids), run: () => purge(`folders/${folder}?recursive=true`) }
  },
  'an attachment that no comment uses': async () => {
    const id = await newAttachment(world, projectId, owner)
    return { objects: await objectsOf('comments', [id]), run: () => remove(`comment-attachments/${id}`) }
  },
  'a comment with an attachment': async () => {
    const id = await newAttachment(world, projectId, owner)
    const comment = await newComment(world, projectId, owner)
    await sql`update comment_attachments set comment_id = ${comment}, position = 0 where id = ${id}`
    return { objects: await objectsOf('comments', [id]), run: () => purge(`comments/${comment}`) }
  },
  'a project whose scheduled deletion is due': async () => {
    const project = await world.project({ owner })
    const file = await newFile(world, project.id, owner)
    const reference = await newGenerationAttachment(world, project.id, owner)
    const objects = [...(await objectsOf('files', [file])), ...(await objectsOf('generation', [reference]))]
    await sql`update projects set destroyed_at = now() where id = ${project.id}`
    return { objects, run: () => world.runJob(purgeProjects) }
  },
}

for (const [what, prepare] of Object.entries(deletions)) {
  test(`while space is short, deleting ${what} for good removes rows and bytes at once`, async () => {
    const { objects, run } = await prepare()
    assert.ok(objects.length > 0)
    await world.runJob(freeSpace)
    assert.ok((await Promise.all(objects.map(isThere))).every(([row]) => row))
    await run()
    await world.runJob(freeSpace)
    assert.deepEqual(
      await Promise.all(objects.map(isThere)),
      objects.map(() => [false, false]),
    )
    for await (const { upload } of world.storage.uploads()) assert.ok(!objects.includes(upload.key))
  })
}

test('an unreferenced object whose upload is just starting is not deleted', async () => {
  const object = await newObject(world)
  await world.runJob(freeSpace)
  assert.deepEqual(await isThere(object), [true, true])
})

test('an object that another row references is not deleted', async () => {
  const [remaining, deleted] = [
    await newFile(world, projectId, owner),
    await newFile(world, projectId, owner),
  ]
  const [object] = await objectsOf('files', [remaining])
  await sql`update files set object_id = ${object} where id = ${deleted}`
  await purge(`files/${deleted}`)
  await world.runJob(freeSpace)
  assert.deepEqual(await isThere(object!), [true, true])
})

test('with enough space, the bytes of a deleted file stay until the daily clean-up', async () => {
  const roomy = await startWorld()
  const project = await roomy.project()
  const file = await newFile(roomy, project.id, project.owner)
  const [row] = await roomy.database.sql<{ id: string }>`select object_id as id from files where id = ${file}`
  await roomy.call(`DELETE /api/files/${file}`, { key: project.owner.key })
  await roomy.runJob(freeSpace)
  assert.ok(await roomy.storage.stat(row!.id))
})

test('every table that references objects marks those that a deletion orphans', async () => {
  const tables = await sql<{ name: string; marks: boolean }>`
    select r.conrelid::regclass::text as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = r.conrelid and p.prosrc like '%set orphaned_at = now()%') as marks
    from pg_constraint r
    -- A row that is deleted with its object does not keep it.
    where r.contype = 'f' and r.confrelid = 'objects'::regclass and r.confdeltype <> 'c' order by 1`
  assert.ok(tables.length >= 4)
  assert.deepEqual(
    tables.filter(({ marks }) => !marks),
    [],
  )
})

test('while space is short, a file in the trash keeps its bytes', async () => {
  const id = await newFile(world, projectId, owner)
  const [object] = await objectsOf('files', [id])
  await remove(`files/${id}`)
  await world.runJob(freeSpace)
  assert.deepEqual(await isThere(object!), [true, true])
})
