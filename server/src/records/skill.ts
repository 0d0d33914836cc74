import { z } from 'zod'
import { mapOf, SkillId, SkillVersionId, Timestamp, text } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'

export const SkillName = text(1, 100)
export const SkillDescription = text(1, 1024)
export const License = text(0, 200)
export const AllowedTools = z.array(text(1, 128)).max(64)
export const VersionContent = text(1, 200_000)
export const VersionNote = text(1, 1024)

export const Metadata = mapOf(text(1, 64), text(0, 1024), 64)

const VersionSummary = z.object({
  id: SkillVersionId,
  version: z.int().describe('Number of the version, counted from 1. A number is never reused.'),
  note: z.string().nullable(),
  createdAt: Timestamp,
})

// Inside JSON, Postgres writes a time in another form, so it is formatted here.
const versionsColumn = fragment`coalesce((
    select json_agg(json_build_object('id', v.id, 'version', v.version, 'note', v.note,
      'createdAt', to_char(v.created_at, 'YYYY-MM-DD HH24:MI:SS.US')) order by v.version)
    from skill_versions v where v.skill_id = s.id), '[]')`

/** Selected from `skills s`. */
const columns = {
  id: column(SkillId, 's.id'),
  source: column(
    z
      .enum(['WORKSPACE', 'BUILT_IN'])
      .describe('WORKSPACE: created in this workspace. BUILT_IN: part of the service and read-only.'),
    's.source',
  ),
  name: column(z.string(), 's.name'),
  description: column(z.string(), 's.description'),
  metadata: column(z.record(z.string(), z.string()).nullable(), 's.metadata'),
  allowedTools: column(z.array(z.string()).nullable(), 's.allowed_tools'),
  license: column(z.string().nullable(), 's.license'),
  default: object(
    z
      .object({ id: SkillVersionId })
      .nullable()
      .describe('The default version; null until a version is published.'),
    { id: 's.default_version_id' },
  ),
  versions: column(z.array(VersionSummary).describe('In the order of publication.'), versionsColumn),
  createdAt: column(Timestamp, 's.created_at'),
  updatedAt: column(Timestamp, 's.updated_at'),
}

export const Skill = wireSchema('Skill', columns)
export const skillColumns = selectList(columns)
export type SkillRow = Row<typeof columns>
export const skillRecord = recordMapper(columns)

/** Selected from `skill_versions v`. */
const versionColumns = {
  id: column(SkillVersionId, 'v.id'),
  version: column(VersionSummary.shape.version, 'v.version'),
  note: column(z.string().nullable(), 'v.note'),
  createdAt: column(Timestamp, 'v.created_at'),
  markdown: column(z.string().describe('Content of the version, in Markdown.'), 'v.content'),
  skill: object(z.object({ id: SkillId }), { id: 'v.skill_id' }),
}

export const SkillVersion = wireSchema('SkillVersion', versionColumns)
export const skillVersionColumns = selectList(versionColumns)
export type SkillVersionRow = Row<typeof versionColumns>
export const skillVersionRecord = recordMapper(versionColumns)
