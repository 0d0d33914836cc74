// Questions to the person through their client: in the result of the call, which the client repeats with the answer
// (2026-07-28), or on the response stream of the call (2025-11-25).
import { randomUUID } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AnswerAction, Answers } from './answers.ts'
import { type Ask, notConfirmed } from './confirmation.ts'

/** Thrown to end the call with a question. The client asks the person, and repeats the call with the answer. */
export class InputRequired extends Error {
  readonly result: InputRequiredResult
  constructor(result: InputRequiredResult) {
    super('the person has to be asked')
    this.result = result
  }
}

/** Accept and decline are buttons of the client: the form has no fields. */
const requestedSchema = { type: 'object' as const, properties: {} }

/** Whether the first message of a client of 2025-11-25 says that it can ask. */
export function introducesAsking({ params }: Record<string, unknown>): boolean {
  return canAsk((params as { capabilities?: unknown } | null | undefined)?.capabilities)
}

type AskOptions = {
  context: ServerContext
  mcp: McpServer
  answers: Answers
  credentialId: string
  onStream: boolean
}

export function askOf({ context, mcp, answers, credentialId, onStream }: AskOptions): Ask {
  const { mcpReq } = context
  if (mcpReq.envelope !== undefined) {
    const envelope: Record<string, unknown> = { ...mcpReq.envelope }
    if (!canAsk(envelope[CLIENT_CAPABILITIES_META_KEY])) return undefined
    return async (key, message) => {
      const response = inputResponse(mcpReq.inputResponses, key)
      if (response.kind !== 'elicit') {
        const inputRequests = { [key]: inputRequired.elicit({ message, requestedSchema }) }
        throw new InputRequired(inputRequired({ inputRequests }))
      }
      if (response.action !== 'accept') throw notConfirmed('declined')
    }
  }
  if (!onStream) return undefined
  return async (_key, message) => {
    const form = { message, requestedSchema }
    const action = await askOnStream({ context, mcp, answers, credentialId }, form)
    if (action !== 'accept') throw notConfirmed(action === undefined ? 'unanswered' : 'declined')
  }
}

/** Shows a form to the person, and waits for the button. Undefined when nobody answers. */
export async function askOnStream(
  { context, mcp, answers, credentialId }: Omit<AskOptions, 'onStream'>,
  params: { message: string; requestedSchema: object },
): Promise<AnswerAction | undefined> {
  const { id: relatedRequestId, signal } = context.mcpReq
  const id = randomUUID()
  const answer = answers.wait({ id, credentialId }, signal)
  const request = { jsonrpc: '2.0' as const, id, method: 'elicitation/create', params }
  await mcp.server.transport!.send(request, { relatedRequestId })
  return answer
}

/** Whether these capabilities include forms. A client that names no mode knows no other. */
function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: { form?: unknown; url?: unknown } }
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
