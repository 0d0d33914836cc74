import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { Skill, type SkillRow, skillColumns, skillRecord } from '../../records/skill.ts'

export const listSkills = defineOperation({
  http: 'GET /api/skills',
  client: 'skills.list',
  tool: 'list_skills',
  summary: 'List all skills of the workspace, sorted by name.',
  toolUse: 'Use it to check whether the workspace has a skill for the task at hand.',

  scope: 'skills:read',
  tier: 'default',

  input: z.strictObject({}),
  output: [200, z.array(Skill)],

  async handler(_input, { sql, caller }) {
    const rows = await sql<SkillRow>`
      select ${skillColumns(caller)} from skills s
      where s.workspace_id = ${caller.workspaceId} and not (s.draft and ${caller.agent})
      order by lower(s.name) collate "C", s.id`
    return rows.map(skillRecord)
  },
})
