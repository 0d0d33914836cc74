// A project as lists show it: with the counts and people of its card, in the same statement as the page.
import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Timestamp, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import { column, object, recordText, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { projectFields, restrictedJoin, thumbnailTextJoin } from './project.ts'

// Counting reads at most this many index entries, however large the project is.
const mostCounted = 1000
const upTo = `Counts up to ${mostCounted}.`
const shownMembers = 4

/** Files and comments of the project `p` that the caller sees. Needs `restrictedJoin`. */
const seenFile = fragment`(f.allow_restricted or not viewer.restricted)`
const seenComment = fragment`(not viewer.restricted or c.file_id is null
  or exists (select from files f where f.id = c.file_id and f.allow_restricted))`

/**
 * When something last changed in the project `p`: the newest entry of three indexes. Needs `restrictedJoin`.
 * `updated` is when the project itself last changed.
 */
export function lastActivity(updated: Fragment): Fragment {
  return fragment`greatest(${updated},
    (select f.updated_at from files f where f.project_id = p.id and ${seenFile} order by f.updated_at desc limit 1),
    (select c.updated_at from comments c where c.project_id = p.id and ${seenComment}
      order by c.updated_at desc limit 1),
    (select v.updated_at from versions v where v.project_id = p.id and (v.allow_restricted or not viewer.restricted)
      order by v.updated_at desc limit 1))`
}

/** Keeps Postgres from reading all people of a small installation for each project: 16 µs instead of 21. */
const byIndex = verbatim('offset 0')
const most = verbatim(`limit ${mostCounted}`)

const Person = UserSummary.omit({ email: true })
const personText = recordText({
  id: column(Person.shape.id, userProperties.id),
  name: column(Person.shape.name, userProperties.name),
  avatarUrl: column(Person.shape.avatarUrl, userProperties.avatarUrl),
})

/** Selected for the projects `p` of a page, with `projectItemJoins`. */
const itemColumns = {
  lastActivityAt: column(
    Timestamp.describe(
      'When the project, or a file, comment or version that you can see, was last added or changed.',
    ),
    lastActivity(fragment`p."updatedAt"`),
  ),
  files: object(
    z.object({
      total: z.int().describe(`Files that you can see; the revisions of one file count once. ${upTo}`),
    }),
    {
      total: fragment`(select count(distinct f.stack_id)::integer from (
        select f.stack_id from files f where f.project_id = p.id and ${seenFile} ${most}) f)`,
    },
  ),
  comments: object(
    z
      .object({ open: z.int().describe(`Unresolved top-level comments that you can see. ${upTo}`) })
      .nullable()
      .describe('null if your credential lacks the scope comments:read.'),
    { open: 'notes.open' },
  ),
  members: object(
    z
      .object({
        total: z.int().describe(upTo),
        first: z.array(Person).describe(`The first ${shownMembers} to join.`),
      })
      .nullable()
      .describe('null if your credential lacks the scope project-members:read.'),
    { total: 'people.total', first: 'people.first' },
  ),
}

const columns = { ...projectFields, ...itemColumns }

export const ProjectListItem = wireSchema('ProjectListItem', columns)
export type ProjectListItem = z.output<typeof ProjectListItem>

/** The columns of a page have the names of the fields. */
const pageColumns = Object.fromEntries(
  Object.entries(projectFields).map(([name, field]) => [
    name,
    'sql' in field ? { ...field, sql: `p."${name}"` } : field,
  ]),
) as typeof projectFields

/** The project as text, selected from a page `p` of `projectColumns` and `projectItemJoins`; `withUrls` completes it. */
export const projectItemText = recordText(
  { ...pageColumns, ...itemColumns },
  {
    thumbnail: "coalesce(source.derivative, to_json(p.thumbnail)::text, 'null')",
    cover: `case when source.cover_id is null then 'null' else concat('{"file":{"id":"', source.cover_id, '"}}') end`,
    'members.first': "concat('[', people.first, ']')",
  },
)

export function projectItemJoins(caller: Caller): Fragment {
  return fragment`${restrictedJoin(caller)} ${thumbnailTextJoin}
    left join lateral (
      select count(*)::integer as open from (
        select from comments c where c.project_id = p.id and c.parent_id is null and c.deleted_at is null
          and c.resolved_at is null and ${seenComment} ${most}) c
    ) notes on ${caller.scopes.has('comments:read')}::boolean
    left join lateral (
      select (select count(*)::integer from (
          select from project_members m where m.project_id = p.id ${most}) m) as total,
        (select string_agg(${personText}, ',' order by m.id)
          from (select m.id, m.user_id, m.workspace_id from project_members m where m.project_id = p.id
            order by m.id ${verbatim(`limit ${shownMembers}`)}) m
          cross join lateral (select * from users u where u.id = m.user_id ${byIndex}) u
          cross join lateral (select * from workspace_members w
            where w.workspace_id = m.workspace_id and w.user_id = m.user_id ${byIndex}) w) as first
    ) people on ${caller.scopes.has('project-members:read')}::boolean`
}
