import {
  adminActor,
  auditStatement,
  type NewAuditEntry,
  noClient,
  userTarget,
  workspacesOf,
} from '../core/audit.ts'
import { type AuditSource, findTargets, targetKind } from '../core/audit-targets.ts'
import { fragment, type Sql } from '../core/sql.ts'
import type { Command, Context, Result } from './command.ts'

/** Writes the entry of a command that succeeded. The command is done, so a failure of the log is only a warning. */
export async function auditCommand(
  { database: { sql }, warn }: Context,
  command: Command,
  values: Record<string, unknown>,
  result: Result,
): Promise<void> {
  const concern = command.concerns(values, result)
  if (concern === null) return
  try {
    const rows = concern === 'all' ? allWorkspaces : await rowsOf(sql, concern)
    // The values of a command for the whole server, such as paths, are no concern of its workspaces.
    const options = Object.entries(values).map(([name, value]) =>
      concern === 'all' || value === true ? `--${name}` : `--${name} ${value}`,
    )
    const details = { command: command.name, options }
    await sql`${auditStatement({ action: 'admin.command', actor: adminActor, client: noClient, ...rows, details })}`
  } catch (error) {
    warn(`The command is done, but the audit log has no entry of it: ${(error as Error).message}`)
  }
}

type Rows = Pick<NewAuditEntry, 'from' | 'workspace' | 'project' | 'target'>

const allWorkspaces: Rows = { from: fragment`workspaces it`, workspace: fragment`it.id` }

async function rowsOf(sql: Sql, { of, id }: { of: AuditSource; id: string }): Promise<Rows> {
  if (of === 'user') return { ...workspacesOf(id), target: userTarget(id) }
  const [found] = await findTargets(sql, of, [id])
  if (!found) return { from: fragment`workspaces it where false`, workspace: fragment`it.id` }
  return {
    from: fragment`(select ${found.workspaceId}::uuid as workspace_id) it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`${found.projectId}::uuid`,
    target: { kind: targetKind(of), id: fragment`${found.id}::text`, name: fragment`${found.name}::text` },
  }
}
