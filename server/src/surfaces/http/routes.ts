// Operations → routes. Nothing here decides anything about an operation: it reads the declaration.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticator, bearerToken } from '../../auth/credentials.ts'
import type { RateLimits } from '../../config.ts'
import type { Caller } from '../../core/access.ts'
import { callOperation, parseInput, requireScope, type Services } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { readIdempotencyKey } from '../../core/idempotency.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { type Quota, type RateLimiter, rateLimitHeaders, type Verdict } from '../../core/rate-limit.ts'
import { queryReader } from './input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    operation: Operation | undefined
  }
}

export type RouteServices = Services & {
  authenticator: Authenticator
  limiter: RateLimiter
  rateLimits: RateLimits
  baseUrl: string
}

export function registerOperations(
  app: FastifyInstance,
  operations: Operation[],
  services: RouteServices,
): void {
  const declared = new Set(operations.map((operation) => operation.http))
  app.decorateRequest('caller', undefined)
  app.decorateRequest('operation', undefined)
  for (const operation of operations) {
    const { method, path } = methodAndPath(operation)
    const admit = admission(operation, services)
    const serve = server(operation, services)
    app.route({ method, url: path, onRequest: admit, handler: serve })
    // A cursor list can also be read with GET, unless GET on its path is an operation of its own.
    if (method === 'QUERY' && !declared.has(`GET ${path}` as Operation['http'])) {
      app.route({ method: 'GET', url: path, onRequest: admit, handler: serve })
    }
  }
}

/** Authenticate → rate limit → scope, before a byte of the body is read. At once when nothing has to be awaited. */
function admission(operation: Operation, services: RouteServices) {
  const tier = operation.tier === 'default' ? 'default' : (`tier${operation.tier}` as const)
  const quota: Quota = { name: tier, limit: services.rateLimits[tier], windowSeconds: 60 }

  function limit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | undefined,
  ): void | Promise<void> {
    request.caller = caller
    const who = caller?.credentialId ?? networkOf(request.ip)
    const verdict = services.limiter.take(`${who}:${operation.name}`, quota)
    if (verdict instanceof Promise) return verdict.then((settled) => judge(reply, caller, settled))
    judge(reply, caller, verdict)
  }

  function judge(reply: FastifyReply, caller: Caller | undefined, verdict: Verdict): void {
    const { policy, state } = rateLimitHeaders(quota, verdict)
    reply.header('RateLimit-Policy', policy)
    reply.header('RateLimit', state)
    if (!verdict.allowed) throw rateLimited(verdict)
    requireScope(operation, caller)
  }

  function admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    request.operation = operation
    if (operation.credential === 'optional' && request.headers.authorization === undefined) {
      return limit(request, reply, undefined)
    }
    const token = bearerTokenOr401(request.headers.authorization, services.baseUrl)
    const found = services.authenticator.authenticate(token)
    if (!(found instanceof Promise)) return limit(request, reply, found)
    return found.then((caller) => (caller ? limit(request, reply, caller) : refuse(request, services)))
  }

  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      const waiting = admit(request, reply)
      if (waiting === undefined) done()
      else waiting.then(() => done(), done)
    } catch (error) {
      done(error as Error)
    }
  }
}

function server(operation: Operation, services: RouteServices) {
  const { method, pathKeys } = methodAndPath(operation)
  const readQuery = queryReader(operation)
  const idempotent = method === 'POST'

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers } = request
    if (idempotent && headers['x-http-method-override'] !== undefined) {
      throw new ApiError('invalid_request', {
        message: 'The only method that can be overridden to is QUERY.',
      })
    }
    const input = parseInput(operation, pathKeys, flatFields(request, readQuery, pathKeys))
    const key = idempotent ? headers['idempotency-key'] : undefined
    const answer = await callOperation(services, operation, request.caller, input, {
      ifMatch: headers['if-match'],
      idempotencyKey: typeof key === 'string' ? readIdempotencyKey(key) : undefined,
    })
    if (answer.revision !== undefined) reply.header('ETag', `"${answer.revision}"`)
    if (answer.replayed) reply.header('Idempotent-Replayed', 'true')
    reply.code(answer.status)
    if (answer.body === null) return reply.send()
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(answer.body)
  }
}

/** One object of the query string's fields, the body's, and the path's. */
function flatFields(
  request: FastifyRequest,
  readQuery: (query: Record<string, unknown>) => Record<string, unknown>,
  pathKeys: readonly string[],
): Record<string, unknown> {
  const { body } = request
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw invalidField('', 'invalid_type', 'The body must be a JSON object.')
  }
  const fields: Record<string, unknown> = { ...readQuery(request.query as Record<string, unknown>), ...body }
  for (const key of pathKeys) {
    if (Object.hasOwn(fields, key))
      throw invalidField(`/${key}`, 'unknown_field', 'This is named in the path only.')
    fields[key] = (request.params as Record<string, string>)[key]
  }
  return fields
}

function invalidField(path: string, code: string, message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path, code, message }] })
}

function bearerTokenOr401(header: string | undefined, baseUrl: string): string {
  try {
    return bearerToken(header)
  } catch {
    throw unauthenticated(baseUrl, header === undefined)
  }
}

/** A token that stands for nobody: 401, or 429 for an address that has tried too many. */
async function refuse(request: FastifyRequest, services: RouteServices): Promise<never> {
  const quota: Quota = { name: 'auth', limit: services.rateLimits.auth, windowSeconds: 60 }
  const verdict = await services.limiter.take(networkOf(request.ip), quota)
  throw verdict.allowed ? unauthenticated(services.baseUrl, false) : rateLimited(verdict)
}

/** The address; of IPv6 the first half, which is what one subscriber gets. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}

function unauthenticated(baseUrl: string, missing: boolean): ApiError {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`
  const challenge = missing ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`
  return new ApiError('unauthenticated', { headers: { 'WWW-Authenticate': challenge } })
}

function rateLimited(verdict: Verdict): ApiError {
  return new ApiError('rate_limited', { headers: { 'Retry-After': String(verdict.retryAfterSeconds) } })
}
