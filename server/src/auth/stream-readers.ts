// Which of the readers of event streams may still read: their credentials and memberships are checked again and again.
import { effectiveRole, type ProjectRole, type Scope } from '../core/access.ts'
import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { notDestroyed } from '../records/project.ts'

/** The current role of each reader, in their order; undefined for readers who have lost access. */
export async function currentRoles(
  sql: Sql,
  readers: readonly { hash: TokenHash; projectId: string; scope: Scope }[],
): Promise<(ProjectRole | undefined)[]> {
  const hashes = readers.map(({ hash }) => hash)
  const projects = readers.map(({ projectId }) => projectId)
  const scopes = readers.map(({ scope }) => scope)
  const rows = await sql<{ place: number; role: ProjectRole | null }>`
    select reader.place, ${effectiveRole(fragment`(m.role = 'GUEST')`, fragment`credential.user_id`)} as role
    from unnest(${hashes}::bytea[], ${projects}::uuid[], ${scopes}::text[])
      with ordinality as reader (hash, project_id, scope, place)
    cross join lateral ${liveCredential(fragment`reader.hash`, fragment`reader.scope`)} credential
    join workspace_members m
      on m.workspace_id = credential.workspace_id and m.user_id = credential.user_id
    join projects p on p.id = reader.project_id and p.workspace_id = credential.workspace_id and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = credential.user_id`
  const roles: (ProjectRole | undefined)[] = readers.map(() => undefined)
  for (const { place, role } of rows) roles[place - 1] = role ?? undefined
  return roles
}

/** Whether each credential is valid, and its person a member of the workspace, in their order. */
export async function areValid(
  sql: Sql,
  readers: readonly { hash: TokenHash; workspaceId: string }[],
): Promise<boolean[]> {
  const hashes = readers.map(({ hash }) => hash)
  const workspaces = readers.map(({ workspaceId }) => workspaceId)
  const rows = await sql<{ place: number }>`
    select reader.place
    from unnest(${hashes}::bytea[], ${workspaces}::uuid[]) with ordinality as reader (hash, workspace_id, place)
    cross join lateral ${liveCredential(fragment`reader.hash`, fragment`'projects:read'`)} credential
    join workspace_members m on m.workspace_id = credential.workspace_id and m.user_id = credential.user_id
    where credential.workspace_id = reader.workspace_id`
  const valid = readers.map(() => false)
  for (const { place } of rows) valid[place - 1] = true
  return valid
}

/** SHA-256 of a token, as `hashToken` makes it. */
type TokenHash = Buffer

/**
 * SQL to join laterally: user_id and workspace_id of the credential whose token has this hash, while it is valid and has
 * the scope. Tokens of different kinds cannot have the same hash.
 */
function liveCredential(hash: Fragment, scope: Fragment): Fragment {
  return fragment`(
    select k.user_id, k.workspace_id from api_keys k
    where k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and ${scope} = any(k.scopes)
    union all
    select s.user_id, s.workspace_id from sessions s
    where s.hash = ${hash} and s.expires_at > now() and (s.scopes is null or ${scope} = any(s.scopes))
    union all
    select g.user_id, g.workspace_id from oauth_artifacts t join oauth_grants g on g.id = t.grant_id
    where t.hash = ${hash} and t.model = 'AccessToken' and t.expires_at > now()
      and ${scope} = any(string_to_array(t.payload->>'scope', ' ')) and ${scope} = any(g.scopes)
  )`
}
