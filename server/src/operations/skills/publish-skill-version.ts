import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillId, SkillVersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { skillEvent, skillVersionData } from '../../events/resource-events.ts'
import { VersionContent, VersionNote } from '../../records/skill.ts'
import { requireFrontMatter } from './require-front-matter.ts'

export const publishSkillVersion = defineOperation({
  http: 'POST /api/skills/:skillId/versions',
  client: 'skillVersions.publish',
  tool: 'publish_skill_version',
  summary:
    'Publish a version of a skill. The first version becomes the default. A version by a tool is a draft until a person makes it the default in the web app.',
  toolUse:
    'Use it to change the content of a skill; send the whole text, not a part. No agent reads the draft.',

  scope: 'skills:write',
  workspaceRole: 'MEMBER',
  tier: 3,
  audit: { action: 'skill.version_published', target: { of: 'skill', before: ({ skillId }) => skillId } },

  input: z.strictObject({
    skillId: SkillId,
    content: VersionContent.describe('Markdown.'),
    note: VersionNote.nullish().describe('Note about this version.'),
    isDefault: z.boolean().nullish().describe('Whether the version becomes the default.'),
  }),
  output: [
    201,
    z.object({
      id: SkillVersionId,
      version: z.int().describe('Number of the version, one more than the last.'),
      draft: z.boolean().describe('Whether a person has to publish it: a tool wrote it.'),
    }),
  ],

  async handler({ skillId, content, note, isDefault }, { sql, caller }) {
    requireFrontMatter(content)
    const id = newPrefixedId('SV')
    const { agent } = caller
    const type = agent ? 'skill.version_drafted' : 'skill.version_published'
    const added = skillEvent(type, caller, fragment`made it`, skillVersionData)
    const isChosen = fragment`made it where it.default_version_id = it.version_id`
    const chosen = skillEvent('skill.updated', caller, isChosen, { changed: ['default'] })
    // The skill counts its versions: a concurrent publication waits for its row and gets the next number.
    const [published] = await sql<{ id: string; version: number; draft: boolean }>`
      with skill as (
        update skills
        set last_version = last_version + 1, revision = revision + 1, updated_at = now(),
          draft = draft and ${agent},
          default_version_id = case when ${agent} then default_version_id when ${isDefault === true} then ${id}
            else coalesce(default_version_id, ${id}) end
        where id = ${skillId} and workspace_id = ${caller.workspaceId} and source = 'WORKSPACE'
        returning id, workspace_id, last_version, default_version_id
      ), published as (
        insert into skill_versions (id, skill_id, version, content, note, agent, draft, created_by)
        select ${id}, skill.id, skill.last_version, ${content}, ${note ?? null}, ${agent}, ${agent}, ${caller.userId} from skill
        returning id as version_id, version, draft
      ), evaluated as (
        -- Evaluations of this text before it was published are now those of the version.
        update skill_evaluations e set skill_version_id = published.version_id, content = null from published
        where e.skill_id = ${skillId} and e.content = ${content}
      ), made as (
        select id, workspace_id, version_id, version, default_version_id from skill, published
      ), emitted as (${emit(added, chosen)})
      select version_id as id, version, draft from published`
    if (!published) throw new ApiError('not_found')
    return published
  },
})
