// One tools/call: its operations are parsed and called like HTTP requests; the result or the error becomes a tool result.
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/access.ts'
import type { Client } from '../../core/audit.ts'
import { callOperation, parseInput, plainCall } from '../../core/call.ts'
import { type ApiError, problem } from '../../core/errors.ts'
import { readIdempotencyKey } from '../../core/idempotency.ts'
import { isRead, methodAndPath, type Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import { requireScope } from '../admission.ts'
import { type Ask, confirm } from './confirmation.ts'
import type { FileWaits } from './file-waits.ts'
import type { CatalogueTool, ToolContext } from './tools/define-tool.ts'
import type { Narrowing } from './tools/narrowing.ts'

/** The state of a request: set by the route, and updated by the call. */
export type Exchange = {
  caller: Caller
  requestId: string
  client: () => Client
  narrowing: Narrowing
  /** The operation whose limit the request has spent. */
  operation: Operation | undefined
  /** The waits of this request. */
  waits: FileWaits
  /** Whether the person can be asked on the response stream. */
  asksOnStream: boolean
  /** The tool that the request was admitted for; the request can call no other. */
  tool: CatalogueTool | undefined
  /** Set when the call is refused before it is made; the refusal is then the tool's result. */
  refusal: ApiError | undefined
  /** Spends the limit of an operation. Returns the 429, if the limit is reached. */
  spend(operation: Operation): Promise<ApiError | undefined>
  /** Converts an error to an API error, and logs it. */
  fail(error: unknown): ApiError
  succeed(status: number): void
}

type ToolCall = {
  services: Services
  operations: readonly Operation[]
  tool: CatalogueTool
  exchange: Exchange
  input: Record<string, unknown>
  mcp: ServerContext
  ask: Ask
}

export async function callTool({
  tool,
  input,
  ...rest
}: ToolCall): Promise<CallToolResult | InputRequiredResult> {
  const { idempotencyKey, ...given } = tool.reads ? { ...input, idempotencyKey: undefined } : input
  const key = idempotencyKey == null ? undefined : readIdempotencyKey(String(idempotencyKey))
  const result = await tool.run(tool.reads ? input : given, contextOf(rest, key))
  if (isInputRequiredResult(result)) return result
  if ('content' in result) return { content: result.content }
  return {
    content: [{ type: 'text', text: JSON.stringify(result.data) }],
    structuredContent: result.data,
    ...(result.meta ? { _meta: result.meta } : {}),
  }
}

type CallContext = Omit<ToolCall, 'tool' | 'input'>
type CallParts = Omit<CallContext, 'mcp' | 'ask'>

function contextOf(context: CallContext, idempotencyKey: string | undefined): ToolContext {
  const { services, exchange, mcp } = context
  const { scopes } = exchange.caller
  const caller = agentOf(exchange)
  const callAs = operationCallsOf(context, idempotencyKey)
  return {
    call: callAs(caller),
    callAsPerson: callAs({ ...exchange.caller, agent: false }),
    may: (scope) => scopes.has(scope),
    caller,
    readOnly: exchange.narrowing.readOnly,
    secrets: services.secrets,
    origin: services.origin(),
    waits: exchange.waits,
    mcp,
  }
}

/** A tool is always called by an agent, in the name of the caller, whatever the credential. */
const agentOf = ({ caller }: Exchange): Caller => ({ ...caller, agent: true })

/** Runs operations as the caller of the request. */
export function operationCalls(context: CallParts): ToolContext['call'] {
  return operationCallsOf(context, undefined)(agentOf(context.exchange))
}

function operationCallsOf(
  { services, operations, exchange, mcp, ask }: CallParts & { mcp?: ServerContext; ask?: Ask },
  idempotencyKey: string | undefined,
): (caller: Caller) => ToolContext['call'] {
  // The request was admitted by the limit of this operation, so its first call is paid.
  let paid = exchange.operation

  return (caller) =>
    async ({ http }, input) => {
      const operation = operations.find((candidate) => candidate.http === http)!
      const over = operation === paid ? undefined : await exchange.spend(operation)
      paid = operation === paid ? undefined : paid
      if (over) throw over
      requireScope(operation, caller)
      const fields = input as Record<string, unknown>
      // A URL always has its ids; in a tool call, a missing id is an invalid input and not an unknown id.
      const given = methodAndPath(operation).pathKeys.filter((key) => typeof fields[key] === 'string')
      const parsed = parseInput(operation, given, fields)
      // A click of the person in the card needs no question.
      if (caller.agent) await confirm({ services, operations, caller, operation, input: parsed }, ask)
      const key = isRead(operation) ? undefined : idempotencyKey
      const { body } = await callOperation({
        ...plainCall(services, operation, caller, parsed),
        idempotencyKey: key,
        client: exchange.client,
        gone: mcp && (() => mcp.mcpReq.signal),
      })
      return body === null ? undefined : JSON.parse(String(body))
    }
}

/**
 * The same code, message and fields as over HTTP, for the model to correct its call by. Text only: some clients compare
 * structured content with the output schema, which describes a success, and then show neither.
 */
export function errorResult(error: ApiError, requestId: string, baseUrl: string): CallToolResult {
  const retryAfter = error.headers['Retry-After']
  const refusal = {
    // The credential was accepted: tools cannot be called without one.
    ...problem(error, true, requestId, baseUrl),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(refusal) }] }
}

/** Converts errors of operations for methods that are no tool calls. The SDK sends the message of an error to the client. */
export async function asProtocolError<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const { status, code, message } = exchange.fail(error)
    const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(kind, message, { code })
  }
}
