// Errors → responses, for every surface. An unexpected error is logged in full; the client gets `internal` and the
// request id.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, problem } from '../core/errors.ts'
import { sendErrorPage } from './error-page.ts'
import { apiRequest } from './request.ts'

type ProblemOptions = { baseUrl: string; logger: Logger }

/** Must be called before any route is registered: the 405 of a path lists the methods that are registered for it. */
export function registerProblems(app: FastifyInstance, { baseUrl, logger }: ProblemOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toApiError(error)
    logFailure(logger, request, known, error)
    sendProblem(request, reply, known, baseUrl)
  })

  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const shape = url.replace(/:\w+/g, ':')
    methods.set(shape, new Set([...(methods.get(shape) ?? []), ...[method].flat()]))
  })
  let paths: { pattern: RegExp; allow: string }[] = []
  app.addHook('onReady', (done) => {
    paths = allowedMethods(methods)
    done()
  })
  // A hook and not a handler, so that the body of a request for an unknown path is not read.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?', 1)[0]!
    const allow = paths.find(({ pattern }) => pattern.test(path))?.allow
    const error = allow
      ? new ApiError('method_not_allowed', { headers: { Allow: allow } })
      : new ApiError('not_found')
    if (error.status === 404 && wantsPage(request.method, path, request.headers.accept))
      return sendErrorPage(reply.headers(commonHeaders(request.id)), error, request.id)
    sendProblem(request, reply, error, baseUrl)
  })
}

/** Whether a person opened the address in a browser. A client that accepts JSON gets a JSON 404. */
function wantsPage(method: string, path: string, accept = ''): boolean {
  return (
    method === 'GET' && accept.includes('text/html') && !accept.includes('json') && !path.startsWith('/api/')
  )
}

/** The headers of every response. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
}

/** The headers of every response to a request whose rate limit has been checked; none before that. */
export function limitHeaders(request: FastifyRequest): Record<string, string> {
  const { limits } = apiRequest(request)
  return limits ? { 'RateLimit-Policy': limits.policy, RateLimit: limits.state } : {}
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  baseUrl: string,
): void {
  reply
    .code(error.status)
    .headers({ ...commonHeaders(request.id), ...limitHeaders(request), ...error.headers })
    .header('Content-Type', problemType(request.headers.accept))
    .send(JSON.stringify(problemOf(request, error, baseUrl)))
}

/** The body of an error. */
export function problemOf(request: FastifyRequest, error: ApiError, baseUrl: string) {
  return problem(error, apiRequest(request).caller !== undefined, request.id, baseUrl)
}

export function problemType(accept: string | undefined): string {
  const asked = accept?.includes('application/problem+json') === true
  return `${asked ? 'application/problem+json' : 'application/json'}; charset=utf-8`
}

/**
 * Logs a failure of the server; refusals are not logged. A full disk is logged once, when it fills up: a line for every
 * refused request would fill it further.
 */
export function logFailure(logger: Logger, request: FastifyRequest, known: ApiError, error: unknown): void {
  if (known.status < 500 || known.code === 'disk_full') return
  const { operation } = apiRequest(request)
  logger.error({ requestId: request.id, operation: operation?.name, err: known.cause ?? error }, known.code)
}

export function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      // The rest of the body is not read, so the connection cannot be used again.
      return new ApiError('body_too_large', { headers: { Connection: 'close' } })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new ApiError('invalid_json')
  }
  if (error.statusCode === 400) return new ApiError('invalid_json')
  return new ApiError('internal', { cause: error })
}

/** The error for a compressed or otherwise encoded body; undefined for a plain one. */
export function encodedBodyError({ headers }: FastifyRequest): ApiError | undefined {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return undefined
  const message = 'Send the body without `Content-Encoding`: compressed bodies are not accepted.'
  return new ApiError('unsupported_media_type', { message, headers: { 'Accept-Encoding': 'identity' } })
}

/** For 405: the methods of each path. */
function allowedMethods(methods: Map<string, Set<string>>): { pattern: RegExp; allow: string }[] {
  // Paths without parameters come first: /projects/search is not the project `search`.
  const shapes = [...methods].sort(([a], [b]) => Number(/[:*]/.test(a)) - Number(/[:*]/.test(b)))
  return shapes.map(([shape, known]) => ({
    pattern: new RegExp(`^${shape.replaceAll('.', '\\.').replaceAll(':', '[^/]+').replaceAll('*', '.+')}$`),
    allow: [...known].sort().join(', '),
  }))
}
