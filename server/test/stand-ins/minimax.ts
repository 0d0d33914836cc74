import { type Behaviour, hasBearer, notFound } from './stand-in.ts'

const key = 'minimax-secret'
const states = { running: 'running', done: 'succeeded', failed: 'failed' }

export const miniMax: Behaviour = {
  key,
  authorized: hasBearer(key),
  isStart: ({ method, path }) => method === 'POST' && path === '/v2/video_generation',
  refusals: {
    'rejected key': error(401, 'authorized_error'),
    'out of balance': error(402, 'insufficient_balance_error'),
    'content policy': error(400, 'input_sensitive_error'),
    'rate limit': { ...error(429, 'rate_limit_error'), headers: { 'retry-after': '7' } },
  },
  began: (generation) => ({ json: { task_id: generation.id } }),
  other({ path }, standIn) {
    const found = standIn.look(path.match(/^\/v2\/query\/video_generation\/(.+)$/)?.[1])
    if (!found) return notFound
    const { generation, state } = found
    const content = state === 'done' ? { url: standIn.resultUrl(generation) } : null
    const problem = state === 'failed' ? { code: 1027, message: 'output is sensitive: a secret plan' } : null
    return { json: { task: { id: generation.id, status: states[state], content, error: problem } } }
  },
}

function error(status: number, type: string) {
  return {
    status,
    json: { type: 'error', error: { type, message: 'a secret plan', http_code: `${status}` } },
  }
}
