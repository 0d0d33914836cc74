// Operations → routes. Nothing here decides anything about an operation: it reads the declaration.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticator, bearerToken } from '../../auth/credentials.ts'
import { isSafe, requireOwnOrigin } from '../../auth/own-origin.ts'
import { cookieName, readCookie } from '../../auth/session-cookie.ts'
import type { RateLimits, TierLimits } from '../../config.ts'
import type { Caller } from '../../core/access.ts'
import { type Answer, callOperation, parseInput, requireScope, type Services } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { readIdempotencyKey } from '../../core/idempotency.ts'
import { methodAndPath, type Operation, type Tier } from '../../core/operation.ts'
import { type Quota, type RateLimiter, rateLimitHeaders, type Verdict } from '../../core/rate-limit.ts'
import { type ApiRequest, apiRequest } from '../request.ts'
import { queryReader } from './input.ts'

const metadataPath = '/.well-known/oauth-protected-resource'

export type RouteServices = Services & {
  authenticator: Authenticator
  limiter: RateLimiter
  rateLimits: RateLimits
  sessionRateLimits: TierLimits
  baseUrl: string
  /** Bytes of a body that a caller with a credential may send. */
  bodyLimit: number
}

export function registerOperations(
  app: FastifyInstance,
  operations: Operation[],
  services: RouteServices,
): void {
  const declared = new Set(operations.map((operation) => operation.http))
  for (const operation of operations) {
    const { method, path } = methodAndPath(operation)
    const admit = admission(operation, services)
    const serve = server(operation, services)
    // Everywhere else a credential was asked for before the body.
    const limit = operation.credential === 'optional' ? {} : { bodyLimit: services.bodyLimit }
    const routes = [method]
    // A cursor list can also be read with GET, unless GET on its path is an operation of its own.
    if (method === 'QUERY' && !declared.has(`GET ${path}` as Operation['http'])) routes.push('GET')
    for (const route of routes)
      app.route({ method: route, url: path, ...limit, ...steps(route, admit, serve) })
  }
}

type Admit = (request: FastifyRequest) => void | Promise<void>
type Serve = (request: FastifyRequest, reply: FastifyReply) => void

/** Admission comes before a byte of the body is read. A GET has none, and is spared the hooks. */
function steps(method: string, admit: Admit, serve: Serve) {
  if (method === 'GET') {
    return {
      handler(request: FastifyRequest, reply: FastifyReply): void {
        const waiting = admit(request)
        if (waiting === undefined) serve(request, reply)
        else waiting.then(() => serve(request, reply)).catch((error) => reply.send(error))
      },
    }
  }
  return {
    onRequest(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
      try {
        const waiting = admit(request)
        if (waiting === undefined) done()
        else waiting.then(() => done(), done)
      } catch (error) {
        done(error as Error)
      }
    },
    handler: serve,
  }
}

/** The limits of an operation, whichever way it is called: of each credential, and of all credentials of a person. */
export type CallLimit = {
  /** The quota of one credential; of an address when nobody has signed in. */
  quotaOf(caller: Caller | undefined): Quota
  take(caller: Caller): Verdict | Promise<Verdict>
}

/** The keys and apps of one person together have so many times the quota of one, and so have their sessions. */
const personFactor = 5

export function callLimit(services: RouteServices, tier: Tier, operation: string): CallLimit {
  const { limiter, rateLimits, sessionRateLimits } = services
  const name = tier === 'default' ? 'default' : (`tier${tier}` as const)
  const program = quotas(name, rateLimits[name], operation)
  const session = quotas(`session-${name}`, sessionRateLimits[name], operation)
  const quotasOf = (caller: Caller | undefined) => (caller?.kind === 'session' ? session : program)
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

function quotas(name: string, limit: number, operation: string): { one: Quota; person: Quota } {
  const one: Quota = { name, limit, windowSeconds: 60, operation }
  const ofPerson = Math.min(limit * personFactor, 1e9)
  return { one, person: { ...one, limit: ofPerson, operation: `${operation} person` } }
}

/** Authenticate → rate limit → scope. At once when nothing has to be awaited. */
export function admission(operation: Operation, services: RouteServices): Admit {
  const { quotaOf, take } = callLimit(services, operation.tier, operation.name)
  const metadataUrl = services.baseUrl + metadataPath

  function limit(
    request: ApiRequest,
    caller: Caller | undefined,
    verdict: Verdict | Promise<Verdict>,
  ): void | Promise<void> {
    if (verdict instanceof Promise) return verdict.then((settled) => judge(request, caller, settled))
    judge(request, caller, verdict)
  }

  function judge(request: ApiRequest, caller: Caller | undefined, verdict: Verdict): void {
    request.limits = rateLimitHeaders(quotaOf(caller), verdict)
    if (!verdict.allowed) throw rateLimited(verdict)
    requireScope(operation, caller)
  }

  function admitCaller(
    request: FastifyRequest,
    raw: ApiRequest,
    found: Caller | Promise<Caller | undefined>,
  ): void | Promise<void> {
    if (!(found instanceof Promise)) return admitKnown(raw, found)
    return found.then((caller) => (caller ? admitKnown(raw, caller) : refuse(request, services, metadataUrl)))
  }

  /** The caller is set before the limit is asked: a refusal by the limiter, or its failure, is one of a known caller. */
  function admitKnown(request: ApiRequest, caller: Caller): void | Promise<void> {
    request.caller = caller
    return limit(request, caller, take(caller))
  }

  /** By the session cookie, or as a visitor where none is needed. */
  function admitBrowser(request: FastifyRequest, raw: ApiRequest): void | Promise<void> {
    const token = readCookie(raw.headers.cookie, cookieName(services.baseUrl))
    if (token !== undefined) {
      if (!isSafe(request.method)) requireOwnOrigin(raw.headers, services.origin())
      return admitCaller(request, raw, services.authenticator.authenticateSession(token))
    }
    if (operation.credential !== 'optional') throw unauthenticated(metadataUrl, true)
    return limit(raw, undefined, services.limiter.take(networkOf(request.ip), quotaOf(undefined)))
  }

  return (request) => {
    const raw = apiRequest(request)
    raw.operation = operation
    // A shortcut may have remembered somebody whose credential is revoked by now.
    raw.caller = undefined
    const { authorization } = raw.headers
    if (authorization === undefined) return admitBrowser(request, raw)
    const token = bearerTokenOr401(authorization, metadataUrl)
    return admitCaller(request, raw, services.authenticator.authenticate(token))
  }
}

function server(operation: Operation, services: RouteServices): Serve {
  const { method, pathKeys } = methodAndPath(operation)
  const readQuery = queryReader(operation)
  const idempotent = method === 'POST'
  const takesNothing = Object.keys(operation.input.shape).length === 0

  return (request, reply) => {
    const { headers, caller } = apiRequest(request)
    if (idempotent && headers['x-http-method-override'] !== undefined) {
      throw new ApiError('invalid_request', {
        message: 'The only method that can be overridden to is QUERY.',
      })
    }
    const fields = flatFields(request, readQuery, pathKeys)
    const input = takesNothing && isEmpty(fields) ? fields : parseInput(operation, pathKeys, fields)
    const key = idempotent ? headers['idempotency-key'] : undefined
    const answer = callOperation(services, operation, caller, input, {
      ifMatch: headers['if-match'],
      idempotencyKey: typeof key === 'string' ? readIdempotencyKey(key) : undefined,
      network: () => networkOf(request.ip),
    })
    const respond = (settled: Answer) => {
      reply.hijack()
      send(apiRequest(request), reply.raw, settled)
    }
    if (!(answer instanceof Promise)) respond(answer)
    else answer.then(respond).catch((error) => reply.send(error))
  }
}

/**
 * Past Fastify, whose own way writes each header down in lower case, checks it and copies it: for seven of them that
 * took as long as routing. Errors and plain routes go its way.
 */
export function send(
  { id, limits }: ApiRequest,
  response: ServerResponse,
  { status, body, revision, replayed }: Answer,
): void {
  const headers = ['x-request-id', id, 'cache-control', 'no-store', 'x-content-type-options', 'nosniff']
  headers.push('ratelimit-policy', limits!.policy, 'ratelimit', limits!.state)
  if (revision !== undefined) headers.push('etag', `"${revision}"`)
  if (replayed) headers.push('idempotent-replayed', 'true')
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  const length = Buffer.byteLength(body)
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(length))
  // As many bytes as characters: all ASCII, which needs no encoding.
  response.writeHead(status, headers).end(body, length === body.length ? 'latin1' : 'utf8')
}

/** One object of the query string's fields, the body's, and the path's. */
export function flatFields(
  request: FastifyRequest,
  readQuery: (query: Record<string, unknown>) => Record<string, unknown>,
  pathKeys: readonly string[],
): Record<string, unknown> {
  const { body } = request
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw invalidField('', 'invalid_type', 'The body must be a JSON object.')
  }
  const fields = Object.assign(readQuery(request.query as Record<string, unknown>), body)
  for (const key of pathKeys) {
    if (Object.hasOwn(fields, key))
      throw invalidField(`/${key}`, 'unknown_field', 'This is named in the path only.')
    fields[key] = (request.params as Record<string, string>)[key]
  }
  return fields
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false
  return true
}

function invalidField(path: string, code: string, message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path, code, message }] })
}

export function bearerTokenOr401(header: string | undefined, metadataUrl: string): string {
  try {
    return bearerToken(header)
  } catch {
    throw unauthenticated(metadataUrl, header === undefined)
  }
}

/** A token that stands for nobody: 401, or 429 for an address that has tried too many. */
export async function refuse(
  request: FastifyRequest,
  services: RouteServices,
  metadataUrl: string,
): Promise<never> {
  const quota: Quota = { name: 'auth', limit: services.rateLimits.auth, windowSeconds: 60 }
  const verdict = await services.limiter.take(networkOf(request.ip), quota)
  throw verdict.allowed ? unauthenticated(metadataUrl, false) : rateLimited(verdict)
}

/** The address; of IPv6 the first half, which is what one subscriber gets. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}

function unauthenticated(metadataUrl: string, missing: boolean): ApiError {
  const metadata = `resource_metadata="${metadataUrl}"`
  const challenge = missing ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`
  return new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': challenge } })
}

export function rateLimited(verdict: Verdict): ApiError {
  return new ApiError('rate_limited', { headers: { 'Retry-After': String(verdict.retryAfterSeconds) } })
}
