import { type Behaviour, hasBearer } from './stand-in.ts'

const key = 'sk-text-secret'

export type Written = { content: string; finishReason: string }

/** A server with OpenAI's chat completions API that returns a given text. */
export function textModel(
  written: Written = { content: '# Written\n\nby a stand-in.', finishReason: 'stop' },
): Behaviour {
  return {
    key,
    authorized: hasBearer(key),
    isStart: ({ path }) => path === '/v1/chat/completions',
    refusals: {
      'rejected key': error(401, 'invalid_api_key', 'Incorrect API key provided: sk-text-secret.'),
      'out of balance': error(429, 'insufficient_quota', 'You exceeded your current quota.'),
      'content policy': error(400, 'content_filter', 'The prompt was filtered: a secret plan'),
      'rate limit': { ...error(429, 'rate_limit_exceeded', 'Slow down.'), headers: { 'retry-after': '7' } },
    },
    began: ({ id }) => ({ json: completion(id, written) }),
  }
}

function completion(id: string, { content, finishReason }: Written) {
  const message = { role: 'assistant', content }
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  return {
    id,
    object: 'chat.completion',
    created: 1,
    model: 'writer',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage,
  }
}

function error(status: number, code: string, message: string) {
  return { status, json: { error: { message, type: 'error', param: null, code } } }
}

/** The same in the format of OpenAI's own API. */
export function openAiText(written: Written): Behaviour {
  return {
    ...textModel(),
    isStart: ({ path }) => path === '/v1/responses',
    began: ({ id }) => ({ json: response(id, written) }),
  }
}

function response(id: string, { content, finishReason }: Written) {
  const text = { type: 'output_text', text: content, annotations: [], logprobs: [] }
  const incomplete = finishReason === 'stop' ? null : { reason: finishReason }
  return {
    id,
    object: 'response',
    created_at: 1,
    model: 'writer',
    output: [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [text] }],
    incomplete_details: incomplete,
    usage: { input_tokens: 10, output_tokens: 10 },
  }
}

/** The same in the format of Google's API. */
export function googleText(written: Written): Behaviour {
  return {
    ...textModel(),
    authorized: ({ headers }) => headers['x-goog-api-key'] === key,
    isStart: ({ path }) => path === '/v1beta/models/writer:generateContent',
    began: () => ({ json: candidates(written) }),
  }
}

function candidates({ content, finishReason }: Written) {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 }
  return {
    candidates: [{ content: { role: 'model', parts: [{ text: content }] }, finishReason, index: 0 }],
    usageMetadata,
  }
}
