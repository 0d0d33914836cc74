// One tools/call: its operations are parsed and called like HTTP requests; the result or the error becomes a tool result.
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../core/access.ts'
import { callOperation, parseInput, plainCall } from '../../core/call.ts'
import { type ApiError, problem } from '../../core/errors.ts'
import { readIdempotencyKey } from '../../core/idempotency.ts'
import { isRead, methodAndPath, type Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import { requireScope } from '../admission.ts'
import { type Ask, confirm } from './confirmation.ts'
import type { CatalogueTool, ToolContext } from './tools/define-tool.ts'
import type { Narrowing } from './tools/narrowing.ts'

/** The state of a request: set by the route, and updated by the call. */
export type Exchange = {
  caller: Caller
  requestId: string
  narrowing: Narrowing
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

export async function callTool({ tool, input, ...rest }: ToolCall): Promise<CallToolResult> {
  const { idempotencyKey, ...given } = tool.reads ? { ...input, idempotencyKey: undefined } : input
  const key = idempotencyKey == null ? undefined : readIdempotencyKey(String(idempotencyKey))
  const result = await tool.run(tool.reads ? input : given, contextOf({ tool, input, ...rest }, key))
  if ('content' in result) return { content: result.content }
  return {
    content: [{ type: 'text', text: JSON.stringify(result.data) }],
    structuredContent: result.data,
  }
}

function contextOf(
  { services, operations, tool, exchange, mcp, ask }: ToolCall,
  idempotencyKey: string | undefined,
): ToolContext {
  // A tool is always called by an agent, in the name of the caller, whatever the credential.
  const caller = { ...exchange.caller, agent: true }
  // The request was admitted by the limit of this operation, so its first call is paid.
  let paid: Operation | undefined = tool.operation

  const call: ToolContext['call'] = async ({ http }, input) => {
    const operation = operations.find((candidate) => candidate.http === http)!
    const over = operation === paid ? undefined : await exchange.spend(operation)
    paid = operation === paid ? undefined : paid
    if (over) throw over
    requireScope(operation, caller)
    const fields = input as Record<string, unknown>
    // A URL always has its ids; in a tool call, a missing id is an invalid input and not an unknown id.
    const given = methodAndPath(operation).pathKeys.filter((key) => typeof fields[key] === 'string')
    const parsed = parseInput(operation, given, fields)
    await confirm({ services, operations, caller, operation, input: parsed }, ask)
    const key = isRead(operation) ? undefined : idempotencyKey
    const { body } = await callOperation({
      ...plainCall(services, operation, caller, parsed),
      idempotencyKey: key,
    })
    return body === null ? undefined : JSON.parse(String(body))
  }
  return {
    call,
    may: (scope) => caller.scopes.has(scope),
    caller,
    origin: services.origin(),
    mcp,
  }
}

/**
 * The same code, message and fields as over HTTP, for the model to correct its call by. Text only: some clients compare
 * structured content with the output schema, which describes a success, and then show neither.
 */
export function errorResult(error: ApiError, requestId: string, baseUrl: string): CallToolResult {
  const retryAfter = error.headers['Retry-After']
  const told = {
    // The credential was accepted: tools cannot be called without one.
    ...problem(error, true, requestId, baseUrl),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
}
