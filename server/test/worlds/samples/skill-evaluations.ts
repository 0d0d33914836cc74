import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newVideo } from './captions.ts'
import { newSkillVersion } from './skills.ts'
import { type Sample, target, uniqueName } from './target.ts'

const expected = [{ firstFrame: 10, lastFrame: 20, text: 'Black frames' }]

export const skillEvaluationSamples: Record<string, Sample> = {
  listSkillExamples: async (world, projectId, owner) =>
    target({ skillId: (await newExample(world, projectId, owner)).skillId }),
  createSkillExample: async (world, projectId, owner) => {
    const { skillId, fileId } = await newExample(world, projectId, owner)
    return target({ skillId }, { name: uniqueName(), fileId, expected })
  },
  updateSkillExample: async (world, projectId, owner) => {
    const { skillExampleId } = await newExample(world, projectId, owner)
    return target({ skillExampleId }, { name: uniqueName(), expected: [] })
  },
  deleteSkillExample: async (world, projectId, owner) => {
    const { skillExampleId } = await newExample(world, projectId, owner)
    return target({ skillExampleId })
  },
  recordSkillAnswer: async (world, projectId, owner) => {
    const { skillExampleId, skillVersionId } = await newExample(world, projectId, owner)
    return target({ skillExampleId }, { skillVersionId, model: 'a model', notes: expected })
  },
  runSkillEvaluation: async (world, projectId, owner) => {
    const { skillId, skillVersionId } = await newExample(world, projectId, owner)
    return target({ skillId }, { skillVersionId, source: 'RECORDED' })
  },
  listSkillEvaluations: async (world, projectId, owner) =>
    target({ skillId: (await newEvaluation(world, projectId, owner)).skillId }),
  getSkillEvaluation: async (world, projectId, owner) => {
    const { skillEvaluationId } = await newEvaluation(world, projectId, owner)
    return target({ skillEvaluationId })
  },
  cancelSkillEvaluation: async (world, projectId, owner) => {
    const { skillEvaluationId } = await newEvaluation(world, projectId, owner)
    return target({ skillEvaluationId })
  },
}

/** A skill with one version and one example, whose file is in the project. */
export async function newExample(world: World, projectId: string, owner: Person) {
  const { sql } = world.database
  const [skillExampleId, skillVersionId] = [newUuid(), await newSkillVersion(world, projectId, owner)]
  const fileId = await newVideo(world, projectId, owner)
  const [version] = await sql<{ skillId: string }>`
    select skill_id as "skillId" from skill_versions where id = ${skillVersionId}`
  const { skillId } = version!
  await sql`
    insert into skill_examples (id, skill_id, file_id, name, expected, created_by)
    values (${skillExampleId}, ${skillId}, ${fileId}, ${uniqueName()}, ${JSON.stringify(stored)}::jsonb, ${owner.userId})`
  return { skillId, skillVersionId, skillExampleId, fileId }
}

const stored = expected.map((note) => ({ ...note, firstMs: null, lastMs: null, page: null, area: null }))

/** An evaluation that waits: no task runs it. */
async function newEvaluation(world: World, projectId: string, owner: Person) {
  const { sql } = world.database
  const example = await newExample(world, projectId, owner)
  const skillEvaluationId = newUuid()
  await sql`
    insert into skill_evaluations (id, skill_id, skill_version_id, content_hash, source, created_by)
    values (${skillEvaluationId}, ${example.skillId}, ${example.skillVersionId}, sha256('# Sample'), 'RECORDED', ${owner.userId})`
  await sql`
    insert into skill_evaluation_results (evaluation_id, example_id, position, expected)
    values (${skillEvaluationId}, ${example.skillExampleId}, 1, ${JSON.stringify(stored)}::jsonb)`
  return { ...example, skillEvaluationId }
}
