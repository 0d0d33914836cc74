import type { Sql } from '../../core/sql.ts'
import type { Uses } from './check-profile.ts'

/** How often each check profile is chosen in the workspace; only built-in ones have no row that counts it. */
export async function readBuiltInUses(sql: Sql, workspaceId: string): Promise<(id: string) => Uses> {
  const rows = await sql<Uses & { id: string }>`
    select s.profile_id as id, bool_or(s.project_id is null) as workspace, count(s.project_id)::integer as projects
    from check_settings s where s.workspace_id = ${workspaceId} and s.profile_id is not null group by s.profile_id`
  const uses = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (id) => uses.get(id) ?? { workspace: false, projects: 0 }
}
