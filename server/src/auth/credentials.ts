// Tokens → callers. What is known of a token is remembered for less than a second, so a revocation, an expiry or a
// change of role holds on every node within a second, with nothing to send between them.
import type { Caller, Scope, WorkspaceRole } from '../core/access.ts'
import { ApiError } from '../core/errors.ts'
import type { Database } from '../core/sql.ts'
import { hashToken, isApiKey } from './api-keys.ts'

export const rememberedMs = 900
const rememberedTokens = 50_000

export type Authenticator = {
  /** The caller, at once when the token is remembered; undefined when the token stands for nobody. */
  authenticate(token: string): Caller | Promise<Caller | undefined>
  /** The caller, when that is known without a look. */
  remembered(token: string): Caller | undefined
  forget(): void
}

type Entry = { caller: Caller; until: number }

export function createAuthenticator(database: Database, log: (message: string) => void): Authenticator {
  // Keyed by the token itself: it is in memory anyway while requests come, and hashing it each time costs more
  // than all the rest of authentication.
  const remembered = new Map<string, Entry>()
  const pending = new Map<string, Promise<Caller | undefined>>()

  function recall(token: string): Caller | undefined {
    const entry = remembered.get(token)
    return entry && entry.until > performance.now() ? entry.caller : undefined
  }

  function authenticate(token: string): Caller | Promise<Caller | undefined> {
    const known = recall(token)
    if (known) return known
    if (!isApiKey(token)) return Promise.resolve(undefined)
    let lookup = pending.get(token)
    if (!lookup) {
      lookup = look(token).finally(() => pending.delete(token))
      pending.set(token, lookup)
    }
    return lookup
  }

  async function look(token: string): Promise<Caller | undefined> {
    // Counted from before the question: what changes while the answer is on its way is not missed.
    const until = performance.now() + rememberedMs
    remembered.delete(token)
    const found = await findApiKey(database, token)
    if (!found) return undefined
    if (remembered.size >= rememberedTokens) remembered.clear()
    remembered.set(token, { caller: found.caller, until })
    if (found.stale)
      recordUse(database, found.caller.credentialId).catch((error) => log(`last use: ${error.message}`))
    return found.caller
  }

  return { authenticate, remembered: recall, forget: () => remembered.clear() }
}

export function bearerToken(header: string | undefined): string {
  // The common form needs no regular expression.
  if (header?.startsWith('Bearer rvk_') && !header.includes(' ', 7)) return header.slice(7)
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
  if (token === undefined) throw new ApiError('unauthenticated')
  return token
}

type KeyRow = {
  id: string
  userId: string
  workspaceId: string
  workspaceRole: WorkspaceRole
  workspaceName: string
  workspaceAvatarUrl: string | null
  scopes: Scope[]
  stale: boolean
}

async function findApiKey(database: Database, token: string) {
  const [row] = await database.sql<KeyRow>`
    select k.id, k.user_id as "userId", k.scopes, m.role as "workspaceRole",
      w.id as "workspaceId", w.name as "workspaceName", w.avatar_url as "workspaceAvatarUrl",
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as stale
    from api_keys k
    join workspace_members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    join workspaces w on w.id = k.workspace_id
    where k.hash = ${hashToken(token)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
  if (!row) return undefined
  const caller: Caller = {
    credentialId: row.id,
    userId: row.userId,
    workspaceId: row.workspaceId,
    workspaceRole: row.workspaceRole,
    workspace: { id: row.workspaceId, name: row.workspaceName, avatarUrl: row.workspaceAvatarUrl },
    scopes: new Set(row.scopes),
  }
  return { caller, stale: row.stale }
}

/** To the minute: a busy key must not be a busy row. */
async function recordUse(database: Database, id: string): Promise<void> {
  await database.sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
