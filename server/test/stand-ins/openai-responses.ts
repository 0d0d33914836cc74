import { lastWords, type ModelApi, type ModelRequest, type Step } from './scripted-model.ts'

/** The Responses API of OpenAI. */
export const responsesApi: ModelApi = {
  path: '/v1/responses',
  stepsDone: (request) => items(request, 'function_call').length,
  events(step, index, { model }) {
    const response = { id: `resp_${index}`, object: 'response', created_at: 1, model, output: [] }
    const item = outputItem(step, index)
    const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress' } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ]
    return events
  },
}

function outputItem(step: Step | undefined, index: number): object {
  const status = 'completed'
  if (!step) {
    const content = [{ type: 'output_text', text: lastWords, annotations: [] }]
    return { type: 'message', id: `msg_${index}`, role: 'assistant', status, content }
  }
  const [namespace, name] = step.tool.includes('/') ? step.tool.split('/') : [undefined, step.tool]
  return {
    type: 'function_call',
    id: `fc_${index}`,
    call_id: `call_${index}`,
    status,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(step.arguments),
  }
}

/** The items of a type in the conversation, oldest first. */
export function items({ input }: ModelRequest, type: string): ModelRequest[] {
  return input.filter((item: { type: string }) => item.type === type)
}
