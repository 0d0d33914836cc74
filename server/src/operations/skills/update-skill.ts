import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId, SkillVersionId } from '../../core/schemas.ts'
import { AllowedTools, License, Metadata, SkillDescription, SkillName } from '../../records/skill.ts'

export const updateSkill = defineOperation({
  http: 'PATCH /api/skills/:skillId',
  client: 'skills.update',
  tool: 'update_skill',
  summary:
    'Change a skill, or which of its versions is the default. What is left out stays. Honours If-Match.',
  toolUse:
    'Use it for its name, description or default version; its text changes with publish_skill_version.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({
    skillId: SkillId,
    name: SkillName.optional().describe('What the skill is called.'),
    description: SkillDescription.optional().describe('What it does and when to use it.'),
    metadata: Metadata.nullable().optional().describe('Names and values of your own; null clears them.'),
    allowedTools: AllowedTools.nullable().optional().describe('The tools that it may use; null clears them.'),
    license: License.nullable().optional().describe('Under which it may be used; null clears it.'),
    default: z.strictObject({ id: SkillVersionId }).nullish().describe('The version to use from now on.'),
  }),
  output: [204],

  violations: { skills_default_fkey: { reference: '/default/id' } },

  revision: true,

  transaction: true,
  async handler({ skillId, ...changes }, { sql, caller, requireMatch, setRevision }): Promise<undefined> {
    const [skill] = await sql<{ revision: number }>`
      select revision from skills
      where id = ${skillId} and workspace_id = ${caller.workspaceId} and source = 'WORKSPACE'
      for no key update`
    if (!skill) throw new ApiError('not_found')
    requireMatch(skill.revision)
    setRevision(skill.revision)
    const { name = null, description = null, metadata, allowedTools, license } = changes
    const defaultId = changes.default?.id ?? null
    const clearable = [metadata, allowedTools, license]
    if ((name ?? description ?? defaultId) === null && clearable.every((one) => one === undefined)) return
    await sql`
      update skills
      set name = coalesce(${name}, name), description = coalesce(${description}, description),
        metadata = case when ${metadata === undefined} then metadata else ${metadata ?? null}::jsonb end,
        allowed_tools = case when ${allowedTools === undefined} then allowed_tools else ${allowedTools ?? null}::text[] end,
        license = case when ${license === undefined} then license else ${license ?? null} end,
        default_version_id = coalesce(${defaultId}, default_version_id),
        revision = revision + 1, updated_at = now()
      where id = ${skillId}`
    setRevision(skill.revision + 1)
  },
})
