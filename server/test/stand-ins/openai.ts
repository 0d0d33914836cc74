import { type Behaviour, hasBearer } from './stand-in.ts'

/** An image of one pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const key = 'sk-openai-secret'

export const openAi: Behaviour = {
  key,
  authorized: hasBearer(key),
  isStart: ({ path }) => path === '/v1/images/generations' || path === '/v1/images/edits',
  refusals: {
    'rejected key': error(401, 'invalid_api_key', 'Incorrect API key provided: sk-openai-secret.'),
    'out of balance': error(429, 'insufficient_quota', 'You exceeded your current quota.'),
    'content policy': error(400, 'moderation_blocked', 'Your request was rejected: a secret plan'),
    'rate limit': { ...error(429, 'rate_limit_exceeded', 'Slow down.'), headers: { 'retry-after': '7' } },
  },
  began: () => ({ json: { created: 1, data: [{ b64_json: pixel }] } }),
}

function error(status: number, code: string, message: string) {
  return { status, json: { error: { message, type: 'error', param: null, code } } }
}
