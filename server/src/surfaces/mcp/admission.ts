// Who may make an MCP request: credential → rate limit → scope, as in the API and from the same buckets.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../core/access.ts'
import { requireScope } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import { rateLimitHeaders } from '../../core/rate-limit.ts'
import { bearerTokenOr401, callLimit, type RouteServices, rateLimited, refuse } from '../http/routes.ts'
import type { ApiRequest } from '../request.ts'

export const metadataPath = '/.well-known/oauth-protected-resource/mcp'

export type Message = Record<string, unknown>

/** One message: a list of calls would pass the limits as one. The protocol dropped it in 2025. */
export function readMessage(body: unknown): Message {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Message
  throw new ApiError('invalid_request', { message: 'Send one JSON-RPC message as a JSON object.' })
}

/** What a method needs: the operation whose bucket it spends, and whether the scope of that one is asked for. */
type Need = { operation: Operation | undefined; name: string; scoped: boolean }

const methods = [
  'initialize',
  'notifications/cancelled',
  'notifications/initialized',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'tools/list',
  'resources/templates/list',
]

export function mcpAdmission(operations: readonly Operation[], services: RouteServices) {
  const { authenticator, baseUrl } = services
  const byTool = new Map(
    operations.flatMap((operation) => (operation.tool ? [[operation.tool, operation]] : [])),
  )
  const limits = new Map(
    operations.map((operation) => [operation, callLimit(services, operation.tier, operation.name)]),
  )
  const others = callLimit(services, 4, 'mcp')

  const needs = new Map<unknown, Need>(
    methods.map((name) => [name, { operation: undefined, name, scoped: false }]),
  )
  // Clients list resources unasked: without the scope they get an empty list. Who reads one wants it.
  for (const name of ['skills/list', 'resources/list'])
    needs.set(name, { operation: byTool.get('list_skills'), name, scoped: false })
  for (const name of ['skills/get', 'resources/read'])
    needs.set(name, { operation: byTool.get('get_skill_version'), name, scoped: true })

  function needOf({ method, params }: Message): Need {
    if (method !== 'tools/call')
      return needs.get(method) ?? { operation: undefined, name: 'other', scoped: false }
    const operation = byTool.get((params as { name?: string } | null | undefined)?.name ?? '')
    return { operation, name: operation?.tool ?? 'other', scoped: true }
  }

  async function authenticate(request: FastifyRequest): Promise<Caller> {
    const metadataUrl = baseUrl + metadataPath
    const token = bearerTokenOr401(request.headers.authorization, metadataUrl)
    return (await authenticator.authenticate(token, 'mcp')) ?? refuse(request, services, metadataUrl)
  }

  /** The refusal of a tool call over its limit, which the model should read; other refusals are thrown. */
  async function admit(request: ApiRequest, message: Message): Promise<ApiError | undefined> {
    const { operation, name, scoped } = needOf(message)
    const caller = request.caller!
    request.mcp = name
    request.operation = operation
    const { quotaOf, take } = (operation && limits.get(operation)) ?? others
    const verdict = await take(caller)
    request.limits = rateLimitHeaders(quotaOf(caller), verdict)
    if (!verdict.allowed) {
      const error = rateLimited(verdict)
      if (message.method === 'tools/call' && operation) return error
      throw error
    }
    if (operation && scoped) requireScopeOrChallenge(operation, caller)
    return undefined
  }

  /** As in the API, and with the address of the metadata, from which a client can go and get the scope. */
  function requireScopeOrChallenge(operation: Operation, caller: Caller): void {
    try {
      requireScope(operation, caller)
    } catch (error) {
      const { message, headers } = error as ApiError
      const challenge = `${headers['WWW-Authenticate']}, resource_metadata="${baseUrl}${metadataPath}"`
      throw new ApiError('insufficient_scope', { message, headers: { 'WWW-Authenticate': challenge } })
    }
  }

  return { authenticate, admit }
}
