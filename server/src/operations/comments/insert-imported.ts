// Inserts the comments of an import in one statement.
import type { Caller } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { commentEvent } from '../../events/resource-events.ts'
import type { ImportFormat } from '../../records/marker-import/formats.ts'
import type { PlannedMarker } from './plan-import.ts'

/** The ids of the new comments by the keys of their markers. Markers that another caller imports at the same time are left out. */
export async function insertImported(
  sql: Sql,
  access: Fragment,
  caller: Caller,
  fileId: string,
  format: ImportFormat,
  markers: readonly PlannedMarker[],
): Promise<Map<string, string>> {
  const rows = markers
    .filter(({ state }) => state === 'NEW')
    .map(({ timecode: _, shortened: _shortened, state: _state, length: _length, ...marker }, n) => ({
      ...marker,
      id: newUuid(),
      n,
    }))
  if (rows.length === 0) return new Map()
  const created = await sql<{ id: string; key: string }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, n integer, key text, content text,
        author text, anchor bigint, duration bigint, frame bigint, annotation jsonb, resolved boolean)
    ), claimed as (
      -- Claimed in one order, so that two imports of a file cannot deadlock.
      insert into comment_imports (comment_id, file_id, key, author, format)
      select g.id, ${fileId}, g.key, g.author, ${format} from given g order by g.key
      on conflict on constraint comment_imports_key do nothing returning comment_id, key
    ), created as (
      insert into comments (id, project_id, file_id, author_id, agent, content, anchor, duration, frame, annotation,
        resolved_at, resolved_by, created_at, updated_at)
      select g.id, access.project_id, ${fileId}, access.user_id, ${caller.agent}, g.content, g.anchor, g.duration,
        g.frame, g.annotation, case when g.resolved then at.now end,
        case when g.resolved then access.user_id end, at.now, at.now
      from ${access} cross join (select clock_timestamp() as now) clock
      join given g on true join claimed on claimed.comment_id = g.id
      -- In the order of the timeline, also in lists by time.
      cross join lateral (select clock.now + g.n * interval '1 microsecond' as now) at
      order by g.n
      returning id, project_id, file_id, parent_id
    ), emitted as (${emit(commentEvent('comment.created', caller, fragment`created it`))})
    select created.id, claimed.key from created join claimed on claimed.comment_id = created.id`
  return new Map(created.map(({ key, id }) => [key, id]))
}
