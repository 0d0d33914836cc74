import { z } from 'zod'
import { mapOf, SkillId, SkillVersionId, Timestamp, text, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment, nothing } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'

export const SkillName = text(1, 100)
export const SkillDescription = text(1, 1024)
export const License = text(0, 200)
export const AllowedTools = z.array(text(1, 128)).max(64)
export const VersionContent = text(1, 200_000)
export const VersionNote = text(1, 1024)

export const Metadata = mapOf(text(1, 64), text(0, 1024), 64)

const Person = UserSummary.omit({ email: true })

const VersionSummary = z.object({
  id: SkillVersionId,
  version: z.int().describe('Number of the version, counted from 1. A number is never reused.'),
  note: z.string().nullable(),
  draft: z.boolean().describe('Whether the version waits for a person to publish it: an agent wrote it.'),
  agent: z.boolean().describe('Whether a tool wrote the version for the person.'),
  createdBy: Person.nullable().describe('null if the account is deleted.'),
  createdAt: Timestamp,
})

const Proposal = z.object({
  changes: z.object({
    name: z.string().optional(),
    description: z.string().optional(),
    metadata: z.record(z.string(), z.string()).nullable().optional(),
    allowedTools: z.array(z.string()).nullable().optional(),
    license: z.string().nullable().optional(),
  }),
  user: Person.nullable().describe('Person for whom the tool acted; null if the account is deleted.'),
  proposedAt: Timestamp,
})

/** A user `u` as JSON, as the workspace of the skill `s` knows them. */
const person = fragment`case when u.id is not null then json_build_object('id', u.id, 'name', coalesce(w.display_name, u.name),
  'avatarUrl', coalesce(w.avatar_url, u.avatar_url)) end`
const personJoins = fragment`left join workspace_members w on w.workspace_id = s.workspace_id and w.user_id = u.id`

// Inside JSON, Postgres writes a time in another form, so it is formatted here.
const versionsColumn = (only: Fragment) => fragment`coalesce((
    select json_agg(json_build_object('id', v.id, 'version', v.version, 'note', v.note, 'draft', v.draft, 'agent', v.agent,
      'createdBy', ${person}, 'createdAt', to_char(v.created_at, 'YYYY-MM-DD HH24:MI:SS.US')) order by v.version)
    from skill_versions v left join users u on u.id = v.created_by ${personJoins}
    where v.skill_id = s.id ${only}), '[]')`

const proposalColumn = fragment`(
    select json_build_object('changes', s.proposal->'changes', 'user', ${person}, 'proposedAt', s.proposal->>'at')
    from (select) one left join users u on u.id = (s.proposal->>'userId')::uuid ${personJoins}
    where s.proposal is not null)`

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
  versions: column(
    z.array(VersionSummary).describe('In the order in which they were written. Tools see no drafts.'),
    versionsColumn(nothing),
  ),
  proposal: column(
    Proposal.nullable().describe(
      'Changes of the details that a tool has made, until a person decides: a person who sets one of these fields removes it from the proposal. null for none, and for tools.',
    ),
    proposalColumn,
  ),
  createdAt: column(Timestamp, 's.created_at'),
  updatedAt: column(Timestamp, 's.updated_at'),
}

export const Skill = wireSchema('Skill', columns)
const allColumns = selectList(columns)
/** Agents read what people have published. */
const publishedColumns = selectList({
  ...columns,
  versions: { ...columns.versions, sql: versionsColumn(fragment`and not v.draft`) },
  proposal: { ...columns.proposal, sql: 'null::json' },
})

/** The columns of a skill for an agent, or for a person. */
export function skillColumns({ agent }: { agent: boolean }): Fragment {
  return agent ? publishedColumns : allColumns
}
export type SkillRow = Row<typeof columns>
export const skillRecord = recordMapper(columns)

/** Selected from `skill_versions v`, `skills s` and `versionAuthor`. */
const versionColumns = {
  id: column(SkillVersionId, 'v.id'),
  version: column(VersionSummary.shape.version, 'v.version'),
  note: column(z.string().nullable(), 'v.note'),
  draft: column(VersionSummary.shape.draft, 'v.draft'),
  agent: column(VersionSummary.shape.agent, 'v.agent'),
  createdBy: object(VersionSummary.shape.createdBy, userProperties),
  createdAt: column(Timestamp, 'v.created_at'),
  markdown: column(z.string().describe('Content of the version, in Markdown.'), 'v.content'),
  skill: object(z.object({ id: SkillId }), { id: 'v.skill_id' }),
}

export const SkillVersion = wireSchema('SkillVersion', versionColumns)
export const skillVersionColumns = selectList(versionColumns)
export type SkillVersionRow = Row<typeof versionColumns>
export const skillVersionRecord = recordMapper(versionColumns)

/** The person who wrote `skill_versions v`, or for whom a tool wrote it. */
export const versionAuthor = fragment`left join users u on u.id = v.created_by ${personJoins}`
