import { type Behaviour, hasBearer, notFound } from './stand-in.ts'

const key = 'ark-secret'
const tasks = '/api/v3/contents/generations/tasks'
const states = { running: 'running', done: 'succeeded', failed: 'failed' }

export const bytePlus: Behaviour = {
  key,
  authorized: hasBearer(key),
  isStart: ({ method, path }) => method === 'POST' && path === tasks,
  refusals: {
    'rejected key': error(401, 'AuthenticationError'),
    'out of balance': error(403, 'AccountOverdueError'),
    'content policy': error(400, 'InputTextSensitiveContentDetected'),
    'rate limit': { ...error(429, 'RateLimitExceeded.EndpointRPMExceeded'), headers: { 'retry-after': '7' } },
  },
  began: (generation) => ({ json: { id: generation.id } }),
  other({ method, path }, standIn) {
    const id = path.split('/').at(-1) ?? ''
    const generation = standIn.generations.get(id)
    if (!path.startsWith(`${tasks}/`) || !generation) return notFound
    if (method === 'DELETE') generation.cancelled = true
    if (generation.cancelled) return { json: { id, status: 'cancelled' } }
    const { state } = standIn.look(id)!
    const content = state === 'done' ? { video_url: standIn.resultUrl(generation) } : null
    const problem =
      state === 'failed' ? { code: 'OutputVideoSensitiveContentDetected', message: 'a secret plan' } : null
    return { json: { id, status: states[state], content, error: problem } }
  },
}

function error(status: number, code: string) {
  return { status, json: { error: { code, message: 'a secret plan', param: '', type: code } } }
}
