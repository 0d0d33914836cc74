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
import { requireFrontMatter } from './require-front-matter.ts'

export const createSkill = defineOperation({
  http: 'POST /api/skills',
  client: 'skills.create',
  tool: 'create_skill',
  summary: 'Create a skill. With content, its first version is published as the default.',
  toolUse:
    'Use it to save a way of working for later; to change an existing skill, use publish_skill_version. It stays a draft, which no agent reads, until a person publishes it in the app.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: { action: 'skill.created', target: { of: 'skill', after: (_input, { id }) => id } },

  input: z.strictObject({
    name: SkillName.describe('Name of the skill.'),
    description: SkillDescription.describe('What the skill does and when to use it.'),
    metadata: Metadata.nullish().describe('Custom names and values.'),
    allowedTools: AllowedTools.nullish().describe('Tools that the skill may use.'),
    license: License.nullish().describe('License of the skill.'),
    content: VersionContent.nullish().describe('Content of the first version, in Markdown.'),
    note: VersionNote.nullish().describe('Note about the first version; requires `content`.'),
  }),
  output: [201, z.object({ id: SkillId })],

  async handler({ name, description, content, note, ...more }, { sql, caller }) {
    if (content == null && note != null) throw noteWithoutContent()
    if (content != null) requireFrontMatter(content)
    const { metadata = null, allowedTools = null, license = null } = more
    const id = newPrefixedId('SK')
    const versionId = content == null ? null : newPrefixedId('SV')
    const created = skillEvent('skill.created', caller, fragment`skill it`)
    const both = fragment`(select id, workspace_id, version_id, version from skill, version) it`
    // The text of an agent is a draft.
    const { agent } = caller
    const type = agent ? 'skill.version_drafted' : 'skill.version_published'
    const written = skillEvent(type, caller, both, skillVersionData)
    await sql`
      with version as (
        insert into skill_versions (id, skill_id, version, content, note, agent, draft, created_by)
        select ${versionId}::text, ${id}::text, 1, ${content ?? null}::text, ${note ?? null}::text, ${agent}::boolean,
          ${agent}::boolean, ${caller.userId}::uuid
        where ${versionId}::text is not null
        returning id as version_id, version
      ), skill as (
        insert into skills (id, workspace_id, name, description, metadata, allowed_tools, license, draft,
          default_version_id, last_version, created_by)
        values (${id}, ${caller.workspaceId}, ${name}, ${description}, ${metadata}, ${allowedTools}, ${license},
          ${agent}, ${agent ? null : versionId}, ${versionId === null ? 0 : 1}, ${caller.userId})
        returning id, workspace_id
      )
      ${emit(created, written)}`
    return { id }
  },
})

function noteWithoutContent(): ApiError {
  const message = 'A note belongs to a version. Send `content` as well.'
  return new ApiError('invalid_request', { errors: [{ path: '/note', code: 'content_missing', message }] })
}
