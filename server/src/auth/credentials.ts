// Tokens → callers. The caller of a token is cached for less than a second, so a revocation, an expiry or a change of role
// takes effect on every node within a second, without messages between nodes. Guests of shares are not cached.
import type { Caller } from '../core/access.ts'
import type { Database } from '../core/sql.ts'
import { switchColumns } from '../records/connection.ts'
import { hashToken, isApiKey } from './api-keys.ts'
import { type CredentialRow, callerOf, type Found } from './caller.ts'
import {
  findAccessToken,
  mayBeAccessToken,
  type ResourceName,
  recordGrantUse,
  resourceUrl,
} from './oauth/access-tokens.ts'
import { findSession, recordSessionUse } from './sessions.ts'
import { findShareGuest, mayBeShareToken, recordGuestUse } from './share-guests.ts'

const rememberedMs = 900
const rememberedTokens = 50_000

export type Authenticator = {
  /**
   * The caller, synchronously when the token is cached. Undefined for an unknown token, and for an access token that was
   * issued for another resource than this one (`/api` by default).
   */
  authenticate(token: string, resource?: ResourceName): Caller | Promise<Caller | undefined>
  /** The caller by a cached token for `/api`; never asks the database. */
  remembered(token: string): Caller | undefined
  /** The caller by the value of a session cookie, which is not accepted as a bearer token. */
  authenticateSession(token: string): Caller | Promise<Caller | undefined>
  forget(): void
}

export function createAuthenticator(
  database: Database,
  baseUrl: string,
  log: (message: string) => void,
  now = () => performance.now(),
): Authenticator {
  const logError = (error: Error) => log(`the last use of a credential could not be stored: ${error.message}`)
  const cache = (lookUp: LookUp) => createCache(lookUp, now)
  const keys = cache(async (token) => {
    const found = isApiKey(token) ? await findApiKey(database, token) : undefined
    if (found?.stale) recordUse(database, found.caller.credentialId).catch(logError)
    return found?.caller
  })
  const accessTokens = (resource: ResourceName) =>
    cache(async (token) => {
      const found = await findAccessToken(database.sql, token, resourceUrl(baseUrl, resource))
      if (found?.stale) recordGrantUse(database.sql, found.caller.credentialId).catch(logError)
      return found?.caller
    })
  const byResource = { api: accessTokens('api'), mcp: accessTokens('mcp') }
  const sessions = cache(async (token) => {
    const found = await findSession(database.sql, token)
    if (found?.stale) recordSessionUse(database.sql, found.caller.credentialId).catch(logError)
    return found?.caller
  })
  // Not cached: a share ends at once, and a guest looks rather than calls.
  const findGuest = async (token: string) => {
    const found = await findShareGuest(database.sql, token)
    if (found?.stale) recordGuestUse(database.sql, found.caller.credentialId).catch(logError)
    return found?.caller
  }
  return {
    authenticate(token, resource = 'api') {
      if (mayBeShareToken(token)) return findGuest(token)
      return mayBeAccessToken(token) ? byResource[resource].find(token) : keys.find(token)
    },
    remembered: (token) => (mayBeAccessToken(token) ? byResource.api : keys).recall(token),
    authenticateSession: sessions.find,
    forget() {
      keys.forget()
      byResource.api.forget()
      byResource.mcp.forget()
      sessions.forget()
    },
  }
}

type Entry = { caller: Caller; until: number }

type LookUp = (token: string) => Promise<Caller | undefined>

/** Caches look-ups for a moment. Concurrent requests with the same token share one look-up. */
function createCache(lookUp: LookUp, now: () => number) {
  // Keyed by the token itself: requests bring it into memory anyway, and hashing it each time would cost more than the
  // rest of authentication.
  const remembered = new Map<string, Entry>()
  const pending = new Map<string, Promise<Caller | undefined>>()

  function recall(token: string): Caller | undefined {
    const entry = remembered.get(token)
    return entry && entry.until > now() ? entry.caller : undefined
  }

  function find(token: string): Caller | Promise<Caller | undefined> {
    const known = recall(token)
    if (known) return known
    let lookup = pending.get(token)
    if (!lookup) {
      lookup = look(token).finally(() => pending.delete(token))
      pending.set(token, lookup)
    }
    return lookup
  }

  async function look(token: string): Promise<Caller | undefined> {
    // Counted from before the query, so that a change during the query is not cached for longer than the others.
    const until = now() + rememberedMs
    remembered.delete(token)
    const caller = await lookUp(token)
    if (!caller) return undefined
    if (remembered.size >= rememberedTokens) remembered.clear()
    remembered.set(token, { caller, until })
    return caller
  }

  return { find, recall, forget: () => remembered.clear() }
}

/** The token of an Authorization header; undefined for a malformed one. */
export function bearerToken(header: string | undefined): string | undefined {
  // The common form needs no regular expression.
  if (header?.startsWith('Bearer rvk_') && !header.includes(' ', 7)) return header.slice(7)
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
}

async function findApiKey(database: Database, token: string): Promise<Found | undefined> {
  const [row] = await database.sql<CredentialRow>`
    select k.id, k.user_id as "userId", k.scopes, m.role as "workspaceRole",
      w.id as "workspaceId", w.name as "workspaceName", w.avatar_url as "workspaceAvatarUrl",
      w.quota_bytes as "workspaceQuota",
      ${switchColumns('k')}, k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as stale
    from api_keys k
    join workspace_members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    join workspaces w on w.id = k.workspace_id
    where k.hash = ${hashToken(token)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
  if (!row) return undefined
  return { caller: callerOf('key', row), stale: row.stale }
}

/** At most once a minute: a busy key must not become a busy row. */
async function recordUse(database: Database, id: string): Promise<void> {
  await database.sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
