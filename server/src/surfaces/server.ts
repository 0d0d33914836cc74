import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError, type ErrorCode } from '../core/errors.ts'
import type { Operation } from '../core/operation.ts'
import type { BeginTransfer } from '../core/transfers.ts'
import { registerDocs } from './docs/routes.ts'
import { registerAvatarUploads } from './http/avatar-routes.ts'
import { registerEventStream, type StreamServices } from './http/event-stream.ts'
import { createRequestLog } from './http/fast-path/request-log.ts'
import { createShortcuts, type Shortcut } from './http/fast-path/shortcuts.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { watchArrivals } from './http/limits/arrivals.ts'
import { createLoadGuard, type LoadGuard } from './http/limits/load.ts'
import { releaseSlot } from './http/limits/slots.ts'
import { createTransfers, type Transfers } from './http/limits/transfers.ts'
import { registerGauges } from './http/monitoring/gauges.ts'
import { type HealthServices, registerHealth } from './http/monitoring/health.ts'
import { createMetrics } from './http/monitoring/metrics.ts'
import { warnOfUntrustedProxy } from './http/proxy-warning.ts'
import { answerAndClose, refuse, requestId } from './http/refusal.ts'
import { type RouteServices, registerOperations } from './http/routes.ts'
import { isSecure, StrictTransportResponse } from './http/strict-transport.ts'
import { registerMcp } from './mcp/route.ts'
import { createOAuthServer, type OAuthServices, registerOAuth } from './oauth/routes.ts'
import { registerPages } from './pages/routes.ts'
import type { PageServices } from './pages/visitor.ts'
import { commonHeaders, registerProblems, sendProblem } from './problems.ts'
import { ApiRequest } from './request.ts'

export type HttpServices = Omit<RouteServices, 'baseUrl' | 'bodyLimit' | 'rateLimits' | 'sessionRateLimits'> &
  Pick<StreamServices, 'hub'> &
  HealthServices &
  OAuthServices &
  Pick<PageServices, 'filesOrigin'>

export type HttpServer = { app: FastifyInstance; beginTransfer: BeginTransfer; close(): Promise<void> }

/** The HTTP surface of a list of operations. It does not listen yet. */
export function createHttpServer(
  config: Config,
  operations: Operation[],
  services: HttpServices,
): HttpServer {
  const { logger } = services
  const { baseUrl, bodyLimit, rateLimits, sessionRateLimits, maxRequests, requestSeconds } = config
  const metrics = createMetrics()
  const answered = createAnswered(createRequestLog(logger, metrics))
  const guard = createLoadGuard({
    maxRequests,
    baseUrl,
    databaseLoad: services.databaseLoad,
    closed(request, response) {
      if (!request.streams && response.writableFinished) answered(request, response)
    },
  })
  const transfers = createTransfers({ maxTransfers: maxRequests, requestSeconds, baseUrl })
  const routeServices = { ...services, baseUrl, bodyLimit, rateLimits, sessionRateLimits }
  const shortcuts = createShortcuts(operations, routeServices)
  const app = fastify({
    serverFactory: (handler) => createNodeServer(handler, shortcuts, guard, transfers, config),
    bodyLimit: Math.min(strangerBodyLimit, config.bodyLimit),
    trustProxy: config.trustProxy,
    genReqId: (request) => (request as ApiRequest).id,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false, caseSensitive: true },
    logger: false,
    forceCloseConnections: 'idle',
    // A path that cannot be decoded names nothing.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(request, reply, new ApiError('not_found'), config.baseUrl)
    },
    clientErrorHandler: (error, socket) => answerGarbage(error, socket, transfers, baseUrl),
  })
  app.addHttpMethod('QUERY', { hasBody: true, overrideExisting: true })
  acceptJsonOnly(app)
  const arrivals = watchArrivals(app, { guard, maxRequests, requestSeconds, baseUrl })
  registerGauges(metrics, services, { guard, arrivals, transfers })

  registerProblems(app, config.baseUrl, logger)
  warnOfUntrustedProxy(app, (line) => logger.warn(line))
  app.register((plain, _options, done) => {
    plain.addHook('onRequest', (request, reply, next) => {
      reply.headers(commonHeaders(request.id))
      next()
    })
    const { healthChecks: checks } = services
    registerHealth(plain, { checks, guard, requestSeconds, metrics, metricsToken: config.metricsToken })
    registerDocs(plain, operations, config.baseUrl)
    done()
  })
  const oauth = createOAuthServer(config, services)
  registerOAuth(app, config, services, oauth)
  registerPages(app, { ...routeServices, oauth })
  const { maxStreams } = config
  registerEventStream(app, { ...routeServices, maxStreams, answered })
  registerOperations(app, operations, routeServices)
  registerAvatarUploads(app, routeServices)
  registerMcp(app, operations, routeServices)

  return {
    app,
    beginTransfer: transfers.begin,
    async close() {
      // They would go on for ever.
      await services.hub.close()
      await closeServer(app, config.shutdownSeconds)
      for (const { close } of [guard, arrivals, transfers]) close()
    },
  }
}

/** Bytes of a body that nobody has shown a credential for. Routes that ask for one before the body set BODY_LIMIT. */
const strangerBodyLimit = 65_536

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type ApiResponse = ServerResponse<ApiRequest>
type Answered = (request: ApiRequest, response: ServerResponse) => void

/** An answer is sent, or a stream has begun: it is logged, and nobody waits for this request any more. */
function createAnswered(tell: (request: ApiRequest) => void): Answered {
  return (request, { statusCode }) => {
    releaseSlot(request)
    request.status = statusCode
    request.milliseconds = performance.now() - request.startedAt
    tell(request)
  }
}

function createNodeServer(
  handler: Handler,
  shortcuts: Map<string, Shortcut>,
  guard: LoadGuard,
  transfers: Transfers,
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
    ServerResponse: isSecure(baseUrl) ? StrictTransportResponse : ServerResponse,
  }

  const listener = (request: ApiRequest, response: ApiResponse): void => {
    if (!guard.enter(request, response)) return
    request.id = requestId(request)
    request.startedAt = performance.now()
    const hosts = hostHeaders(request.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
      refuse(request, response, new ApiError('invalid_http'), baseUrl)
      return
    }
    // For clients and proxies that cannot send QUERY. Routing must already see the real method.
    if (request.method === 'POST' && request.headers['x-http-method-override'] === 'QUERY')
      request.method = 'QUERY'
    if (request.method === 'QUERY') nameContent(request.headers)
    const shortcut = request.method === 'GET' ? shortcuts.get(request.url!) : undefined
    if (shortcut) shortcut(request, response, handler)
    else handler(request, response)
  }
  // An Expect header that we do not know changes nothing about the request.
  return createServer(options, listener).on('checkExpectation', listener).on('connection', transfers.watch)
}

/** Two of them could name two servers, one to a proxy and another to us: RFC 9112 wants such a request refused. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** What is not HTTP, or too slow, gets an answer like any other, as far as the connection still takes one. */
function answerGarbage(
  error: Error & { code?: string },
  socket: Socket,
  transfers: Transfers,
  baseUrl: string,
): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && transfers.isReceiving(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // The answer that Node has begun on this connection, when the head of the request was well-formed.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse<ApiRequest> | null }
  answerAndClose(socket, garbageCodes[error.code ?? ''] ?? 'invalid_http', baseUrl, response?.req)
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

/** Finishes what is under way; what still runs after `seconds` is cut. */
async function closeServer(app: FastifyInstance, seconds: number): Promise<void> {
  const server: Server = app.server
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  // A connection that is kept alive is idle again once its last request is answered.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    clearInterval(sweep)
  }
}
