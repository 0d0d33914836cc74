import { auditStatement, type NewAuditEntry, noClient, serviceActor } from '../../core/audit.ts'
import { trashName } from '../../core/audit-targets.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { type Actor, trashEvent } from '../../events/resource-events.ts'

/** A person who deletes something for good is in the log by the operation. */
const expired: NewAuditEntry = {
  action: 'trash.purged',
  actor: serviceActor,
  client: noClient,
  from: fragment`purged it`,
  workspace: fragment`it.workspace_id`,
  project: fragment`it.project_id`,
  target: { kind: 'TRASH', id: fragment`it.id::text`, name: fragment`it.name` },
  details: fragment`jsonb_build_object('kind', it.kind, 'files', it.files, 'bytes', it.size)`,
}

/**
 * Deletes the entries `t` for which this SQL is true for good, and returns their number: from here on nobody can restore them,
 * and the job `purge-trash` deletes their records.
 */
export async function purgeEntries(sql: Sql, actor: Actor, which: Fragment): Promise<number> {
  const purged = await sql`
    with purged as (
      update trash t set purged_at = now() where ${which} and t.purged_at is null
      returning t.id, t.workspace_id, t.project_id, t.kind, t.record_id, t.files, t.size, ${verbatim(trashName)} as name
    ) ${actor === null ? fragment`, audited as (${auditStatement(expired)})` : nothing}, emitted as (${emit(trashEvent('trash.purged', actor, fragment`purged it`))})
    select id from purged`
  return purged.length
}
