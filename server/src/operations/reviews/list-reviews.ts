import { z } from 'zod'
import { type Caller, effectiveRole, isOpenToCaller } from '../../core/access.ts'
import { JsonText } from '../../core/json-text.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, Timestamp, VersionId } from '../../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import { column, object, recordText, wireSchema } from '../../records/columns.ts'
import { notDestroyed } from '../../records/project.ts'
import { VersionStatus } from '../../records/version.ts'

/** Looks in the caller's newest projects and the newest that are open to all, and at the newest versions of each. */
const projectsRead = verbatim('limit 200')
const openRead = verbatim('limit 50')
const versionsPerProject = verbatim('limit 100')
const shown = 50

/** Selected from `found v`, `projects p` and what is counted of its files. */
const columns = {
  id: column(VersionId, 'v.id'),
  name: column(z.string(), 'v.name'),
  status: column(VersionStatus, 'v.status'),
  project: object(z.object({ id: ProjectId, name: z.string() }), { id: 'p.id', name: 'p.name' }),
  fileCount: column(z.int().describe('Files that you can see.'), 'counted.files'),
  openComments: column(
    z.int().nullable().describe('Unresolved comments on them; null without the scope comments:read.'),
    'counted.open',
  ),
  asked: column(z.int().describe('People who were asked for a verdict.'), 'counted.asked'),
  createdAt: column(Timestamp, 'v.created_at'),
  statusChangedAt: column(Timestamp.nullable(), 'v.status_changed_at'),
}

const ReviewItem = wireSchema('ReviewItem', columns)
const itemText = recordText(columns)

export const listReviews = defineOperation({
  http: 'GET /api/reviews',
  client: 'reviews.list',
  summary:
    'List the versions of all projects that you can see by status, the newest first: what waits for a review everywhere.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    status: VersionStatus.default('NEED_REVIEW').describe('Only versions with this status.'),
  }),
  output: [
    200,
    z
      .array(ReviewItem)
      .describe(
        `The newest ${shown}, out of the newest versions of your newest projects; archived ones are left out.`,
      ),
  ],

  async handler({ status }, { sql, caller }) {
    const [row] = await sql<{ json: string }>`${reviewsText(caller, status)}`
    return new JsonText<z.output<typeof ReviewItem>[]>(row!.json)
  },
})

function reviewsText(caller: Caller, status: VersionStatus): Fragment {
  const { workspaceId, workspaceRole, userId } = caller
  const role = effectiveRole(fragment`${workspaceRole === 'GUEST'}`, fragment`${userId}::uuid`)
  return fragment`
    with candidate as materialized (
      (select m.project_id as id from project_members m join projects p on p.id = m.project_id
        where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and not m.archived and ${notDestroyed}
        order by m.project_id desc ${projectsRead})
      union
      (select p.id from projects p
        where p.workspace_id = ${workspaceId} and not p.archived and ${isOpenToCaller(caller)} and ${notDestroyed}
        order by p.id desc ${openRead})
    ),
    found as materialized (
      select v.*, r.role from candidate
      join lateral (select * from projects p where p.id = candidate.id offset 0) p on not p.archived and ${notDestroyed}
      left join lateral (
        select own.role from project_members own where own.project_id = p.id and own.user_id = ${userId} offset 0
      ) own on true
      join lateral (select ${role} as role) r on r.role is not null
      cross join lateral (
        select v.id, v.project_id, v.name, v.status, v.created_at, v.status_changed_at from (
          select * from versions v where v.project_id = p.id
            and ${roleSees('v', 'r.role')}
          order by v.created_at desc, v.id desc ${versionsPerProject}
        ) v where v.status = ${status}
      ) v
      order by v.created_at desc, v.id desc ${verbatim(`limit ${shown}`)}
    )
    select concat('{"data":[', string_agg(${itemText}, ',' order by v.created_at desc, v.id desc), ']}') as json
    from found v join projects p on p.id = v.project_id
    cross join lateral (
      select count(*)::integer as files,
        (select count(*)::integer from review_requests q where q.version_id = v.id) as asked,
        case when ${caller.scopes.has('comments:read')} then coalesce(sum(notes.open), 0)::integer end as open
      from version_files vf join files f on f.id = vf.file_id
      left join lateral (
        select count(*) as open from comments c
        where c.file_id = f.id and c.parent_id is null and c.deleted_at is null and c.resolved_at is null
      ) notes on true
      where vf.version_id = v.id and ${roleSees('f', 'v.role')}
    ) counted`
}
