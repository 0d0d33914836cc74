// The access that users have granted to apps: one row per user, app and workspace. The row is the grant of the
// authorization server, the credential of API calls, and the entry in "Connected apps".
import type { Scope } from '../../core/access.ts'
import { auditStatement, type Client, personActor } from '../../core/audit.ts'
import { newUuid } from '../../core/ids.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { requireCreated, stillValid } from '../evidence.ts'

export type Consent = {
  userId: string
  /** The session in which the user decides. */
  sessionId: string
  workspaceId: string
  client: { id: string; name: string; host: string | null }
  /** Where the request comes from. */
  from: Client
  /** The scopes that the user decides about, and those that the user allows. */
  offered: readonly Scope[]
  allowed: readonly Scope[]
  resources: readonly string[]
}

/** Replaces the decision about the offered scopes; other scopes of an earlier consent stay. */
export async function saveConsent(sql: Sql, consent: Consent): Promise<string> {
  const { userId, sessionId, workspaceId, client, from, offered, allowed, resources } = consent
  const grants = await sql<{ id: string }>`
    with used as (update oauth_clients set used_at = now() where id = ${client.id}), granted as (
      insert into oauth_grants (id, user_id, workspace_id, client_id, client_name, client_host, scopes, resources)
      select ${newUuid()}::uuid, ${userId}::uuid, ${workspaceId}::uuid, ${client.id}::text, ${client.name}::text,
        ${client.host}::text, ${allowed}::text[], ${resources}::text[]
      where ${stillValid(userId, { session: sessionId })}
      on conflict on constraint oauth_grants_app_key do update set
        client_name = excluded.client_name,
        client_host = excluded.client_host,
        scopes = array(
          select scope from unnest(oauth_grants.scopes) scope where scope <> all(${offered}::text[])
          union select unnest(excluded.scopes)),
        resources = array(select unnest(oauth_grants.resources) union select unnest(excluded.resources)),
        last_used_at = now()
      returning id, workspace_id, client_name
    ), audited as (${auditStatement({
      action: 'app.connected',
      actor: personActor(userId),
      client: from,
      from: fragment`granted it`,
      workspace: fragment`it.workspace_id`,
      target: { kind: 'APP', id: fragment`it.id::text`, name: fragment`it.client_name` },
      details: { scopes: allowed },
    })})
    select id from granted`
  requireCreated(grants)
  return grants[0]!.id
}

/** The person did not allow the app anything. */
export async function auditDenial(
  sql: Sql,
  { userId, workspaceId, client, from }: Pick<Consent, 'userId' | 'workspaceId' | 'client' | 'from'>,
): Promise<void> {
  await sql`${auditStatement({
    action: 'app.refused',
    actor: personActor(userId),
    client: from,
    from: fragment`(select ${workspaceId}::uuid as workspace_id) it`,
    workspace: fragment`it.workspace_id`,
    target: { kind: 'APP', id: fragment`${client.id}::text`, name: fragment`${client.name}::text` },
  })}`
}

export type Grant = {
  id: string
  userId: string
  clientId: string
  workspaceId: string
  scopes: Scope[]
  resources: string[]
  createdAt: number
}

export async function findGrant(sql: Sql, id: string): Promise<Grant | undefined> {
  const [grant] = await sql<Grant>`
    select id, user_id as "userId", client_id as "clientId", workspace_id as "workspaceId", scopes, resources,
      extract(epoch from created_at)::int as "createdAt"
    from oauth_grants where id = ${id}`
  return grant
}

/** The grant that was used last, when the app has access to several workspaces. */
export async function rememberedGrant(
  sql: Sql,
  userId: string,
  clientId: string,
): Promise<{ id: string; workspaceId: string; scopes: Scope[] } | undefined> {
  const [grant] = await sql<{ id: string; workspaceId: string; scopes: Scope[] }>`
    select id, workspace_id as "workspaceId", scopes from oauth_grants
    where user_id = ${userId} and client_id = ${clientId} order by last_used_at desc, id desc limit 1`
  return grant
}

/** Also deletes its tokens. */
export async function revokeGrant(sql: Sql, id: string): Promise<void> {
  await sql`delete from oauth_grants where id = ${id}`
}
