// Errors → answers. What we did not foresee is logged in full and told as `internal`, with the request id.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, problem } from '../core/errors.ts'
import { sendErrorPage } from './error-page.ts'
import { apiRequest } from './request.ts'

/** Before any route is registered: 405 is for whatever path has one. */
export function registerProblems(app: FastifyInstance, baseUrl: string, logger: Logger) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toApiError(error)
    // A full disk is logged once, when it runs full: a line for every refusal would fill it further.
    if (known.status >= 500 && known.code !== 'disk_full') {
      logger.error(
        { requestId: request.id, operation: apiRequest(request).operation?.name, err: known.cause ?? error },
        known.code,
      )
    }
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
  // Before the body is read: a path that is not there takes none.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?', 1)[0]!
    const allow = paths.find(({ pattern }) => pattern.test(path))?.allow
    const error = allow
      ? new ApiError('method_not_allowed', { headers: { Allow: allow } })
      : new ApiError('not_found')
    if (error.status === 404 && isForPeople(request.method, path, request.headers.accept))
      return sendErrorPage(reply.headers(commonHeaders(request.id)), error, request.id)
    sendProblem(request, reply, error, baseUrl)
  })
}

/** An address that somebody has typed or followed, not a call: who names JSON gets a problem. */
function isForPeople(method: string, path: string, accept = ''): boolean {
  return (
    method === 'GET' && accept.includes('text/html') && !accept.includes('json') && !path.startsWith('/api/')
  )
}

/** What every answer carries. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ApiError, baseUrl: string) {
  const { limits, caller } = apiRequest(request)
  reply
    .code(error.status)
    .headers(commonHeaders(request.id))
    .headers(limits ? { 'RateLimit-Policy': limits.policy, RateLimit: limits.state } : {})
    .headers(error.headers)
    .header('Content-Type', problemType(request.headers.accept))
    .send(JSON.stringify(problem(error, caller !== undefined, request.id, baseUrl)))
}

export function problemType(accept: string | undefined): string {
  const asked = accept?.includes('application/problem+json') === true
  return `${asked ? 'application/problem+json' : 'application/json'}; charset=utf-8`
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

/** Per path, the methods it takes: for 405. Only requests that match no route come here. */
function allowedMethods(methods: Map<string, Set<string>>): { pattern: RegExp; allow: string }[] {
  // Paths without parameters first: /projects/search is not a project.
  const shapes = [...methods].sort(([a], [b]) => Number(/[:*]/.test(a)) - Number(/[:*]/.test(b)))
  return shapes.map(([shape, known]) => ({
    pattern: new RegExp(`^${shape.replaceAll('.', '\\.').replaceAll(':', '[^/]+').replaceAll('*', '.+')}$`),
    allow: [...known].sort().join(', '),
  }))
}
