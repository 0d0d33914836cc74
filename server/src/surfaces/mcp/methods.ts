// How each MCP method is admitted: the operation whose rate limit it spends, and whether it needs the operation's
// scope.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import { type Admission, metadataPaths, requireScope } from '../admission.ts'
import { apiRequest } from '../request.ts'

export type Message = Record<string, unknown>

/** One message: a list of calls would count as one for the limits. The protocol dropped lists in 2025. */
export function readMessage(body: unknown): Message {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Message
  throw new ApiError('invalid_request', { message: 'Send one JSON-RPC message as a JSON object.' })
}

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

type AdmitOptions = { operations: readonly Operation[]; admission: Admission; baseUrl: string }

/**
 * Admits a message of an authenticated request. A tool call over its limit is not thrown but returned: it becomes the
 * tool's result, which the model reads.
 */
export function createMessageAdmission({ operations, admission, baseUrl }: AdmitOptions) {
  const needOf = createNeeds(operations)
  const limits = new Map(
    operations.map((operation) => [operation, admission.callLimit(operation.tier, operation.name)]),
  )
  const otherLimit = admission.callLimit(4, 'mcp')

  return async (request: FastifyRequest, message: Message): Promise<ApiError | undefined> => {
    const raw = apiRequest(request)
    const { operation, name, scoped } = needOf(message)
    raw.mcp = name
    raw.operation = operation
    const error = await admission.spend(request, (operation && limits.get(operation)) ?? otherLimit)
    if (error) {
      if (message.method === 'tools/call' && operation) return error
      throw error
    }
    if (operation && scoped) requireScope(operation, raw.caller, baseUrl + metadataPaths.mcp)
    return undefined
  }
}

function createNeeds(operations: readonly Operation[]): (message: Message) => Need {
  const byTool = new Map(
    operations.flatMap((operation) => (operation.tool ? [[operation.tool, operation]] : [])),
  )
  const needs = new Map<unknown, Need>(
    methods.map((name) => [name, { operation: undefined, name, scoped: false }]),
  )
  // Clients list resources unasked: without the scope they get an empty list. Reading one needs the scope.
  for (const name of ['skills/list', 'resources/list'])
    needs.set(name, { operation: byTool.get('list_skills'), name, scoped: false })
  for (const name of ['skills/get', 'resources/read'])
    needs.set(name, { operation: byTool.get('get_skill_version'), name, scoped: true })

  return ({ method, params }) => {
    if (method !== 'tools/call')
      return needs.get(method) ?? { operation: undefined, name: 'other', scoped: false }
    const operation = byTool.get((params as { name?: string } | null | undefined)?.name ?? '')
    return { operation, name: operation?.tool ?? 'other', scoped: true }
  }
}
