// Counts what is stored and generated (decision 99). An object is counted when this job learns what it belongs to; from then on
// triggers record each change. The changes are added to the totals here.
import { type Sql, verbatim } from '../core/sql.ts'
import { batchRows } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Batches per run: a shutdown waits for a run. */
const batches = 100
const nobody = '00000000-0000-0000-0000-000000000000'

export const countStorage: PeriodicJob = {
  name: 'count-storage',
  everySeconds: 10,
  // The job's own transaction only holds its lock: each batch is committed by itself.
  async run(_sql, { database: { sql } }) {
    await countObjects(sql)
    for (let i = 0; i < batches && (await addStorage(sql)) === batchRows; i++);
    for (let i = 0; i < batches && (await addGenerations(sql)) === batchRows; i++);
  },
}

/**
 * An upload has no owner until its file is inserted, a moment later, and none if the server crashes in between. Such an object
 * counts for its workspace until the clean-up removes it.
 */
async function countObjects(sql: Sql): Promise<void> {
  let last: string | undefined = nobody
  for (let i = 0; i < batches && last !== undefined; i++) {
    const [batch]: { last: string | null; read: number }[] = await sql`
      with batch as materialized (
        select o.id, o.created_at from objects o where o.kind is null and o.orphaned_at is null and o.id > ${last}
        order by o.id limit ${verbatim(String(batchRows))}
      ), counted as (
        update objects o set kind = coalesce(owner.kind, 'ORIGINAL'), project_id = owner.project_id,
          workspace_id = coalesce(o.workspace_id, owner.workspace_id),
          uploader_id = coalesce(o.uploader_id, owner.user_id),
          -- The file may be moved to the trash while this statement waits for the row.
          trashed = o.trashed or coalesce(owner.trashed, false)
        from batch left join lateral (
          select w.kind, w.project_id, w.workspace_id, w.user_id, w.trashed from object_owners w
          where w.object_id = batch.id limit 1
        ) owner on true
        where o.id = batch.id and o.kind is null
          and (owner.kind is not null or batch.created_at < now() - interval '1 hour')
      )
      select max(id::text) as last, count(*)::integer as read from batch`
    last = batch!.read === batchRows ? batch!.last! : undefined
  }
}

async function addStorage(sql: Sql): Promise<number> {
  const [row] = await sql<{ read: number }>`
    with taken as (
      delete from storage_changes where position = any (array(
        select c.position from storage_changes c order by c.position limit ${verbatim(String(batchRows))}))
      returning workspace_id, project_id, user_id, kind, trashed, bytes, objects
    ), summed as (
      select t.workspace_id, s.scope, coalesce(s.id, ${nobody}::uuid) as scope_id, t.kind, t.trashed,
        sum(t.bytes)::bigint as bytes, sum(t.objects)::bigint as objects
      from taken t cross join lateral (
        values ('WORKSPACE', t.workspace_id), ('PROJECT', t.project_id), ('PERSON', t.user_id)
      ) as s (scope, id)
      group by 1, 2, 3, 4, 5
    ), added as (
      insert into storage_totals as t (workspace_id, scope, scope_id, kind, trashed, bytes, objects)
      select workspace_id, scope, scope_id, kind, trashed, bytes, objects from summed
      on conflict on constraint storage_totals_pkey do update
        set bytes = t.bytes + excluded.bytes, objects = t.objects + excluded.objects
    )
    select count(*)::integer as read from taken`
  return row!.read
}

async function addGenerations(sql: Sql): Promise<number> {
  const [row] = await sql<{ read: number }>`
    with taken as (
      delete from generation_changes where position = any (array(
        select c.position from generation_changes c order by c.position limit ${verbatim(String(batchRows))}))
      returning workspace_id, month, provider, outcome
    ), added as (
      insert into generation_totals as t (workspace_id, month, provider, outcome, count)
      select workspace_id, month, provider, outcome, count(*) from taken group by 1, 2, 3, 4
      on conflict on constraint generation_totals_pkey do update set count = t.count + excluded.count
    )
    select count(*)::integer as read from taken`
  return row!.read
}
