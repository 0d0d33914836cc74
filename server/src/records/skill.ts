import { z } from 'zod'
import { mapOf, SkillId, SkillVersionId, Timestamp, text } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

export const SkillName = text(1, 100)
export const SkillDescription = text(1, 1024)
export const License = text(0, 200)
export const AllowedTools = z.array(text(1, 128)).max(64)
export const VersionContent = text(1, 200_000)
export const VersionNote = text(1, 1024)

export const Metadata = mapOf(text(1, 64), text(0, 1024), 64)

const VersionSummary = z.object({
  id: SkillVersionId,
  version: z.int().describe('Counts from 1; a number is never given twice.'),
  note: z.string().nullable(),
  createdAt: Timestamp,
})

export const Skill = z
  .object({
    id: SkillId,
    source: z
      .enum(['WORKSPACE', 'BUILT_IN'])
      .describe('Made in the workspace, or part of the service and fixed.'),
    name: z.string(),
    description: z.string(),
    metadata: z.record(z.string(), z.string()).nullable(),
    allowedTools: z.array(z.string()).nullable(),
    license: z.string().nullable(),
    default: z
      .object({ id: SkillVersionId })
      .nullable()
      .describe('The version that is used; null until one is published.'),
    versions: z.array(VersionSummary).describe('In the order they were published.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Skill' })

export const SkillVersion = VersionSummary.extend({
  markdown: z.string().describe('The content.'),
  skill: z.object({ id: SkillId }),
}).meta({ id: 'SkillVersion' })

/** The columns of `skills s` that make a Skill. In JSON a time has another form, so it is written out. */
export const skillColumns = fragment`s.id, s.source, s.name, s.description, s.metadata,
  s.allowed_tools as "allowedTools", s.license, s.default_version_id as "defaultId",
  s.created_at as "createdAt", s.updated_at as "updatedAt",
  coalesce((
    select json_agg(json_build_object('id', v.id, 'version', v.version, 'note', v.note,
      'createdAt', to_char(v.created_at, 'YYYY-MM-DD HH24:MI:SS.US')) order by v.version)
    from skill_versions v where v.skill_id = s.id), '[]') as versions`

export type SkillRow = Omit<z.output<typeof Skill>, 'default'> & { defaultId: string | null }

export function skillRecord(row: SkillRow): z.output<typeof Skill> {
  const { id, source, name, description, metadata, allowedTools, license, defaultId } = row
  const { versions, createdAt, updatedAt } = row
  const standard = defaultId === null ? null : { id: defaultId }
  return {
    id,
    source,
    name,
    description,
    metadata,
    allowedTools,
    license,
    default: standard,
    versions,
    createdAt,
    updatedAt,
  }
}
