import { z } from 'zod'
import { getSkill, getSkillVersion, listSkills } from '../../../operations/index.ts'
import { defineTool } from './define-tool.ts'

const Skill = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  versionId: z.string().optional().describe('The published version.'),
  version: z.number().optional(),
  versions: z
    .array(z.object({ id: z.string(), version: z.number(), note: z.string().optional() }))
    .optional(),
  content: z.string().optional().describe('Markdown.'),
})

export const getSkills = defineTool({
  name: 'get_skills',
  toolset: 'manage',
  description:
    'List the skills of the workspace, or read one: its published instructions, or those of a given version. Read the skills that fit before you start a job.',
  input: z.object({
    skillId: z.string().optional().describe('Read this skill.'),
    versionId: z.string().optional().describe('Read this version of it instead of the published one.'),
  }),
  output: z.object({ skills: z.array(Skill) }),
  operations: [listSkills, getSkill, getSkillVersion],
  reads: true,
  async run({ skillId, versionId }, { call }) {
    if (skillId === undefined) {
      const { data } = await call(listSkills, {})
      const brief = data.map(({ id, name, description, default: published }) => ({
        ...{ id, name, description, versionId: published?.id },
      }))
      return { data: { skills: brief } }
    }
    const { data: skill } = await call(getSkill, { skillId })
    const wanted = versionId ?? skill.default?.id
    const version =
      wanted === undefined ? undefined : (await call(getSkillVersion, { skillVersionId: wanted })).data
    const { id, name, description } = skill
    return {
      data: {
        skills: [
          {
            ...{ id, name, description, versionId: skill.default?.id, version: version?.version },
            versions: skill.versions.map(({ id, version, note }) => ({
              id,
              version,
              note: note ?? undefined,
            })),
            content: version?.markdown,
          },
        ],
      },
    }
  },
})
