import { type Answer, type Behaviour, hasBearer, type Seen, type StandIn } from './stand-in.ts'

const key = 'kling-secret'
const states = { running: 'processing', done: 'succeeded', failed: 'failed' }

export const kling: Behaviour = {
  key,
  authorized: hasBearer(key),
  isStart: ({ method, path }) =>
    method === 'POST' && /^\/(text-to-video|image-to-video|omni-video)\/kling-3\.0/.test(path),
  refusals: {
    'rejected key': answer(401, 1002, null),
    'out of balance': answer(429, 1102, null),
    'content policy': answer(400, 1301, null),
    'rate limit': { ...answer(429, 1303, null), headers: { 'retry-after': '7' } },
  },
  began: (generation) => answer(200, 0, { id: generation.id, status: 'submitted', message: '' }),
  other({ path, query }, standIn) {
    if (path !== '/tasks') return answer(404, 1203, null)
    return answer(
      200,
      0,
      ids(query, standIn).map((id) => task(id, standIn)),
    )
  },
}

function ids(query: Seen['query'], standIn: StandIn): string[] {
  const external = query.get('external_task_ids')
  const wanted = query.get('task_ids')
  return [...standIn.generations.values()]
    .filter(({ id, seen }) => id === wanted || seen.json.options.external_task_id === external)
    .map(({ id }) => id)
}

function task(id: string, standIn: StandIn) {
  const { generation, state } = standIn.look(id)!
  const outputs = state === 'done' ? [{ type: 'video', url: standIn.resultUrl(generation) }] : []
  const message = state === 'failed' ? 'risk control: a secret plan' : ''
  return { id, status: states[state], message, outputs }
}

function answer(status: number, code: number, data: unknown): Answer {
  return { status, json: { code, message: code === 0 ? 'SUCCEED' : 'a secret plan', request_id: 'r', data } }
}
