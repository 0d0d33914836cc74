// Browser sessions: one user in one workspace. The value of the cookie is random, and only its hash is stored.
import { scopes as allScopes, type Scope } from '../core/access.ts'
import { auditStatement, type Client, noClient, personActor, type SignInMethod } from '../core/audit.ts'
import { newUuid, randomBase62 } from '../core/ids.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from '../core/sql.ts'
import { hashToken } from './api-keys.ts'
import { type CredentialRow, callerOf, type Found } from './caller.ts'
import { type Evidence, requireCreated, stillValid } from './evidence.ts'

/** 256 random bits. */
const tokenLength = 43
const tokenPattern = /^[0-9A-Za-z]{43}$/

/** Counted from the last use. */
const lifetime = fragment`interval '30 days'`

export type NewSession = {
  userId: string
  workspaceId: string
  address: string | null
  userAgent: string | null
  /** The scopes of a guest who joined by access link; all scopes for everybody else. */
  scopes?: readonly Scope[] | undefined
  /** When the session ends, however recently it was used. */
  endsAt?: string | null | undefined
  /** The evidence that the session is created on; undefined if the same transaction has used it up. */
  evidence?: Evidence | undefined
  /** How the person signed in, for the audit log, which has no entry without it. */
  method?: SignInMethod | undefined
}

/** Returns the token, of which only a hash is stored. */
export async function createSession(sql: Sql, session: NewSession) {
  const token = randomBase62(tokenLength)
  const { userId, workspaceId, address, userAgent, scopes = null, endsAt = null, evidence } = session
  const rows = await sql<{ id: string; expiresAt: string }>`
    with made as (
      insert into sessions (id, hash, user_id, workspace_id, scopes, address, user_agent, ends_at, expires_at)
      select ${newUuid()}::uuid, ${hashToken(token)}::bytea, ${userId}::uuid, ${workspaceId}::uuid, ${scopes}::text[],
        ${address}::text, ${userAgent?.slice(0, 500) ?? null}::text, ${endsAt}::timestamptz,
        least(${endsAt}::timestamptz, now() + ${lifetime})
      where ${evidence ? stillValid(userId, evidence) : fragment`true`}
      returning id, user_id, workspace_id, expires_at
    ) ${auditedStart(session)}
    select id, expires_at as "expiresAt" from made`
  requireCreated(rows)
  return { id: rows[0]!.id, token, expiresAt: rows[0]!.expiresAt }
}

function auditedStart({ method, address, userAgent }: NewSession): Fragment {
  if (method === undefined) return nothing
  const entry = { action: 'session.started', details: { method } } as const
  return fragment`, audited as (${auditStatement({ ...entry, ...ofSession('made'), client: { ...noClient, address, userAgent } })})`
}

/** The person of a session in this part of a statement, as actor and target. */
function ofSession(rows: 'made' | 'ended') {
  return {
    actor: personActor(fragment`it.user_id`),
    from: fragment`(select s.id, s.user_id, s.workspace_id, u.name from ${verbatim(rows)} s join users u on u.id = s.user_id) it`,
    workspace: fragment`it.workspace_id`,
    target: { kind: 'USER', id: fragment`it.user_id::text`, name: fragment`it.name` },
  } as const
}

type SessionRow = Omit<CredentialRow, 'scopes'> & { scopes: Scope[] | null }

export async function findSession(sql: Sql, token: string): Promise<Found | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const [row] = await sql<SessionRow>`
    select s.id, s.user_id as "userId", s.scopes, m.role as "workspaceRole",
      w.id as "workspaceId", w.name as "workspaceName", w.avatar_url as "workspaceAvatarUrl",
      w.quota_bytes as "workspaceQuota",
      s.seen_at < now() - interval '1 minute' as stale
    from sessions s
    join workspace_members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
    join workspaces w on w.id = s.workspace_id
    where s.hash = ${hashToken(token)} and s.expires_at > now()`
  if (!row) return undefined
  return { caller: callerOf('session', { ...row, scopes: row.scopes ?? [...allScopes] }), stale: row.stale }
}

/** At most once a minute, as for keys. Extends the session. */
export async function recordSessionUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update sessions set seen_at = now(), expires_at = least(ends_at, now() + ${lifetime})
    where id = ${id} and seen_at < now() - interval '1 minute'`
}

/** Ends the session of a cookie, if there is one. */
export async function endSession(sql: Sql, token: string): Promise<void> {
  await sql`delete from sessions where hash = ${hashToken(token)}`
}

/** Ends the session of a cookie because its person signs out. */
export async function endOwnSession(sql: Sql, token: string, client: Client): Promise<void> {
  await sql`
    with ended as (delete from sessions where hash = ${hashToken(token)} returning id, user_id, workspace_id)
    ${auditStatement({ action: 'session.ended', ...ofSession('ended'), client })}`
}

export async function endSessionsOf(sql: Sql, userId: string, except: string | null = null): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and id is distinct from ${except}`
}
