import { queryOptions } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { keys, withoutEvents } from '../../data/queries.ts'

export const examplesQuery = (skillId: string) =>
  queryOptions({
    queryKey: [...keys.skills, skillId, 'examples'],
    queryFn: async ({ signal }) => (await client.skillExamples.list(skillId, { signal })).examples,
    ...withoutEvents,
  })

export const isRunning = (state: string) => state === 'QUEUED' || state === 'RUNNING'

/** An evaluation takes seconds, or minutes with a model. */
const pollMs = 1_500

export const evaluationsQuery = (skillId: string) =>
  queryOptions({
    queryKey: [...keys.skills, skillId, 'evaluations'],
    queryFn: ({ signal }) => client.skillEvaluations.list(skillId, { signal }),
    ...withoutEvents,
    refetchInterval: ({ state: { data } }) =>
      data?.evaluations.some(({ state }) => isRunning(state)) ? pollMs : false,
  })

export const evaluationQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...keys.skills, 'evaluation', evaluationId],
    queryFn: ({ signal }) => client.skillEvaluations.get(evaluationId, { signal }),
    ...withoutEvents,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? pollMs : false),
  })
