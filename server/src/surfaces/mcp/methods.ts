// How each MCP method is admitted: the operation whose rate limit it spends, and whether it needs the operation's
// scope.
import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import { type Admission, metadataPaths, requireScope } from '../admission.ts'
import { apiRequest } from '../request.ts'
import { readsCard } from './app.ts'
import { eventMethods, isEventMethod, scopesOfMessage } from './events.ts'
import { promptNeeds } from './prompts.ts'
import { taskNeeds } from './tasks.ts'
import type { CatalogueTool } from './tools/define-tool.ts'
import { isCallable, type Narrowing, narrowed } from './tools/narrowing.ts'

export type Message = Record<string, unknown>

/** One message: a list of calls would count as one for the limits. The protocol dropped lists in 2025. */
export function readMessage(body: unknown): Message {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Message
  throw new ApiError('invalid_request', { message: 'Send one JSON-RPC message as a JSON object.' })
}

/** The answer of a client to a question of the server. */
export function isResponse(message: Message): boolean {
  return message.method === undefined && ('result' in message || 'error' in message)
}

type Need = { operation: Operation | undefined; tool?: CatalogueTool; name: string; scopes: readonly Scope[] }

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

type AdmitOptions = {
  operations: readonly Operation[]
  catalogue: readonly CatalogueTool[]
  admission: Admission
  baseUrl: string
}

/** `refusal` becomes the result of the tool, which the model reads. */
export type Admitted = {
  operation: Operation | undefined
  tool: CatalogueTool | undefined
  refusal: ApiError | undefined
}

/**
 * Admits a message of an authenticated request. A tool call over its limit is not thrown but returned: it becomes the
 * tool's result, which the model reads.
 */
export function createMessageAdmission({ operations, catalogue, admission, baseUrl }: AdmitOptions) {
  const needOf = createNeeds(operations, catalogue)
  const limits = new Map(
    operations.map((operation) => [operation, admission.callLimit(operation.tier, operation.name)]),
  )
  const otherLimit = admission.callLimit(4, 'mcp')
  // A subscription makes this server contact another one.
  const subscribeLimit = admission.callLimit(2, 'mcpSubscribe')

  /** Spends the limit of an operation, or that of all methods without one. Returns the 429, if the limit is reached. */
  function spend(request: FastifyRequest, operation: Operation | undefined): Promise<ApiError | undefined> {
    return admission.spend(request, (operation && limits.get(operation)) ?? otherLimit)
  }

  async function admit(request: FastifyRequest, message: Message, narrowing: Narrowing): Promise<Admitted> {
    const raw = apiRequest(request)
    const { operation, tool, name, scopes } = needOf(message, narrowing)
    raw.mcp = name
    raw.operation = operation
    const refusal = await (name === 'events/subscribe'
      ? admission.spend(request, subscribeLimit)
      : spend(request, operation))
    if (refusal && tool === undefined) throw refusal
    if (!refusal) for (const scope of scopes) requireScope({ scope }, raw.caller, baseUrl + metadataPaths.mcp)
    return { operation, tool, refusal }
  }
  return { admit, spend }
}

function createNeeds(
  operations: readonly Operation[],
  catalogue: readonly CatalogueTool[],
): (message: Message, narrowing: Narrowing) => Need {
  const byName = new Map(catalogue.map((tool) => [tool.name, tool]))
  const needs = new Map<unknown, Need>(
    methods.map((name) => [name, { operation: undefined, name, scopes: [] }]),
  )
  const named = (wanted: string) => operations.find(({ name }) => name === wanted)
  // Clients list resources unasked: without the scope they get an empty list. Reading one needs the scope.
  for (const name of ['skills/list', 'resources/list'])
    needs.set(name, { operation: named('listSkills'), name, scopes: [] })
  for (const name of ['skills/get', 'resources/read'])
    needs.set(name, { operation: named('getSkillVersion'), name, scopes: ['skills:read'] })
  for (const name of eventMethods) needs.set(name, { operation: undefined, name, scopes: [] })
  needs.set('events/poll', { operation: named('listChanges'), name: 'events/poll', scopes: [] })
  for (const [name, operation, ...scopes] of [...promptNeeds, ...taskNeeds])
    needs.set(name, { operation: named(operation), name, scopes })

  return (message, narrowing) => {
    const { method, params } = message
    if (readsCard(message)) return { operation: undefined, name: 'resources/read', scopes: [] }
    if (method !== 'tools/call') {
      const need = needs.get(method) ?? { operation: undefined, name: 'other', scopes: [] }
      return isEventMethod(method) ? { ...need, scopes: scopesOfMessage(method, params) } : need
    }
    const known = byName.get((params as { name?: string } | null | undefined)?.name ?? '')
    const tool = known && narrowed(known, narrowing)
    if (tool === undefined || !isCallable(tool, narrowing))
      return { operation: undefined, name: 'other', scopes: [] }
    return { operation: tool.operation, tool, name: tool.name, scopes: tool.scopes }
  }
}
