// `/mcp`: MCP over Streamable HTTP, stateless. Credentials, rate limits and scopes are those of the API, in the same order.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type AuthInfo, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { modestScopes } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import { createSender } from '../../events/webhooks/send.ts'
import { type Admission, clientOf, metadataPaths } from '../admission.ts'
import { commonHeaders, limitHeaders, logFailure, problemOf, toApiError } from '../problems.ts'
import { apiRequest } from '../request.ts'
import type { Answers } from './answers.ts'
import { showsCards } from './app.ts'
import { introducesAsking } from './ask-person.ts'
import { createFileWaits, type FileWaitServices } from './file-waits.ts'
import type { McpFixtures } from './fixtures.ts'
import { createMessageAdmission, isResponse, readMessage } from './methods.ts'
import { createMcp } from './server.ts'
import { declaredBy, sessionIdOf } from './session-id.ts'
import type { Exchange } from './tool-call.ts'
import { catalogueOf } from './tools/catalogue.ts'
import { narrowingOf } from './tools/narrowing.ts'

const path = '/mcp'
/** The time that the endpoint of a subscription has to answer the challenge; the client waits for it. */
const verificationMs = 10_000

export type McpServices = {
  admission: Admission
  /** The services that operations are called with. */
  services: Services
  /** The HTML of the review card; undefined when the web app is not built. */
  reviewCard: () => string | undefined
  waiting: FileWaitServices
  answers: Answers
  baseUrl: string
  bodyLimit: number
  logger: Logger
  fixtures?: McpFixtures | undefined
}

export function registerMcp(
  app: FastifyInstance,
  operations: readonly Operation[],
  { admission, services, answers, reviewCard, waiting, baseUrl, bodyLimit, logger, fixtures }: McpServices,
): void {
  const catalogue = catalogueOf(operations, fixtures?.tools)
  const sender = createSender({ hosts: services.webhookHosts, timeoutMs: verificationMs })
  app.addHook('onClose', async () => sender.close())
  const { limitHost } = admission
  const shared = { services, answers, reviewCard, baseUrl, logger, sender, limitHost, fixtures }
  const mcp = createMcp({ operations, catalogue, ...shared })
  const { admit, spend } = createMessageAdmission({ operations, catalogue, admission, baseUrl })
  const waitsOf = createFileWaits(waiting, admission)
  const checkOrigin = originGuard(baseUrl)

  // RFC 9728: tells clients which scopes to request first and which server issues tokens for them. The metadata of that server
  // lists all scopes.
  const metadata = {
    resource: `${baseUrl}${path}`,
    resource_name: 'Dailies',
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: modestScopes,
    resource_documentation: `${baseUrl}/openapi.json`,
  }
  app.get(metadataPaths.mcp, async (request, reply) => {
    reply.headers({ ...commonHeaders(request.id), 'Access-Control-Allow-Origin': '*' })
    return metadata
  })

  app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      sendError(request, reply, error, baseUrl, logger)
    })
    // Authenticates before a byte of the body is read.
    scope.addHook('onRequest', async (request) => {
      apiRequest(request).mcp = 'other'
      checkOrigin(request.host, request.headers.origin)
      apiRequest(request).caller = await admission.authenticate(request, 'mcp')
    })
    const serve = (readOnly: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
      const message = readMessage(request.body)
      const { headers, query } = request
      const declared = declaredBy(headers['mcp-session-id'])
      const cards = showsCards(message, declared.cards) && reviewCard() !== undefined
      const narrowing = narrowingOf({ readOnly, cards, headers, query: query as Record<string, unknown> })
      const admitted = await admit(request, message, narrowing)
      if (isResponse(message)) {
        await answers.deliver(apiRequest(request).caller!.credentialId, message)
        return reply
          .code(202)
          .headers({ ...commonHeaders(request.id), ...limitHeaders(request) })
          .send()
      }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      if (reply.raw.destroyed) gone.abort()
      const exchange: Exchange = {
        ...{ narrowing, ...admitted },
        asksOnStream: declared.asks,
        ...outcomeOf(request, logger),
        waits: waitsOf(apiRequest(request), gone.signal),
        spend: (operation) => spend(request, operation),
      }
      const response = await mcp.fetch(webRequest(request, baseUrl, gone.signal), {
        parsedBody: message,
        authInfo: authInfo(exchange),
      })
      if (response.status >= 500)
        logger.error(
          { requestId: request.id },
          'mcp: the request failed; the debug level of the log says why',
        )
      if (message.method === 'initialize') {
        const sessionId = sessionIdOf({ cards, asks: introducesAsking(message) })
        if (sessionId !== undefined) reply.header('Mcp-Session-Id', sessionId)
      }
      return sendResponse(request, reply, response)
    }
    for (const [url, readOnly] of [
      [path, false],
      [`${path}/readonly`, true],
    ] as const) {
      scope.post(url, { bodyLimit }, serve(readOnly))
      scope.route({ method: ['GET', 'DELETE', 'PUT', 'PATCH', 'QUERY'], url, handler: refuseMethod })
    }
  })
}

function refuseMethod(): never {
  throw new ApiError('method_not_allowed', { headers: { Allow: 'POST' } })
}

type Outcome = Pick<Exchange, 'caller' | 'requestId' | 'client' | 'succeed' | 'fail'>

function outcomeOf(request: FastifyRequest, logger: Logger): Outcome {
  const raw = apiRequest(request)
  return {
    caller: raw.caller!,
    requestId: request.id,
    client: () => clientOf(request),
    succeed(status) {
      raw.outcome = status
    },
    fail(error) {
      const known = toApiError(error as FastifyError)
      raw.outcome = known.status
      logFailure(logger, request, known, error)
      return known
    },
  }
}

/** Carries the exchange through the SDK to the server that answers the request. The SDK does not need the token. */
function authInfo(exchange: Exchange): AuthInfo {
  const { credentialId, scopes: held } = exchange.caller
  return { token: '', clientId: credentialId, scopes: [...held], extra: { exchange } }
}

function webRequest({ headers }: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'authorization',
  )
  return new Request(`${baseUrl}${path}`, { method: 'POST', headers: given, signal })
}

async function sendResponse(request: FastifyRequest, reply: FastifyReply, response: Response) {
  // Node decides whether the connection is kept alive.
  response.headers.delete('connection')
  reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .headers({ ...commonHeaders(request.id), ...limitHeaders(request) })
  if (response.body === null) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(await response.text())
  }
  return reply.send(Readable.fromWeb(response.body as ReadableStream))
}

/** A JSON-RPC error, with the same problem as over HTTP as its data. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError,
  baseUrl: string,
  logger: Logger,
): void {
  const known = toApiError(error)
  logFailure(logger, request, known, error)
  const { id, method } = (request.body ?? {}) as { id?: unknown; method?: unknown }
  // The draft of MCP Events has a code of its own for it.
  const isForbiddenEvent = known.code === 'insufficient_scope' && String(method).startsWith('events/')
  const body = {
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: {
      code: isForbiddenEvent ? -32012 : (rpcCodes[known.code] ?? -32000),
      message: known.message,
      data: problemOf(request, known, baseUrl),
    },
  }
  reply
    .code(known.status)
    .headers({ ...commonHeaders(request.id), ...limitHeaders(request), ...known.headers })
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

const rpcCodes: Record<string, number> = { invalid_json: -32700, invalid_request: -32600, internal: -32603 }

const local = ['localhost', '127.0.0.1', '[::1]']

/**
 * Throws 403 for a Host or an Origin of another server. Programs send no Origin, and need none. It prevents DNS rebinding: a
 * page in a browser must not reach a server that only its visitor can reach.
 */
function originGuard(baseUrl: string): (host: string | undefined, origin: string | undefined) => void {
  const { hostname } = new URL(baseUrl)
  const allowed = local.includes(hostname) ? local : [hostname]
  return (host, origin) => {
    if (!validateHostHeader(host, allowed).ok) throw new ApiError('host_refused')
    if (!validateOriginHeader(origin, allowed).ok) throw new ApiError('origin_refused')
  }
}
