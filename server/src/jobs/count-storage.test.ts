import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newAttachment, newFile, newGenerationAttachment } from '../../test/worlds/samples.ts'
import { type Person, startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { countStorage } from './count-storage.ts'

const world = await startWorld()
const { sql } = world.database

type Sum = {
  scope: string
  id: string | null
  kind: string
  trashed: boolean
  bytes: number
  objects: number
}

/** The sums of the objects themselves. */
function counted(workspaceId: string): Promise<Sum[]> {
  return sql<Sum>`
    select s.scope, s.id, o.kind, o.trashed, sum(o.size)::bigint as bytes, count(*) as objects
    from objects o cross join lateral (
      values ('PERSON', o.uploader_id), ('PROJECT', o.project_id), ('WORKSPACE', o.workspace_id)) as s (scope, id)
    where o.workspace_id = ${workspaceId} and o.kind is not null and o.orphaned_at is null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`
}

/** The sums of the totals and of the changes since. */
function summed(workspaceId: string): Promise<Sum[]> {
  return sql<Sum>`
    select scope, nullif(id, '00000000-0000-0000-0000-000000000000') as id, kind, trashed, sum(bytes)::bigint as bytes,
      sum(objects)::bigint as objects
    from (
      select scope, scope_id as id, kind, trashed, bytes, objects from storage_totals where workspace_id = ${workspaceId}
      union all
      select s.scope, coalesce(s.id, '00000000-0000-0000-0000-000000000000'), c.kind, c.trashed, c.bytes, c.objects
      from storage_changes c cross join lateral (
        values ('PERSON', c.user_id), ('PROJECT', c.project_id), ('WORKSPACE', c.workspace_id)) as s (scope, id)
      where c.workspace_id = ${workspaceId}
    ) all_of_them
    group by 1, 2, 3, 4 having sum(objects) <> 0 or sum(bytes) <> 0 order by 1, 2, 3, 4`
}

async function newDerivative(fileId: string, size: number): Promise<string> {
  const id = newUuid()
  await sql`
    insert into media (file_id, state) values (${fileId}, 'READY') on conflict on constraint media_pkey do nothing`
  await sql`
    insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
    values (${id}, 'derived', ${size}, ${size}, 'image/webp', now())`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id) values (${fileId}, ${`${id}.webp`}, 'test', ${id})`
  return id
}

test('an original, attachments and previews are counted for their project and person', async () => {
  const { id: projectId, owner } = await world.project()
  const file = await newFile(world, projectId, owner)
  await newAttachment(world, projectId, owner)
  await newGenerationAttachment(world, projectId, owner)
  await newDerivative(file, 700)
  await world.runJob(countStorage)
  const rows = await sql<{ scope: string; kind: string; bytes: number; objects: number }>`
    select scope, kind, bytes, objects from storage_totals
    where scope_id in (${projectId}, ${owner.userId}) order by scope, kind`
  assert.deepEqual(
    rows.map(({ scope, kind, bytes, objects }) => `${scope} ${kind} ${bytes} ${objects}`),
    [
      'PERSON ATTACHMENT 10 2',
      'PERSON DERIVATIVE 700 1',
      'PERSON ORIGINAL 5 1',
      'PROJECT ATTACHMENT 10 2',
      'PROJECT DERIVATIVE 700 1',
      'PROJECT ORIGINAL 5 1',
    ],
  )
  await sql`delete from files where id = ${file}`
  const left = await sql`
    select sum(bytes)::integer as bytes from (
      select bytes from storage_totals where scope_id = ${projectId}
      union all select bytes from storage_changes where project_id = ${projectId}) rows`
  assert.deepEqual(left, [{ bytes: 10 }])
})

test('an upload is counted for its project when its file is there, and for its workspace after an hour without one', async () => {
  const workspaceId = await world.workspace()
  const id = newUuid()
  const { userId } = await world.person({ workspaceId })
  await sql`
    insert into objects (id, upload_id, size, part_size, workspace_id, uploader_id)
    values (${id}, 'x', 9, 9, ${workspaceId}, ${userId})`
  await world.runJob(countStorage)
  assert.deepEqual(await sql`select kind from objects where id = ${id}`, [{ kind: null }])
  assert.deepEqual(await sql`select stored_bytes(${workspaceId}, null) as bytes`, [{ bytes: 9 }])
  await sql`update objects set created_at = now() - interval '2 hours' where id = ${id}`
  await world.runJob(countStorage)
  assert.deepEqual(await sql`select kind, project_id from objects where id = ${id}`, [
    { kind: 'ORIGINAL', project_id: null },
  ])
  assert.deepEqual(await sql`select stored_bytes(${workspaceId}, ${userId}) as bytes`, [{ bytes: 9 }])
})

type Step =
  | { do: 'upload' | 'attach' | 'count'; size: number }
  | {
      do: 'derive' | 'orphan' | 'unorphan' | 'grow' | 'remove' | 'trash' | 'restore'
      at: number
      size: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('upload', 'attach', 'count'), size: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({
    do: fc.constantFrom('derive', 'orphan', 'unorphan', 'grow', 'remove', 'trash', 'restore'),
    at: fc.nat(20),
    size: fc.integer({ min: 1, max: 1_000 }),
  }),
)

type Place = { projectId: string; owner: Person; files: string[] }

/** Changes of objects in any order, as operations, the clean-up and the media worker make them. */
async function apply({ projectId, owner, files }: Place, one: Step): Promise<void> {
  if (one.do === 'upload') files.push(await newFile(world, projectId, owner))
  if (one.do === 'attach') await newAttachment(world, projectId, owner)
  if (one.do === 'count') await world.runJob(countStorage)
  if (!('at' in one)) return
  const file = files[one.at % Math.max(1, files.length)]
  if (file === undefined) return
  if (one.do === 'derive') await newDerivative(file, one.size)
  if (one.do === 'grow')
    await sql`
      update objects set size = ${one.size} where id in (select object_id from media_derivatives where file_id = ${file})`
  if (one.do === 'trash' || one.do === 'restore')
    await sql`
      update objects set trashed = ${one.do === 'trash'} where id in (
        select object_id from files where id = ${file}
        union all select object_id from media_derivatives where file_id = ${file})`
  if (one.do === 'orphan') await sql`delete from media_derivatives where file_id = ${file}`
  if (one.do === 'orphan' || one.do === 'unorphan')
    await sql`
      update objects set orphaned_at = case when ${one.do === 'orphan'} then now() end
      where id = (select object_id from files where id = ${file})`
  if (one.do === 'remove') {
    await sql`delete from files where id = ${file}`
    await sql`
      delete from objects o where o.orphaned_at is not null
        and not exists (select from files f where f.object_id = o.id)
        and not exists (select from media_derivatives d where d.object_id = o.id)`
    files.splice(files.indexOf(file), 1)
  }
}

test('any sequence of changes: the totals and the objects agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const owner = await world.person()
      const { id: projectId } = await world.project({ owner })
      const place: Place = { projectId, owner, files: [] }
      for (const one of steps) await apply(place, one)
      assert.deepEqual(await summed(world.workspaceId), await counted(world.workspaceId))
      await world.runJob(countStorage)
      assert.deepEqual(await summed(world.workspaceId), await counted(world.workspaceId))
      assert.deepEqual(await sql`select from storage_changes`, [])
    }),
    { numRuns: 25 },
  )
})

test('three nodes that run the job while files are uploaded and deleted count everything once', async () => {
  const owner = await world.person()
  const { id: projectId } = await world.project({ owner })
  const files = await Promise.all(Array.from({ length: 20 }, () => newFile(world, projectId, owner)))
  await Promise.all([
    ...[1, 2, 3].map(() => world.runJob(countStorage)),
    ...files.slice(0, 10).map((id) => sql`delete from files where id = ${id}`),
    ...Array.from({ length: 10 }, () => newFile(world, projectId, owner)),
  ])
  await world.runJob(countStorage)
  assert.deepEqual(await summed(world.workspaceId), await counted(world.workspaceId))
  const [row] = await sql`
    select bytes, objects from storage_totals where scope = 'PROJECT' and scope_id = ${projectId} and kind = 'ORIGINAL'`
  assert.deepEqual(row, { bytes: 100, objects: 20 })
})
