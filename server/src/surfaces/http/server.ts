import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { createGuessGuard } from '../../auth/guesses.ts'
import type { Config } from '../../config.ts'
import { ApiError, type ErrorCode, problem } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import { isTransferring } from '../../core/transfers.ts'
import { registerDocs } from '../docs/routes.ts'
import { registerMcp } from '../mcp/route.ts'
import { createOAuthServer, type OAuthServices, registerOAuth } from '../oauth.ts'
import { registerPages } from '../pages/routes.ts'
import type { PageServices } from '../pages/visitor.ts'
import { ApiRequest } from './api-request.ts'
import { registerEventStream, type StreamServices } from './event-stream.ts'
import { type HealthServices, registerHealth } from './health.ts'
import { createLoadGuard, type LoadGuard } from './load.ts'
import { createMetrics } from './metrics.ts'
import { commonHeaders, registerProblems, sendProblem } from './problems.ts'
import { refuse, requestId } from './refusal.ts'
import { createRequestLog } from './request-log.ts'
import { type RouteServices, registerOperations } from './routes.ts'
import { createShortcuts, type Shortcut } from './shortcuts.ts'

export type HttpServices = Omit<RouteServices, 'baseUrl' | 'rateLimits' | 'guess'> &
  Pick<StreamServices, 'hub'> &
  HealthServices &
  OAuthServices &
  Pick<PageServices, 'filesOrigin'>

export type HttpServer = { app: FastifyInstance; close(): Promise<void> }

/** The HTTP surface of a list of operations. It does not listen yet. */
export function createHttpServer(
  config: Config,
  operations: Operation[],
  services: HttpServices,
): HttpServer {
  const { logger } = services
  const guard = createLoadGuard(config.maxRequests, config.baseUrl, services.databaseLoad)
  const metrics = createMetrics(
    guard,
    services.databaseLoad,
    services.hub.size,
    services.webhookTally,
    services.installation,
  )
  const answered = createAnswered(guard, createRequestLog(logger, metrics))
  const { baseUrl, rateLimits } = config
  const guess = createGuessGuard(services.limiter, rateLimits.guesses)
  const routeServices = { ...services, baseUrl, rateLimits, guess }
  const shortcuts = createShortcuts(operations, routeServices)
  const app = fastify({
    serverFactory: (handler) => createNodeServer(handler, shortcuts, guard, answered, config),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    genReqId: (request) => (request as ApiRequest).id,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false, caseSensitive: true },
    logger: false,
    forceCloseConnections: 'idle',
    // A path that cannot be decoded names nothing.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(request, reply, new ApiError('not_found'), config.baseUrl)
    },
    clientErrorHandler: (error, socket) => answerGarbage(error, socket, config.baseUrl),
  })
  app.addHttpMethod('QUERY', { hasBody: true, overrideExisting: true })
  acceptJsonOnly(app)

  registerProblems(app, config.baseUrl, logger)
  app.register((plain, _options, done) => {
    plain.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      next()
    })
    registerHealth(plain, services, metrics, config.metricsToken)
    registerDocs(plain, operations, config.baseUrl)
    done()
  })
  const oauth = createOAuthServer(config, services)
  registerOAuth(app, config, services, oauth)
  registerPages(app, { ...routeServices, oauth })
  const { maxStreams } = config
  registerEventStream(app, { ...routeServices, maxStreams, answered })
  registerOperations(app, operations, routeServices)
  registerMcp(app, operations, routeServices)

  return {
    app,
    async close() {
      // They would go on for ever.
      await services.hub.close()
      await closeServer(app, config.shutdownSeconds, guard.close)
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type ApiResponse = ServerResponse<ApiRequest>
type Answered = (request: ApiRequest, response: ServerResponse) => void

function createAnswered(guard: LoadGuard, tell: (request: ApiRequest) => void): Answered {
  return (request, { statusCode }) => {
    guard.leave()
    request.status = statusCode
    request.milliseconds = performance.now() - request.startedAt
    tell(request)
  }
}

function createNodeServer(
  handler: Handler,
  shortcuts: Map<string, Shortcut>,
  guard: LoadGuard,
  answered: Answered,
  { baseUrl, requestSeconds }: Config,
) {
  const requestTimeout = requestSeconds * 1000
  const options = {
    headersTimeout: Math.min(10_000, requestTimeout),
    requestTimeout,
    keepAliveTimeout: 72_000,
    connectionsCheckingInterval: Math.min(5_000, requestTimeout / 4),
    requireHostHeader: false,
    IncomingMessage: ApiRequest,
  }

  /** One listener for all that happens at the end, whether the answer was sent or the client went away. */
  function closed(this: ApiResponse): void {
    if (this.req.streams) return
    if (this.writableFinished) answered(this.req, this)
    else guard.leave()
  }

  function longWay(request: ApiRequest, response: ApiResponse): void {
    response.on('close', closed)
    handler(request, response)
  }

  const listener = (request: ApiRequest, response: ApiResponse): void => {
    if (!guard.enter(request, response)) return
    request.id = requestId(request)
    request.startedAt = performance.now()
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      response.on('close', closed)
      refuse(request, response, new ApiError('invalid_http'), baseUrl)
      return
    }
    // For clients and proxies that cannot send QUERY. Routing must already see the real method.
    if (request.method === 'POST' && request.headers['x-http-method-override'] === 'QUERY')
      request.method = 'QUERY'
    if (request.method === 'QUERY') nameContent(request.headers)
    const shortcut = request.method === 'GET' ? shortcuts.get(request.url!) : undefined
    if (shortcut) shortcut(request, response, answered, longWay)
    else longWay(request, response)
  }
  // An Expect header that we do not know changes nothing about the request.
  return createServer(options, listener).on('checkExpectation', listener)
}

const lingerMs = 2_000

/** What is not HTTP, or too slow, gets an answer like any other, as far as the connection still takes one. */
function answerGarbage(error: Error & { code?: string }, socket: Socket, baseUrl: string): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isTransferring(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = crypto.randomUUID()
  const apiError = new ApiError(garbageCodes[error.code ?? ''] ?? 'invalid_http')
  const body = JSON.stringify(problem(apiError, requestId, baseUrl))
  const headers = [
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  // Time to read the answer, and no more: who goes on sending would keep the connection for as long.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const garbageCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Fastify refuses a QUERY without Content-Type. Ours needs none where there is no body, and earns 415 where there is. */
function nameContent(headers: IncomingMessage['headers']): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  const empty = encoding === undefined && (length === undefined || length === '0')
  headers['content-type'] ??= empty ? 'application/json' : ''
}

/** JSON or nothing: an empty body counts as no body. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json\b/,
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined)
      // Decoding puts U+FFFD for what it cannot read, and nobody would notice.
      else if (!isUtf8(body)) done(new ApiError('invalid_json', { message: 'The body is not UTF-8.' }))
      else parse(request, body.toString(), done)
    },
  )
}

/** Finishes what is under way; what still runs after `seconds` is cut. */
async function closeServer(app: FastifyInstance, seconds: number, closeGuard: () => void): Promise<void> {
  const server: Server = app.server
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  // A connection that is kept alive is idle again once its last request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    clearInterval(sweep)
    closeGuard()
  }
}
