// Reads entries of the audit log, as tests compare them.
import type { AuditAction } from '../../src/core/audit-actions.ts'
import type { World } from '../worlds/world.ts'
import { until } from './until.ts'

export type StoredEntry = {
  workspaceId: string
  action: AuditAction
  credential: string
  actorId: string | null
  actorName: string | null
  connectionId: string | null
  connectionName: string | null
  agent: boolean
  targetKind: string | null
  targetId: string | null
  targetName: string | null
  projectId: string | null
  projectName: string | null
  address: string | null
  userAgent: string | null
  details: Record<string, unknown>
}

/** Returns a function that reads the entries since its last call, oldest first. */
export async function collectEntries({ database: { sql } }: World): Promise<() => Promise<StoredEntry[]>> {
  const seen = new Set<string>()
  const read = async () => {
    const rows = await sql<StoredEntry & { id: string }>`
      select id, workspace_id as "workspaceId", action, credential, actor_id as "actorId", actor_name as "actorName",
        connection_id as "connectionId", connection_name as "connectionName", agent, target_kind as "targetKind",
        target_id as "targetId", target_name as "targetName", project_id as "projectId", project_name as "projectName",
        address, user_agent as "userAgent", details
      from audit_entries order by created_at, id`
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map(({ id: _, ...entry }) => entry)
  }
  await read()
  return read
}

/** Reads until there are entries: those about refusals are not awaited by the request that causes them. */
export function untilWritten(read: () => Promise<StoredEntry[]>): Promise<StoredEntry[]> {
  return until(async () => {
    const entries = await read()
    return entries.length > 0 && entries
  })
}
