import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId, SkillVersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { changedData, changedFields, skillEvent, whereChanged } from '../../events/resource-events.ts'
import { AllowedTools, License, Metadata, SkillDescription, SkillName } from '../../records/skill.ts'

export const updateSkill = defineOperation({
  http: 'PATCH /api/skills/:skillId',
  client: 'skills.update',
  tool: 'update_skill',
  summary: 'Change a skill or its default version. Omitted fields stay as they are. Supports If-Match.',
  toolUse:
    'Use it to change the name, description or default version; publish_skill_version changes the content.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 'default',

  input: z.strictObject({
    skillId: SkillId,
    name: SkillName.optional().describe('Name of the skill.'),
    description: SkillDescription.optional().describe('What the skill does and when to use it.'),
    metadata: Metadata.nullable().optional().describe('Custom names and values; null clears them.'),
    allowedTools: AllowedTools.nullable()
      .optional()
      .describe('Tools that the skill may use; null clears them.'),
    license: License.nullable().optional().describe('License of the skill; null clears it.'),
    default: z.strictObject({ id: SkillVersionId }).nullish().describe('New default version.'),
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
      with updated as (
        update skills s
        set name = coalesce(${name}, s.name), description = coalesce(${description}, s.description),
          metadata = case when ${metadata === undefined} then s.metadata else ${metadata ?? null}::jsonb end,
          allowed_tools = case when ${allowedTools === undefined} then s.allowed_tools else ${allowedTools ?? null}::text[] end,
          license = case when ${license === undefined} then s.license else ${license ?? null} end,
          default_version_id = coalesce(${defaultId}, s.default_version_id),
          revision = s.revision + 1, updated_at = now()
        from skills before where s.id = ${skillId} and before.id = s.id
        returning s.id, s.workspace_id, ${changedColumns} as changed
      )
      ${emit(skillEvent('skill.updated', caller, whereChanged('updated'), changedData))}`
    setRevision(skill.revision + 1)
  },
})

const changedColumns = changedFields({
  name: fragment`s.name <> before.name`,
  description: fragment`s.description <> before.description`,
  metadata: fragment`s.metadata is distinct from before.metadata`,
  allowedTools: fragment`s.allowed_tools is distinct from before.allowed_tools`,
  license: fragment`s.license is distinct from before.license`,
  default: fragment`s.default_version_id is distinct from before.default_version_id`,
})
