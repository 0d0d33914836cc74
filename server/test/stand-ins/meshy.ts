import { type Behaviour, hasBearer, notFound } from './stand-in.ts'

const key = 'msy-secret'
const states = { running: 'IN_PROGRESS', done: 'SUCCEEDED', failed: 'FAILED' }
const collection = /^\/openapi\/v1\/(text-to-image|image-to-3d|multi-image-to-3d)$/

export const meshy: Behaviour = {
  key,
  authorized: hasBearer(key),
  isStart: ({ method, path }) => method === 'POST' && collection.test(path),
  refusals: {
    'rejected key': error(401, 'Invalid API key'),
    'out of balance': error(402, 'Insufficient credits'),
    'content policy': error(400, 'Rejected by content moderation: a secret plan'),
    'rate limit': { ...error(429, 'Too many requests'), headers: { 'retry-after': '7' } },
  },
  began: (generation) => ({ status: 202, json: { result: generation.id } }),
  other({ method, path }, standIn) {
    const [, kind = '', id = ''] = path.match(/^(.+)\/(.+)$/) ?? []
    const generation = standIn.generations.get(id)
    // A task can be read only at the path of its kind.
    if (!generation || generation.seen.path !== kind) return notFound
    if (method === 'DELETE') {
      generation.cancelled = true
      return { text: '' }
    }
    const { state } = standIn.look(id)!
    const finished = state === 'done' && !kind.endsWith('text-to-image')
    return {
      json: {
        id,
        status: generation.cancelled ? 'CANCELED' : states[state],
        progress: state === 'running' ? 50 : 100,
        model_urls: finished ? { glb: standIn.resultUrl(generation) } : {},
        task_error: { message: state === 'failed' ? 'moderation: a secret plan' : '' },
      },
    }
  },
}

function error(status: number, message: string) {
  return { status, json: { message } }
}
