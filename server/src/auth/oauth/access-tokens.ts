// Access tokens → callers. A token is valid for one resource: a token that was issued for /mcp is refused by /api.
import { isScope, type Scope } from '../../core/access.ts'
import type { Sql } from '../../core/sql.ts'
import { switchColumns } from '../../records/connection.ts'
import { hashToken, isToken, newToken } from '../api-keys.ts'
import { type CredentialRow, callerOf, type Found } from '../caller.ts'

const accessPrefix = 'rva_'
const refreshPrefix = 'rvr_'

export const resourceNames = ['api', 'mcp'] as const
export type ResourceName = (typeof resourceNames)[number]

/** The identifier of the resource in the sense of RFC 8707 and RFC 9728. */
export function resourceUrl(baseUrl: string, name: ResourceName): string {
  return `${baseUrl}/${name}`
}

export const newAccessToken = () => newToken(accessPrefix)
export const newRefreshToken = () => newToken(refreshPrefix)
export const mayBeAccessToken = (token: string) => token.startsWith(accessPrefix)

type TokenRow = Omit<CredentialRow, 'scopes'> & { scopes: string; granted: Scope[] }

/** The grant is the credential: all tokens of a grant share its rate limits and its idempotency keys. */
export async function findAccessToken(sql: Sql, token: string, resource: string): Promise<Found | undefined> {
  if (!isToken(accessPrefix, token)) return undefined
  const [row] = await sql<TokenRow>`
    select g.id, g.user_id as "userId", t.payload->>'scope' as scopes, g.scopes as granted, m.role as "workspaceRole",
      w.id as "workspaceId", w.name as "workspaceName", w.avatar_url as "workspaceAvatarUrl",
      w.quota_bytes as "workspaceQuota",
      ${switchColumns('g')}, g.last_used_at < now() - interval '1 minute' as stale
    from oauth_artifacts t
    join oauth_grants g on g.id = t.grant_id
    join workspace_members m on m.workspace_id = g.workspace_id and m.user_id = g.user_id
    join workspaces w on w.id = g.workspace_id
    where t.hash = ${hashToken(token)} and t.model = 'AccessToken' and t.expires_at > now()
      and t.payload->>'aud' = ${resource}`
  if (!row) return undefined
  // The scopes of the grant count as well: a scope that the user revokes is revoked from issued tokens.
  const scopes = row.scopes
    .split(' ')
    .filter(isScope)
    .filter((scope) => row.granted.includes(scope))
  return { caller: callerOf('oauth', { ...row, scopes }), stale: row.stale }
}

/** At most once a minute, as for keys. */
export async function recordGrantUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update oauth_grants set last_used_at = now()
    where id = ${id} and last_used_at < now() - interval '1 minute'`
}
