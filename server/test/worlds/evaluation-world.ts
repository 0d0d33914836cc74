// A world with a skill, an example and calls of the operations of evaluations.
import { until } from '../helpers/until.ts'
import { newExample } from './samples/skill-evaluations.ts'
import { startWorld, type WorldOptions } from './world.ts'

export async function startEvaluationWorld(options: WorldOptions = {}) {
  const world = await startWorld(options)
  // Only members see the files of this project.
  const { id: projectId, owner } = await world.project({ accessRange: 'ONLY_PROJECT_MEMBER' })
  const { key } = owner

  const get = async (id: string, who = key) =>
    (await world.call(`GET /api/skill-evaluations/${id}`, { key: who })).body.data

  return {
    world,
    projectId,
    owner,
    key,
    sql: world.database.sql,
    /** A skill with one version, and an example that expects one note: on the frames 10 to 20, at 25 frames per second. */
    example: () => newExample(world, projectId, owner),
    examplesOf: async (skillId: string, who = key) =>
      (await world.call(`GET /api/skills/${skillId}/examples`, { key: who })).body.data.examples,
    createExample: (skillId: string, body: object, who = key) =>
      world.call(`POST /api/skills/${skillId}/examples`, {
        key: who,
        body: { name: 'Trailer', expected: [{ firstFrame: 10, text: 'Black' }], ...body },
      }),
    record: (skillExampleId: string, body: object, who = key) =>
      world.call(`PUT /api/skill-examples/${skillExampleId}/answer`, { key: who, body }),
    run: (skillId: string, body: object, who = key) =>
      world.call(`POST /api/skills/${skillId}/evaluations`, { key: who, body }),
    get,
    ended: (id: string) =>
      until(async () => {
        const evaluation = await get(id)
        return !['QUEUED', 'RUNNING'].includes(evaluation.state) && evaluation
      }),
  }
}
