// Admission of requests: credential → rate limit → scope, in this order. All surfaces admit their requests here:
//
//   calls of operations, event streams, image uploads   `forOperation`
//   the fast path of HTTP                               `forRemembered`
//   MCP                                                 `authenticate`, `spend`, `requireScope`: the body decides the limit
//   pages and the web app                               `findSession`, `requireSession`
//   forms and OAuth endpoints without a credential      `limitNetwork`
//   bytes and exports                                   `admitSignedUrl`: the URL is the credential
import type { FastifyRequest } from 'fastify'
import { type Authenticator, bearerToken } from '../auth/credentials.ts'
import type { ResourceName } from '../auth/oauth/access-tokens.ts'
import { isSafe, requireOwnOrigin } from '../auth/own-origin.ts'
import { cookieName, readCookie } from '../auth/session-cookie.ts'
import { findSession, recordSessionUse } from '../auth/sessions.ts'
import { type Caller, modestScopes, requireShareUse } from '../core/access.ts'
import type { Client } from '../core/audit.ts'
import { ApiError } from '../core/errors.ts'
import type { Operation, Tier } from '../core/operation.ts'
import {
  type Quota,
  type RateLimiter,
  type RateLimitResult,
  type RateLimits,
  rateLimitHeaders,
  type TierLimits,
} from '../core/rate-limit.ts'
import type { UrlSigner } from '../core/signed-urls.ts'
import type { Database } from '../core/sql.ts'
import { type ApiRequest, apiRequest } from './request.ts'

export type AdmissionServices = {
  database: Database
  authenticator: Authenticator
  limiter: RateLimiter
  rateLimits: RateLimits
  /** Limits of browser sessions, instead of the tiers in `rateLimits`. */
  sessionRateLimits: TierLimits
  baseUrl: string
  /** The address that browsers use for this server. */
  origin: () => string
}

export type Admission = ReturnType<typeof createAdmission>

export type AdmitCall = (request: FastifyRequest) => Promise<void> | undefined

/** Where a 401 sends clients to learn how to get a token for a resource (RFC 9728). */
export const metadataPaths: Record<ResourceName, string> = {
  api: '/.well-known/oauth-protected-resource',
  mcp: '/.well-known/oauth-protected-resource/mcp',
}

/** Thrown for a page that needs a session. After signing in, the person returns to `next`. */
export class SignInRequired extends Error {
  readonly next: string
  constructor(next: string) {
    super('not signed in')
    this.next = next
  }
}

export function createAdmission(services: AdmissionServices) {
  const { authenticator, limiter, rateLimits, baseUrl } = services
  const { sql } = services.database
  const authQuota: Quota = { name: 'auth', limit: rateLimits.auth, windowSeconds: 60 }
  const metadataUrls = { api: baseUrl + metadataPaths.api, mcp: baseUrl + metadataPaths.mcp }

  /**
   * Admits a call: sets the caller, the operation and the rate limit headers of the request, or throws 401, 403 or 429.
   * Undefined when the call is admitted at once.
   */
  function forOperation(operation: Operation): AdmitCall {
    const admitRemembered = forRemembered(operation)
    const limit = callLimit(operation.tier, operation.name)

    async function admit(request: FastifyRequest, remembered: Promise<boolean> | false): Promise<void> {
      if (await remembered) return
      const raw = apiRequest(request)
      raw.operation = operation
      // The fast path may have set a caller whose credential has been revoked since.
      raw.caller = undefined
      raw.caller = await authenticateCall(request, operation)
      const error = await spend(request, limit)
      if (error) throw error
      requireScope(operation, raw.caller)
    }

    return (request) => {
      const remembered = operation.credential === undefined && admitRemembered(apiRequest(request))
      return remembered === true ? undefined : admit(request, remembered)
    }
  }

  /**
   * Admits a caller whose token is remembered, without a look-up. False: the ordinary path has to decide, and name the
   * reason of a refusal. Synchronous while the limiter counts in memory.
   */
  function forRemembered(operation: Operation): (request: ApiRequest) => boolean | Promise<boolean> {
    const { scope } = operation
    const limit = callLimit(operation.tier, operation.name)
    const settle = (request: ApiRequest, result: RateLimitResult) => {
      if (result.allowed) request.limits = rateLimitHeaders(limit.quotaOf(request.caller), result)
      return result.allowed
    }
    return (request) => {
      const { authorization } = request.headers
      const caller = authorization?.startsWith('Bearer ')
        ? authenticator.remembered(authorization.slice(7))
        : undefined
      if (caller === undefined || !(scope === null || caller.scopes.has(scope))) return false
      request.operation = operation
      request.caller = caller
      const result = limit.take(caller)
      return result instanceof Promise
        ? result.then((settled) => settle(request, settled))
        : settle(request, result)
    }
  }

  /** The caller by bearer token or session cookie; undefined for a visitor, where the operation allows visitors. */
  async function authenticateCall(
    request: FastifyRequest,
    operation: Operation,
  ): Promise<Caller | undefined> {
    const { headers } = request.raw
    if (headers.authorization !== undefined) return authenticate(request, 'api')
    const token = sessionToken(headers.cookie)
    if (token !== undefined) {
      if (!isSafe(request.method)) requireOwnOrigin(headers, services.origin())
      return (await authenticator.authenticateSession(token)) ?? refuseToken(request, 'api')
    }
    if (operation.credential !== 'optional') throw unauthenticated('api', true)
    return undefined
  }

  /** The caller by bearer token. Guests of shares have nothing to do with MCP. */
  async function authenticate(request: FastifyRequest, resource: ResourceName): Promise<Caller> {
    const { authorization } = request.raw.headers
    const token = bearerToken(authorization)
    if (token === undefined) throw unauthenticated(resource, authorization === undefined)
    const caller =
      (await authenticator.authenticate(token, resource)) ?? (await refuseToken(request, resource))
    if (caller.kind !== 'share' || resource === 'api') return caller
    await limitNetwork(request, authQuota)
    throw new ApiError('not_found')
  }

  /** An unknown token: 401, or 429 for an address that has tried too many. */
  async function refuseToken(request: FastifyRequest, resource: ResourceName): Promise<never> {
    await limitNetwork(request, authQuota)
    throw unauthenticated(resource, false)
  }

  function unauthenticated(resource: ResourceName, missing: boolean): ApiError {
    const metadata = `resource_metadata="${metadataUrls[resource]}"`
    // Agents request the scopes that are named here; without them, all.
    const scope = resource === 'mcp' ? `, scope="${modestScopes.join(' ')}"` : ''
    const challenge = `Bearer ${missing ? '' : 'error="invalid_token", '}${metadata}${scope}`
    return new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': challenge } })
  }

  /** Spends one call of the request's caller, and sets the rate limit headers. Returns the 429, if the limit is reached. */
  async function spend(request: FastifyRequest, limit: CallLimit): Promise<ApiError | undefined> {
    const raw = apiRequest(request)
    const { caller } = raw
    const quota = limit.quotaOf(caller)
    const result = await (caller ? limit.take(caller) : limiter.take(networkOf(request.ip), quota))
    raw.limits = rateLimitHeaders(quota, result)
    return result.allowed ? undefined : rateLimited(result)
  }

  /** Limits requests without a credential, per network. */
  async function limitNetwork(request: FastifyRequest, quota: Quota): Promise<void> {
    const result = await limiter.take(networkOf(request.ip), quota)
    if (!result.allowed) throw rateLimited(result)
  }

  /** Limits the requests to a host that has not asked for them, over all callers who make this server send them. */
  async function limitHost(host: string): Promise<void> {
    const result = await limiter.take(`host ${host}`, hostQuota)
    if (!result.allowed) throw rateLimited(result)
  }

  function callLimit(tier: Tier, operation: string): CallLimit {
    const name = tier === 'default' ? 'default' : (`tier${tier}` as const)
    const program = quotas(name, rateLimits[name], operation)
    const session = quotas(`session-${name}`, services.sessionRateLimits[name], operation)
    const quotasOf = (caller: Caller | undefined) => (isPerson(caller) ? session : program)
    return {
      quotaOf: (caller) => quotasOf(caller).one,
      take(caller) {
        const { one, person } = quotasOf(caller)
        return limiter.takeAll([
          { key: caller.credentialId, quota: one },
          { key: caller.userId, quota: person },
        ])
      },
    }
  }

  function sessionToken(cookies: string | undefined): string | undefined {
    return readCookie(cookies, cookieName(baseUrl))
  }

  /** Asks the database every time, unlike the API: a page shows at once what a click on it has changed. */
  async function findSessionCaller(request: FastifyRequest): Promise<Caller | undefined> {
    const token = sessionToken(request.headers.cookie)
    const found = token === undefined ? undefined : await findSession(sql, token)
    if (found?.stale) await recordSessionUse(sql, found.caller.credentialId)
    return found?.caller
  }

  async function requireSession(request: FastifyRequest): Promise<Caller> {
    const caller = await findSessionCaller(request)
    if (!caller) throw new SignInRequired(isSafe(request.method) ? request.url : '/')
    return caller
  }

  /** The caller of a session by the cookies of a request, for the authorization server. */
  async function signedIn(cookies: string | undefined): Promise<Caller | undefined> {
    const token = sessionToken(cookies)
    return token === undefined ? undefined : authenticator.authenticateSession(token)
  }

  /** The token that admitted a request. */
  function tokenOf({ headers }: ApiRequest): string {
    const { authorization, cookie } = headers
    return authorization === undefined ? sessionToken(cookie)! : bearerToken(authorization)!
  }

  return {
    forOperation,
    forRemembered,
    authenticate,
    spend,
    callLimit,
    limitNetwork,
    limitHost,
    authQuota,
    sessionToken,
    findSession: findSessionCaller,
    requireSession,
    signedIn,
    tokenOf,
  }
}

/** The limits of an operation, on every surface: for each credential, and for all credentials of a person. */
export type CallLimit = {
  /** The quota of one credential; of a network when there is no credential. */
  quotaOf(caller: Caller | undefined): Quota
  take(caller: Caller): RateLimitResult | Promise<RateLimitResult>
}

/** Whether a person calls from a browser. */
function isPerson(caller: Caller | undefined): boolean {
  return caller?.kind === 'session' || caller?.kind === 'share'
}

const hostQuota: Quota = { name: 'host', limit: 30, windowSeconds: 60 }

/** The keys and apps of one person together get this many times the quota of one, and so do their sessions. */
const personFactor = 5

function quotas(name: string, limit: number, operation: string): { one: Quota; person: Quota } {
  const one: Quota = { name, limit, windowSeconds: 60, operation }
  const ofPerson = Math.min(limit * personFactor, 1e9)
  return { one, person: { ...one, limit: ofPerson, operation: `${operation} person` } }
}

const optionalHint = ' Without a credential, this operation needs no scope.'

/**
 * Throws 404 to guests of a share for which the operation is not, and 403 when the caller lacks the operation's scope, or
 * comes without a session where only a session will do. Where a credential is optional, one that is sent needs the
 * scope. `metadataUrl` tells MCP clients where to get the scope.
 */
export function requireScope(
  operation: Pick<Operation, 'scope' | 'credential' | 'share'>,
  caller: Caller | undefined,
  metadataUrl?: string,
): void {
  const { scope, credential } = operation
  if (caller?.kind === 'share') {
    requireShareUse(caller, operation)
    return
  }
  if (credential === 'share') throw new ApiError('not_found')
  if (credential === 'session' && caller?.kind !== 'session') throw new ApiError('session_required')
  if (scope === null || caller?.scopes.has(scope)) return
  if (credential === 'optional' && caller === undefined) return
  const metadata = metadataUrl === undefined ? '' : `, resource_metadata="${metadataUrl}"`
  throw new ApiError('insufficient_scope', {
    message: `The credential lacks the scope ${scope}.${credential === 'optional' ? optionalHint : ''}`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"${metadata}` },
  })
}

/** Throws 403 unless the URL of the request was signed by this server and has not expired. */
export function admitSignedUrl(request: FastifyRequest, urls: UrlSigner): void {
  urls.verify(request.url.split('?', 1)[0]!, request.query as Record<string, unknown>)
}

/** The client's address; of an IPv6 address the first half, which is what one subscriber gets. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}

/** Where a request comes from. The address is that of the client behind the proxies in TRUST_PROXY. */
export function clientOf({ ip, headers }: FastifyRequest): Client {
  return { address: ip, network: networkOf(ip), userAgent: headers['user-agent'] ?? null }
}

function rateLimited({ retryAfterSeconds }: RateLimitResult): ApiError {
  return new ApiError('rate_limited', { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
