// Which of the readers of event streams may still read: their credentials and memberships are checked again and again.
import { effectiveRole, type ProjectRole } from '../core/access.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { notDestroyed } from '../records/project.ts'
import { liveCredential, type TokenHash } from './live-credentials.ts'

/** The current role of each reader, in their order; undefined for readers who have lost access. */
export async function currentRoles(
  sql: Sql,
  readers: readonly { hash: TokenHash; projectId: string }[],
): Promise<(ProjectRole | undefined)[]> {
  const hashes = readers.map(({ hash }) => hash)
  const projects = readers.map(({ projectId }) => projectId)
  const rows = await sql<{ place: number; role: ProjectRole | null }>`
    select reader.place, ${effectiveRole(fragment`(m.role = 'GUEST')`, fragment`credential.user_id`)} as role
    from unnest(${hashes}::bytea[], ${projects}::uuid[]) with ordinality as reader (hash, project_id, place)
    cross join lateral ${liveCredential(fragment`reader.hash`, 'projects:read')} credential
    join workspace_members m
      on m.workspace_id = credential.workspace_id and m.user_id = credential.user_id
    join projects p on p.id = reader.project_id and p.workspace_id = credential.workspace_id and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = credential.user_id`
  const roles: (ProjectRole | undefined)[] = readers.map(() => undefined)
  for (const { place, role } of rows) roles[place - 1] = role ?? undefined
  return roles
}
