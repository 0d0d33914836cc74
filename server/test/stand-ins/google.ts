import { pixel } from './openai.ts'
import { type Behaviour, notFound, type Seen, type StandIn } from './stand-in.ts'

const key = 'google-secret'

const refusals: Behaviour['refusals'] = {
  'rejected key': error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
  'out of balance': error(400, 'FAILED_PRECONDITION', 'Billing is not enabled for this project.'),
  'content policy': error(400, 'INVALID_ARGUMENT', 'The prompt violates our usage guidelines: a secret plan'),
  'rate limit': { ...error(429, 'RESOURCE_EXHAUSTED', 'Slow down.'), headers: { 'retry-after': '7' } },
}

function authorized({ headers }: Seen): boolean {
  return headers['x-goog-api-key'] === key
}

/** Gemini: the prompt `block me` is blocked with a 200, as Google does it. */
export const gemini: Behaviour = {
  key,
  authorized,
  isStart: ({ path }) => path.endsWith(':generateContent'),
  refusals,
  began({ seen }) {
    if (seen.body.includes('block me'))
      return { json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }
    const parts = [{ inlineData: { mimeType: 'image/png', data: pixel } }]
    return { json: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] } }
  },
}

export const veo: Behaviour = {
  key,
  authorized,
  isStart: ({ path }) => path.endsWith(':predictLongRunning'),
  refusals,
  began: (generation) => ({ json: { name: operation(generation.id) } }),
  other: ({ path }, standIn) => look(path, standIn),
  resultNeedsKey: true,
}

function operation(id: string): string {
  return `models/veo-3.1-generate-preview/operations/${id}`
}

function look(path: string, standIn: StandIn) {
  const found = standIn.look(path.split('/').at(-1))
  if (!found) return notFound
  const { generation, state } = found
  const name = operation(generation.id)
  if (state === 'running') return { json: { name } }
  const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['a secret plan'] }
  const made = { generatedSamples: [{ video: { uri: standIn.resultUrl(generation) } }] }
  const generateVideoResponse = state === 'failed' ? filtered : made
  return { json: { name, done: true, response: { generateVideoResponse } } }
}

function error(code: number, status: string, message: string) {
  return { status: code, json: { error: { code, message, status } } }
}
