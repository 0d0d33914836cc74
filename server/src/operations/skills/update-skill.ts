import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { SkillId, SkillVersionId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import {
  changedData,
  changedFields,
  skillEvent,
  skillVersionData,
  whereChanged,
} from '../../events/resource-events.ts'
import { AllowedTools, License, Metadata, SkillDescription, SkillName } from '../../records/skill.ts'

export const updateSkill = defineOperation({
  http: 'PATCH /api/skills/:skillId',
  client: 'skills.update',
  tool: 'update_skill',
  summary: 'Change a skill or its default version. Omitted fields stay as they are. Supports If-Match.',
  toolUse:
    'Use it to change the name, description or default version; publish_skill_version changes the content. A person decides about new details in the app; drafts cannot become the default.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 'default',
  audit: {
    action: 'skill.updated',
    target: { of: 'skill', before: ({ skillId }) => skillId },
    details: ({ skillId: _, ...changes }) => ({ changed: givenFields(changes) }),
  },

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

  conflicts: ['skill_version_is_draft'],
  violations: {
    skills_default_fkey: { reference: '/default/id' },
    skills_published_default_fkey: 'skill_version_is_draft',
  },

  revision: true,

  transaction: true,
  async handler({ skillId, ...changes }, context): Promise<undefined> {
    const { sql, caller, requireMatch, setRevision } = context
    const [skill] = await sql<{ revision: number; draft: boolean }>`
      select revision, draft from skills
      where id = ${skillId} and workspace_id = ${caller.workspaceId} and source = 'WORKSPACE'
      for no key update`
    if (!skill) throw new ApiError('not_found')
    requireMatch(skill.revision)
    setRevision(skill.revision)
    const { default: chosen, ...details } = changes
    const defaultId = chosen?.id ?? null
    const isEdit = Object.values(details).some((value) => value !== undefined)
    if (!isEdit && defaultId === null) return
    if (defaultId !== null && caller.kind === 'session') await publishDraft(context, skillId, defaultId)
    // Agents read the details: what an agent changes in those of a skill that others see waits for a person.
    const isProposal = isEdit && caller.agent && !skill.draft
    await change(context, skillId, { defaultId, details: isProposal ? {} : details })
    if (isProposal) await propose(context, skillId, details)
    setRevision(skill.revision + 1)
  },
})

type Context = { sql: Sql; caller: Caller }
type Details = {
  name?: string | undefined
  description?: string | undefined
  metadata?: Record<string, string> | null | undefined
  allowedTools?: string[] | null | undefined
  license?: string | null | undefined
}

/** A person who makes a draft the default publishes it. */
async function publishDraft({ sql, caller }: Context, skillId: string, versionId: string): Promise<void> {
  const it = fragment`(select s.id, s.workspace_id, d.id as version_id, d.version from published d join skills s on s.id = d.skill_id) it`
  await sql`
    with published as (
      update skill_versions set draft = false where id = ${versionId} and skill_id = ${skillId} and draft
      returning id, skill_id, version
    )
    ${emit(skillEvent('skill.version_published', caller, it, skillVersionData))}`
}

async function change(
  { sql, caller }: Context,
  skillId: string,
  { defaultId, details }: { defaultId: string | null; details: Details },
): Promise<void> {
  const { name = null, description = null, metadata, allowedTools, license } = details
  const given = Object.keys(details).filter((key) => details[key as keyof Details] !== undefined)
  await sql`
    with updated as (
      update skills s
      set name = coalesce(${name}, s.name), description = coalesce(${description}, s.description),
        metadata = case when ${metadata === undefined} then s.metadata else ${metadata ?? null}::jsonb end,
        allowed_tools = case when ${allowedTools === undefined} then s.allowed_tools else ${allowedTools ?? null}::text[] end,
        license = case when ${license === undefined} then s.license else ${license ?? null} end,
        default_version_id = coalesce(${defaultId}, s.default_version_id),
        draft = s.draft and ${defaultId}::text is null,
        proposal = case when (s.proposal->'changes') - ${given}::text[] = '{}' then null
          else jsonb_set(s.proposal, '{changes}', (s.proposal->'changes') - ${given}::text[]) end,
        revision = s.revision + 1, updated_at = now()
      from skills before where s.id = ${skillId} and before.id = s.id
      returning s.id, s.workspace_id, ${changedColumns} as changed
    )
    ${emit(skillEvent('skill.updated', caller, whereChanged('updated'), changedData))}`
}

/** Adds to what has been proposed before. */
async function propose({ sql, caller }: Context, skillId: string, details: Details): Promise<void> {
  const proposed = skillEvent('skill.updated', caller, fragment`proposed it`, { changed: ['proposal'] })
  await sql`
    with proposed as (
      update skills set proposal = jsonb_build_object(
        'changes', coalesce(proposal->'changes', '{}') || ${JSON.stringify(details)}::jsonb,
        'userId', ${caller.userId}::uuid, 'at', wire_time(now()))
      where id = ${skillId}
      returning id, workspace_id
    )
    ${emit(proposed)}`
}

const changedColumns = changedFields({
  name: fragment`s.name <> before.name`,
  description: fragment`s.description <> before.description`,
  metadata: fragment`s.metadata is distinct from before.metadata`,
  allowedTools: fragment`s.allowed_tools is distinct from before.allowed_tools`,
  license: fragment`s.license is distinct from before.license`,
  default: fragment`s.default_version_id is distinct from before.default_version_id`,
})
