// Workspaces, accounts and API keys: what the first start, the admin CLI and tests make before anyone can call.
import { hashToken, newApiKey } from '../auth/api-keys.ts'
import type { Scope, WorkspaceRole } from '../core/access.ts'
import { newUuid } from '../core/ids.ts'
import type { Database } from '../core/sql.ts'

export async function createWorkspace(
  database: Database,
  workspace: { name: string },
): Promise<{ id: string }> {
  const id = newUuid()
  await database.sql`insert into workspaces (id, name) values (${id}, ${workspace.name})`
  return { id }
}

export type NewUser = { workspaceId: string; email: string; name: string; role: WorkspaceRole }

/** An account with that e-mail address that exists already is added to the workspace as it is. */
export function createUser(database: Database, user: NewUser): Promise<{ id: string }> {
  return database.transaction(async (sql) => {
    await sql`
      insert into users (id, email, name) values (${newUuid()}, ${user.email}, ${user.name})
      on conflict (lower(email)) do nothing`
    const [account] = await sql<{
      id: string
    }>`select id from users where lower(email) = lower(${user.email})`
    await sql`
      insert into workspace_members (id, workspace_id, user_id, role)
      values (${newUuid()}, ${user.workspaceId}, ${account!.id}, ${user.role})
      on conflict on constraint workspace_members_user_key do update set role = excluded.role`
    return account!
  })
}

export type NewKey = {
  workspaceId: string
  userId: string
  name: string
  scopes: readonly Scope[]
  expiresInSeconds?: number | undefined
}

/** The only time that the key itself is seen. */
export async function createKey(database: Database, key: NewKey): Promise<{ id: string; key: string }> {
  const id = newUuid()
  const token = newApiKey()
  await database.sql`
    insert into api_keys (id, workspace_id, user_id, name, hash, scopes, expires_at)
    values (${id}, ${key.workspaceId}, ${key.userId}, ${key.name}, ${hashToken(token)}, ${key.scopes},
      now() + make_interval(secs => ${key.expiresInSeconds ?? null}))`
  return { id, key: token }
}

/** Tells whether there was such a key to revoke. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  const rows = await database.sql`
    update api_keys set revoked_at = now() where id = ${id} and revoked_at is null returning id`
  return rows.length > 0
}
