// A project as lists show it: with what a card tells of it, in the same statement as the page.
import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Timestamp, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import {
  Project,
  type ProjectRow,
  pictureColumn,
  pictureJoin,
  projectRecord,
  restrictedJoin,
} from './project.ts'

// A project of any size takes no more than this many entries of an index.
const mostCounted = 1000
const upTo = `At most ${mostCounted} are counted.`
const shownMembers = 4

export const ProjectListItem = Project.extend({
  lastActivityAt: Timestamp.describe(
    'When the project or a file, comment or version of it that you can see was last added or changed.',
  ),
  files: z.object({
    total: z.int().describe(`Files that you can see; revisions of one file count once. ${upTo}`),
  }),
  comments: z
    .object({
      open: z.int().describe(`Top-level comments that you can see and that are not resolved. ${upTo}`),
    })
    .nullable()
    .describe('null: your credential lacks the scope comments:read.'),
  members: z
    .object({
      total: z.int().describe(upTo),
      first: z.array(UserSummary.omit({ email: true })).describe(`The first ${shownMembers} to join.`),
    })
    .nullable()
    .describe('null: your credential lacks the scope project-members:read.'),
}).meta({ id: 'ProjectListItem' })
export type ProjectListItem = z.output<typeof ProjectListItem>

/** Of what belongs to a project `p`: only what the caller sees. Goes with `restrictedJoin`. */
const seenFile = fragment`(f.allow_restricted or not looks.restricted)`
const seenComment = fragment`(not looks.restricted or c.file_id is null
  or exists (select from files f where f.id = c.file_id and f.allow_restricted))`

/**
 * When something last happened in the project `p`: the newest entry of three indexes. Goes with `restrictedJoin`.
 * `updated` is the time of the project's own last change.
 */
export function lastActivity(updated: Fragment): Fragment {
  return fragment`greatest(${updated},
    (select f.updated_at from files f where f.project_id = p.id and ${seenFile} order by f.updated_at desc limit 1),
    (select c.updated_at from comments c where c.project_id = p.id and ${seenComment}
      order by c.updated_at desc limit 1),
    (select v.updated_at from versions v where v.project_id = p.id and (v.allow_restricted or not looks.restricted)
      order by v.updated_at desc limit 1))`
}

const most = verbatim(`limit ${mostCounted}`)

/** The columns besides those of the project, for the projects `p` of a page. */
export const projectItemColumns = fragment`${pictureColumn}, ${lastActivity(fragment`p."updatedAt"`)} as "lastActivityAt",
  (select count(distinct f.stack_id)::integer from (
    select f.stack_id from files f where f.project_id = p.id and ${seenFile} ${most}) f) as "filesTotal",
  notes.open as "commentsOpen", people.total as "membersTotal", people.first as "membersFirst"`

export function projectItemJoins(caller: Caller): Fragment {
  return fragment`${restrictedJoin(caller)} ${pictureJoin}
    left join lateral (
      select count(*)::integer as open from (
        select from comments c where c.project_id = p.id and c.parent_id is null and c.deleted_at is null
          and c.resolved_at is null and ${seenComment} ${most}) c
    ) notes on ${caller.scopes.has('comments:read')}::boolean
    left join lateral (
      select (select count(*)::integer from (
          select from project_members m where m.project_id = p.id ${most}) m) as total,
        (select json_agg(json_build_object('id', m.user_id, 'name', m.name, 'avatarUrl', m.avatar_url)) from (
          select m.user_id, coalesce(w.display_name, u.name) as name, coalesce(w.avatar_url, u.avatar_url) as avatar_url
          from project_members m join users u on u.id = m.user_id
          join workspace_members w on w.workspace_id = m.workspace_id and w.user_id = m.user_id
          where m.project_id = p.id order by m.id ${verbatim(`limit ${shownMembers}`)}) m) as first
    ) people on ${caller.scopes.has('project-members:read')}::boolean`
}

export type ProjectItemRow = ProjectRow & {
  lastActivityAt: string
  filesTotal: number
  commentsOpen: number | null
  membersTotal: number | null
  membersFirst: { id: string; name: string; avatarUrl: string | null }[] | null
}

export async function projectItemRecord(storage: FileUrls, row: ProjectItemRow): Promise<ProjectListItem> {
  const { lastActivityAt, filesTotal, commentsOpen, membersTotal, membersFirst, ...project } = row
  return {
    ...(await projectRecord(storage, project)),
    lastActivityAt,
    files: { total: filesTotal },
    comments: commentsOpen === null ? null : { open: commentsOpen },
    members: membersTotal === null ? null : { total: membersTotal, first: membersFirst ?? [] },
  }
}
