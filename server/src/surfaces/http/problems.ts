// Errors → answers. What we did not foresee is logged in full and told as `internal`, with the request id.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, problem } from '../../core/errors.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { apiRequest } from './api-request.ts'

export function registerProblems(
  app: FastifyInstance,
  operations: Operation[],
  baseUrl: string,
  logger: Logger,
) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toApiError(error)
    if (known.status >= 500) {
      logger.error(
        { requestId: request.id, operation: apiRequest(request).operation?.name, err: known.cause ?? error },
        known.code,
      )
    }
    sendProblem(request, reply, known, baseUrl)
  })

  const paths = allowedMethods(operations)
  // Before the body is read: a path that is not there takes none.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?', 1)[0]!
    const allow = paths.find(({ pattern }) => pattern.test(path))?.allow
    const error = allow
      ? new ApiError('method_not_allowed', { headers: { Allow: allow } })
      : new ApiError('not_found')
    sendProblem(request, reply, error, baseUrl)
  })
}

/** What every answer carries. */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ApiError, baseUrl: string) {
  const { limits } = apiRequest(request)
  reply
    .code(error.status)
    .headers(commonHeaders(request.id))
    .headers(limits ? { 'RateLimit-Policy': limits.policy, RateLimit: limits.state } : {})
    .headers(error.headers)
    .header('Content-Type', problemType(request.headers.accept))
    .send(JSON.stringify(problem(error, request.id, baseUrl)))
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
function allowedMethods(operations: Operation[]): { pattern: RegExp; allow: string }[] {
  const methods = new Map<string, Set<string>>()
  for (const operation of operations) {
    const { method, path } = methodAndPath(operation)
    const shape = path.replace(/:\w+/g, ':')
    const known = methods.get(shape) ?? new Set()
    known.add(method)
    if (method === 'QUERY') known.add('GET')
    if (known.has('GET')) known.add('HEAD')
    methods.set(shape, known)
  }
  // Paths without parameters first: /projects/search is not a project.
  const shapes = [...methods.keys()].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  return shapes.map((shape) => ({
    pattern: new RegExp(`^${shape.replaceAll('.', '\\.').replaceAll(':', '[^/]+')}$`),
    allow: [...methods.get(shape)!].sort().join(', '),
  }))
}
