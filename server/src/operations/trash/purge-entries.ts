import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { type Actor, trashEvent } from '../../events/resource-events.ts'

/**
 * Deletes the entries `t` for which this SQL is true for good, and returns their number: from here on nobody can restore them,
 * and the job `purge-trash` deletes their records.
 */
export async function purgeEntries(sql: Sql, actor: Actor, which: Fragment): Promise<number> {
  const purged = await sql`
    with purged as (
      update trash t set purged_at = now() where ${which} and t.purged_at is null
      returning t.id, t.workspace_id, t.project_id, t.kind, t.record_id
    ), emitted as (${emit(trashEvent('trash.purged', actor, fragment`purged it`))})
    select id from purged`
  return purged.length
}
