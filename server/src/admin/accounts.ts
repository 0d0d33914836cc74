// Workspaces, accounts and API keys, as the first start, the admin CLI and tests create them.
import { hashToken, newApiKey } from '../auth/api-keys.ts'
import { proveAddress, releaseClaims } from '../auth/proven-addresses.ts'
import type { Scope, WorkspaceRole } from '../core/access.ts'
import { newUuid } from '../core/ids.ts'
import { type Database, fragment, type Sql } from '../core/sql.ts'

export async function createWorkspace(
  database: Database,
  workspace: { name: string },
): Promise<{ id: string }> {
  const id = newUuid()
  await database.sql`insert into workspaces (id, name) values (${id}, ${workspace.name})`
  return { id }
}

export type WorkspaceEntry = { id: string; name: string; createdAt: string; members: number }

export function listWorkspaces(database: Database): Promise<WorkspaceEntry[]> {
  return database.sql<WorkspaceEntry>`
    select w.id, w.name, w.created_at as "createdAt",
      (select count(*) from workspace_members m where m.workspace_id = w.id) as members
    from workspaces w order by w.id`
}

export async function workspaceExists(database: Database, id: string): Promise<boolean> {
  const rows = await database.sql`select id from workspaces where id = ${id}`
  return rows.length > 0
}

export type NewUser = { workspaceId: string; email: string; name: string; role: WorkspaceRole }

/** An account already has this address, and neither `existing` nor `new` was given. */
export class AddressTakenError extends Error {
  readonly userId: string
  /** Whether that account has proven the address. */
  readonly proven: boolean
  constructor(userId: string, proven: boolean) {
    super(`the account ${userId} has this address`)
    this.userId = userId
    this.proven = proven
  }
}

/**
 * Creates an account with a proven address: the operator vouches for it. `existing`: adds the account that has proven
 * the address, or gives it the role. `new`: takes the address from an account that has not proven it.
 */
export function createUser(
  database: Database,
  user: NewUser,
  held?: 'existing' | 'new',
): Promise<{ id: string; created: boolean }> {
  return database.transaction(async (sql) => {
    if (held === 'new') await releaseClaims(sql, user.email)
    const [made] = await sql<{ id: string }>`
      insert into users (id, email, name, email_proven_at) values (${newUuid()}, ${user.email}, ${user.name}, now())
      on conflict (lower(email)) do nothing
      returning id`
    const id = made?.id ?? (await existingAccount(sql, user.email, held === 'existing'))
    await sql`
      insert into workspace_members (id, workspace_id, user_id, role)
      values (${newUuid()}, ${user.workspaceId}, ${id}, ${user.role})
      on conflict on constraint workspace_members_user_key do update set role = excluded.role`
    return { id, created: made !== undefined }
  })
}

async function existingAccount(sql: Sql, email: string, wanted: boolean): Promise<string> {
  const [account] = await sql<{ id: string; proven: boolean }>`
    select id, email_proven_at is not null as proven from users where lower(email) = lower(${email})`
  if (!wanted || !account!.proven) throw new AddressTakenError(account!.id, account!.proven)
  return account!.id
}

/** The address of an account and the one it has asked for; undefined when the account does not exist. */
export async function findAddresses(database: Database, userId: string) {
  const [user] = await database.sql<{ email: string; pendingEmail: string | null }>`
    select u.email, ${pendingEmail} from users u where u.id = ${userId}`
  return user
}

/** Marks the address as proven: the operator has checked it. Returns the previous address. */
export function confirmAddress(database: Database, userId: string, email: string): Promise<string> {
  return database.transaction((sql) => proveAddress(sql, { userId, email }))
}

const pendingEmail = fragment`(select l.email from one_time_links l
  where l.user_id = u.id and l.purpose = 'EMAIL' and l.expires_at > now()) as "pendingEmail"`

/** One entry per membership; an account without a workspace has one entry. */
export type UserEntry = {
  id: string
  email: string
  emailConfirmed: boolean
  /** The address that the account has asked for. */
  pendingEmail: string | null
  name: string
  createdAt: string
  workspace: { id: string; name: string } | null
  role: WorkspaceRole | null
}

export function listUsers(database: Database, workspaceId?: string): Promise<UserEntry[]> {
  return database.sql<UserEntry>`
    select u.id, u.email, u.email_proven_at is not null as "emailConfirmed", ${pendingEmail},
      u.name, u.created_at as "createdAt", m.role,
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as workspace
    from users u
    left join workspace_members m on m.user_id = u.id
    left join workspaces w on w.id = m.workspace_id
    where ${workspaceId ?? null}::uuid is null or m.workspace_id = ${workspaceId ?? null}
    order by u.id, w.id`
}

export type NewKey = {
  workspaceId: string
  userId: string
  name: string
  scopes: readonly Scope[]
  expiresInSeconds?: number | undefined
}

/** Returns the key itself, which is stored nowhere. */
export async function createKey(database: Database, key: NewKey): Promise<{ id: string; key: string }> {
  const id = newUuid()
  const token = newApiKey()
  await database.sql`
    insert into api_keys (id, workspace_id, user_id, name, hash, scopes, expires_at)
    values (${id}, ${key.workspaceId}, ${key.userId}, ${key.name}, ${hashToken(token)}, ${key.scopes},
      now() + make_interval(secs => ${key.expiresInSeconds ?? null}))`
  return { id, key: token }
}

/** Returns whether the key exists. A key that is already revoked retains its time of revocation. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  const rows = await database.sql`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`
  return rows.length > 0
}

export type KeyEntry = {
  id: string
  name: string
  workspace: { id: string }
  user: { id: string; email: string }
  scopes: Scope[]
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

export function listKeys(database: Database, workspaceId?: string): Promise<KeyEntry[]> {
  return database.sql<KeyEntry>`
    select k.id, k.name, json_build_object('id', k.workspace_id) as workspace,
      json_build_object('id', u.id, 'email', u.email) as user, k.scopes, k.created_at as "createdAt",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
    from api_keys k join users u on u.id = k.user_id
    where ${workspaceId ?? null}::uuid is null or k.workspace_id = ${workspaceId ?? null}
    order by k.id`
}

/** Clears the stored hash: the next server that starts binds the database to its SECRET_KEY. */
export async function forgetSecretKey(database: Database): Promise<boolean> {
  const rows = await database.sql`
    delete from settings where name = 'secret_key_fingerprint' returning name`
  return rows.length > 0
}
