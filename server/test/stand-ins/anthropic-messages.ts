import { lastWords, type ModelApi, type ModelRequest, type Step } from './scripted-model.ts'

/** The Messages API of Anthropic. The conversation is what names the tools of the MCP server `server`. */
export function messagesApi(server: string): ModelApi {
  const offered = (request: ModelRequest) => JSON.stringify(request).includes(`mcp__${server}__`)
  return {
    path: '/v1/messages',
    stepsDone: (request) => (offered(request) ? blocks(request, 'tool_use').length : undefined),
    events(step, index, { model }) {
      const message = {
        id: `msg_${index}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      }
      const stop = { stop_reason: step ? 'tool_use' : 'end_turn', stop_sequence: null }
      return [
        { type: 'message_start', message },
        ...contentEvents(step, index),
        { type: 'message_delta', delta: stop, usage: { output_tokens: 10 } },
        { type: 'message_stop' },
      ]
    },
  }
}

function contentEvents(step: Step | undefined, index: number): { type: string }[] {
  const block = step
    ? { type: 'tool_use', id: `toolu_${index}`, name: step.tool, input: {} }
    : { type: 'text', text: '' }
  const delta = step
    ? { type: 'input_json_delta', partial_json: JSON.stringify(step.arguments) }
    : { type: 'text_delta', text: lastWords }
  const at = { index: 0 }
  const events = [
    { type: 'content_block_start', ...at, content_block: block },
    { type: 'content_block_delta', ...at, delta },
    { type: 'content_block_stop', ...at },
  ]
  return events
}

/** The blocks of a type in all messages of the conversation, oldest first. */
export function blocks({ messages }: ModelRequest, type: string): ModelRequest[] {
  return messages
    .flatMap(({ content }: ModelRequest) => (Array.isArray(content) ? content : []))
    .filter((block: { type: string }) => block.type === type)
}
