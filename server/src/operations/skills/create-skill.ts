import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent, skillVersionData } from '../../events/resource-events.ts'
import {
  AllowedTools,
  License,
  Metadata,
  SkillDescription,
  SkillName,
  VersionContent,
  VersionNote,
} from '../../records/skill.ts'

export const createSkill = defineOperation({
  http: 'POST /api/skills',
  client: 'skills.create',
  tool: 'create_skill',
  summary: 'Create a skill. With content, its first version is published as the default.',
  toolUse: 'Use it to keep a way of working for later; to change one there is, use publish_skill_version.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({
    name: SkillName.describe('What the skill is called.'),
    description: SkillDescription.describe('What it does and when to use it.'),
    metadata: Metadata.nullish().describe('Names and values of your own.'),
    allowedTools: AllowedTools.nullish().describe('The tools that it may use.'),
    license: License.nullish().describe('Under which it may be used.'),
    content: VersionContent.nullish().describe('The first version, Markdown.'),
    note: VersionNote.nullish().describe('What to know about that version; goes with content.'),
  }),
  output: [201, z.object({ id: SkillId })],

  async handler({ name, description, content, note, ...more }, { sql, caller }) {
    if (content == null && note != null) throw noteWithoutContent()
    const { metadata = null, allowedTools = null, license = null } = more
    const id = newPrefixedId('SK')
    const versionId = content == null ? null : newPrefixedId('SV')
    const created = skillEvent('skill.created', caller, fragment`skill it`)
    const both = fragment`(select id, workspace_id, version_id, version from skill, version) it`
    const published = skillEvent('skill.version_published', caller, both, skillVersionData)
    await sql`
      with version as (
        insert into skill_versions (id, skill_id, version, content, note, created_by)
        select ${versionId}::text, ${id}::text, 1, ${content ?? null}::text, ${note ?? null}::text, ${caller.userId}::uuid
        where ${versionId}::text is not null
        returning id as version_id, version
      ), skill as (
        insert into skills (id, workspace_id, name, description, metadata, allowed_tools, license, default_version_id,
          last_version, created_by)
        values (${id}, ${caller.workspaceId}, ${name}, ${description}, ${metadata}, ${allowedTools}, ${license},
          ${versionId}, ${versionId === null ? 0 : 1}, ${caller.userId})
        returning id, workspace_id
      )
      ${emit(created, published)}`
    return { id }
  },
})

function noteWithoutContent(): ApiError {
  const message = 'A note is about a version: send its content too.'
  return new ApiError('invalid_request', { errors: [{ path: '/note', code: 'content_missing', message }] })
}
