import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newVideo } from './captions.ts'
import { newSkillVersion } from './skills.ts'
import { type Sample, target, uniqueName } from './target.ts'

const expected = [{ firstFrame: 10, lastFrame: 20, text: 'Black frames' }]

export const skillEvaluationSamples: Record<string, Sample> = {
  listSkillExamples: async (world, _projectId, owner) =>
    target({ skillId: (await newOpenExample(world, owner)).skillId }),
  createSkillExample: async (world, _projectId, owner) => {
    const { skillId, fileId } = await newOpenExample(world, owner)
    return target({ skillId }, { name: uniqueName(), fileId, expected })
  },
  updateSkillExample: async (world, _projectId, owner) => {
    const { skillExampleId } = await newOpenExample(world, owner)
    return target({ skillExampleId }, { name: uniqueName(), expected: [] })
  },
  deleteSkillExample: async (world, _projectId, owner) => {
    const { skillExampleId } = await newOpenExample(world, owner)
    return target({ skillExampleId })
  },
  recordSkillAnswer: async (world, _projectId, owner) => {
    const { skillExampleId, skillVersionId } = await newOpenExample(world, owner)
    return target({ skillExampleId }, { skillVersionId, model: 'a model', notes: expected })
  },
  runSkillEvaluation: async (world, _projectId, owner) => {
    const { skillId, skillVersionId } = await newOpenExample(world, owner)
    return target({ skillId }, { skillVersionId, source: 'RECORDED' })
  },
  listSkillEvaluations: async (world, _projectId, owner) =>
    target({ skillId: (await newEvaluation(world, owner)).skillId }),
  getSkillEvaluation: async (world, _projectId, owner) => {
    const { skillEvaluationId } = await newEvaluation(world, owner)
    return target({ skillEvaluationId })
  },
  cancelSkillEvaluation: async (world, _projectId, owner) => {
    const { skillEvaluationId } = await newEvaluation(world, owner)
    return target({ skillEvaluationId })
  },
}

/** An example whose file all members of the workspace see. */
async function newOpenExample(world: World, owner: Person) {
  const open = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  return newExample(world, open.id, owner)
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
async function newEvaluation(world: World, owner: Person) {
  const { sql } = world.database
  const example = await newOpenExample(world, owner)
  const skillEvaluationId = newUuid()
  await sql`
    insert into skill_evaluations (id, skill_id, skill_version_id, content_hash, source, created_by)
    values (${skillEvaluationId}, ${example.skillId}, ${example.skillVersionId}, sha256('# Sample'), 'RECORDED', ${owner.userId})`
  await sql`
    insert into skill_evaluation_results (evaluation_id, example_id, position, expected)
    values (${skillEvaluationId}, ${example.skillExampleId}, 1, ${JSON.stringify(stored)}::jsonb)`
  return { ...example, skillEvaluationId }
}
