// The HTTP server that all surfaces share: Node's server with limits on load and on slow clients, and a Fastify app on top.
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, type ErrorCode } from '../../core/errors.ts'
import type { BeginTransfer } from '../../core/transfers.ts'
import { sendProblem } from '../problems.ts'
import { ApiRequest } from '../request.ts'
import { createRequestLog } from './fast-path/request-log.ts'
import type { FastPath } from './fast-path/shortcuts.ts'
import { acceptJsonOnly } from './json-body.ts'
import { type Arrivals, watchArrivals } from './limits/arrivals.ts'
import { createLoadGuard, type LoadGuard } from './limits/load.ts'
import { releaseSlot } from './limits/slots.ts'
import { createTransfers, type Transfers } from './limits/transfers.ts'
import { createMetrics, type Metrics } from './monitoring/metrics.ts'
import { warnOfUntrustedProxy } from './proxy-warning.ts'
import { answerAndClose, refuse, requestId } from './refusal.ts'
import { isSecure, StrictTransportResponse } from './strict-transport.ts'

export type AppOptions = {
  baseUrl: string
  bodyLimit: number
  trustProxy: false | string
  maxRequests: number
  requestSeconds: number
  shutdownSeconds: number
  databaseLoad: () => { statements: number; waiting: number }
  logger: Logger
  fastPath: FastPath
}

export type HttpApp = {
  app: FastifyInstance
  metrics: Metrics
  guard: LoadGuard
  arrivals: Arrivals
  transfers: Transfers
  beginTransfer: BeginTransfer
  /** Logs and counts a request whose response has been sent, or whose event stream has begun, and releases its slot. */
  finishRequest: FinishRequest
  close(): Promise<void>
}

export type FinishRequest = (request: ApiRequest, response: ServerResponse) => void

/** Bytes of a body of a request without a credential. Routes that ask for a credential before the body set BODY_LIMIT. */
const visitorBodyLimit = 65_536

export function createHttpApp(options: AppOptions): HttpApp {
  const { baseUrl, bodyLimit, trustProxy, maxRequests, requestSeconds, logger } = options
  const metrics = createMetrics()
  const finishRequest = createFinishRequest(createRequestLog(logger, metrics))
  const guard = createLoadGuard({
    maxRequests,
    baseUrl,
    databaseLoad: options.databaseLoad,
    closed(request, response) {
      if (!request.streams && response.writableFinished) finishRequest(request, response)
    },
  })
  const transfers = createTransfers({ maxTransfers: maxRequests, requestSeconds, baseUrl })
  const app = fastify({
    serverFactory: (handler) =>
      createNodeServer({ handler: options.fastPath(handler), guard, transfers, baseUrl, requestSeconds }),
    bodyLimit: Math.min(visitorBodyLimit, bodyLimit),
    trustProxy,
    genReqId: (request) => (request as ApiRequest).id,
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false, caseSensitive: true },
    logger: false,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection during the shutdown is processed: the framework's own 503 is no problem and
    // has no Retry-After, and the database closes after the last answer.
    return503OnClosing: false,
    // A path that cannot be decoded names nothing.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(request, reply, new ApiError('not_found'), baseUrl)
    },
    clientErrorHandler: (error, socket) => answerInvalidHttp(error, socket, transfers, baseUrl),
  })
  app.addHttpMethod('QUERY', { hasBody: true, overrideExisting: true })
  acceptJsonOnly(app)
  const arrivals = watchArrivals(app, { guard, maxRequests, requestSeconds, baseUrl })
  warnOfUntrustedProxy(app, (line) => logger.warn(line))

  async function close(): Promise<void> {
    await closeServer(app, options.shutdownSeconds)
    for (const part of [guard, arrivals, transfers]) part.close()
  }
  return { app, metrics, guard, arrivals, transfers, beginTransfer: transfers.begin, finishRequest, close }
}

function createFinishRequest(log: (request: ApiRequest) => void): FinishRequest {
  return (request, { statusCode }) => {
    releaseSlot(request)
    request.status = statusCode
    request.milliseconds = performance.now() - request.startedAt
    log(request)
  }
}

type NodeServerOptions = {
  handler: (request: ApiRequest, response: ServerResponse<ApiRequest>) => void
  guard: LoadGuard
  transfers: Transfers
  baseUrl: string
  requestSeconds: number
}

function createNodeServer({ handler, guard, transfers, baseUrl, requestSeconds }: NodeServerOptions): Server {
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

  const listener = (request: ApiRequest, response: ServerResponse<ApiRequest>): void => {
    // The server closes, so this is the last request of its connection.
    if (!server.listening) response.shouldKeepAlive = false
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
    if (request.method === 'QUERY') setContentType(request.headers)
    handler(request, response)
  }
  // An unknown Expect header changes nothing about the request.
  const server = createServer(options, listener)
  return server.on('checkExpectation', listener).on('connection', transfers.watch)
}

/** Two Host headers could name one server to a proxy and another to us: RFC 9112 wants such a request refused. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

/** Fastify refuses a QUERY without Content-Type. A QUERY without a body needs none here; one with a body gets 415. */
function setContentType(headers: IncomingMessage['headers']): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  const empty = encoding === undefined && (length === undefined || length === '0')
  headers['content-type'] ??= empty ? 'application/json' : ''
}

/** Answers a request that is malformed or arrives too slowly, if the connection still takes an answer. */
function answerInvalidHttp(
  error: Error & { code?: string },
  socket: Socket,
  transfers: Transfers,
  baseUrl: string,
): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && transfers.isReceiving(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // The response that Node has begun on this connection, when the head of the request was well-formed.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse<ApiRequest> | null }
  answerAndClose(socket, parserErrors[error.code ?? ''] ?? 'invalid_http', baseUrl, response?.req)
}

const parserErrors: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Waits for the requests under way, and closes the connections of those that still run after `seconds`. */
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
