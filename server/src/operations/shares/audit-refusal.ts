import { auditAttempt, type Client, type ShareRefusal, visitorActor } from '../../core/audit.ts'
import { fragment, type Sql } from '../../core/sql.ts'

/** Writes that somebody with the link of a share was not let in. Not awaited: the time would reveal that the share exists. */
export function auditRefusal(sql: Sql, client: Client, shareId: string, reason: ShareRefusal): void {
  void auditAttempt(sql, {
    action: 'share.refused',
    actor: visitorActor,
    client,
    from: fragment`(select s.id, s.name, p.id as project_id, p.workspace_id
      from shares s join projects p on p.id = s.project_id where s.id = ${shareId}) it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: 'SHARE', id: fragment`it.id::text`, name: fragment`it.name` },
    reason,
  }).catch(() => {})
}

/** SQL: why the share `s` of the project `p`, which is not open, has ended. */
export const endReason = fragment`(case when s.ended_at is null and s.expires_at <= now() then 'EXPIRED' else 'ENDED' end)`
