// The statement of Get Inbox: one CTE per section finds its items with the rights of this moment, each by an index and out of
// a bounded number of rows, so that its cost does not grow with the years that a person has worked here.
import { type Caller, effectiveRole, isOpenToCaller } from '../../core/access.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import {
  generationText,
  mentionText,
  mostCounted,
  projectText,
  reviewText,
  shownItems,
  shownProjects,
  uploadText,
} from '../../records/inbox.ts'
import { thumbnailJoin } from '../../records/media.ts'
import { notDestroyed, restrictedJoin, thumbnailTextJoin } from '../../records/project.ts'
import { lastActivity } from '../../records/project-list-item.ts'
import { staleReason } from '../../records/review.ts'
import { reviewStatuses } from '../../records/version.ts'

/** The newest requests to the caller, mentions of the caller and open comments on uploads that are read. */
const newestRead = verbatim('limit 500')
/** The caller's newest projects in which uploads are looked for, files in each of them, and files in all of them. */
const projectsRead = verbatim('limit 200')
const filesPerProject = verbatim('limit 200')
const filesRead = verbatim('limit 1000')
/** Recent projects are chosen from this many of each kind. */
const recentRead = verbatim('limit 50')
const counted = verbatim(`limit ${mostCounted}`)
/** The newest comments of each file among which unanswered ones are looked for. */
const commentsRead = verbatim('limit 200')

/**
 * A row by its key, joined. Postgres expects that `limit` returns as many rows as it may, and would read a whole table of versions
 * or projects to join 100 of them.
 */
function byKey(table: string, alias: string, key: string): Fragment {
  return verbatim(`join lateral (select * from ${table} ${alias} where ${key} offset 0) ${alias}`)
}

/** Joins the project `p` and the caller's role `r.role`. No row for an archived project or one that the caller cannot see. */
function projectJoins({ workspaceId, workspaceRole, userId }: Caller, id: string): Fragment {
  const role = effectiveRole(fragment`${workspaceRole === 'GUEST'}`, fragment`${userId}::uuid`)
  return fragment`
    ${byKey('projects', 'p', `p.id = ${id}`)} on p.workspace_id = ${workspaceId} and not p.archived and ${notDestroyed}
    left join lateral (
      select own.role from project_members own where own.project_id = p.id and own.user_id = ${userId} offset 0
    ) own on true
    join lateral (select ${role} as role) r on r.role is not null`
}

/** Whether the role sees the file or version that this alias names. */
function seen(record: string, role = 'r.role'): Fragment {
  return roleSees(record, role)
}

/** The person `u` with this id, as the workspace knows them. */
function personJoins({ workspaceId }: Caller, id: string): Fragment {
  return fragment`left join users u on u.id = ${verbatim(id)}
    left join workspace_members w on w.workspace_id = ${workspaceId} and w.user_id = u.id`
}

/** Whether the verdict `d` on the version `v` counts towards the rule. */
const counts = fragment`(${staleReason} is null and (not d.agent or p.agent_verdicts_count))`

/**
 * Reviews wait for a person who was asked and has no verdict that counts. A decided review waits for nobody,
 * unless the decision is stale, or the person was asked or reminded since.
 */
function waitingReviews(caller: Caller): Fragment {
  return fragment`
    select q.*, r.role, case when d.id is not null then ${staleReason} end as stale,
      row_number() over (order by q.due_at, q.created_at, q.id) as n
    from (
      select q.id, q.version_id, q.project_id, q.due_at, q.message, q.requested_by, q.seen_at, q.created_at, q.reminded_at
      from review_requests q where q.user_id = ${caller.userId} order by q.created_at desc ${newestRead}
    ) q ${projectJoins(caller, 'q.project_id')}
    ${byKey('versions', 'v', 'v.id = q.version_id')} on ${seen('v')}
    left join lateral (
      select * from verdicts d where d.version_id = v.id and d.user_id = ${caller.userId} offset 0
    ) d on true
    where v.status = any(${reviewStatuses}) and (d.id is null or not ${counts})
      and (v.status = 'NEED_REVIEW' or greatest(q.created_at, q.reminded_at) > v.status_changed_at
        or not exists (select from verdicts d where d.version_id = v.id and d.verdict = v.status and ${counts}))
    order by n ${counted}`
}

/** One item for each thread that mentions the caller: the newest comment of it that does. */
function openMentions(caller: Caller): Fragment {
  return fragment`
    select thread.*, row_number() over (order by thread.created_at desc, thread.id desc) as n from (
      select distinct on (top.id) c.id, c.project_id, c.created_at
      from (
        select m.comment_id from comment_mentions m where m.user_id = ${caller.userId} and m.current
        order by m.comment_id desc ${newestRead}
      ) m
      ${byKey('comments', 'c', 'c.id = m.comment_id')} on c.deleted_at is null and c.author_id is distinct from ${caller.userId}
      ${byKey('comments', 'top', 'top.id = coalesce(c.parent_id, c.id)')} on top.resolved_at is null and top.deleted_at is null
      ${projectJoins(caller, 'c.project_id')}
      left ${byKey('files', 'f', 'f.id = c.file_id')} on true
      where f.id is null or ${seen('f')}
      order by top.id, c.created_at desc, c.id desc
    ) thread
    order by n ${counted}`
}

/**
 * Looks in `mine` only: uploading takes a membership. The files of a project are read as a range of the index, in its order, and
 * replies are looked up last: Postgres would otherwise read all files of the caller, and expect 50,000 lookups of replies.
 */
function unansweredUploads({ userId }: Caller): Fragment {
  return fragment`
    select note.file_id as id, note.project_id, least(count(*), ${verbatim(String(mostCounted))})::integer as unanswered,
      (array_agg(note.id order by note.created_at desc, note.id desc))[1] as newest,
      row_number() over (order by max(note.created_at) desc, note.file_id) as n
    from (
      select c.id, c.created_at, f.id as file_id, f.project_id
      from (
        select f.id, f.project_id from mine cross join lateral (
          select f.id, f.project_id from files f
          where (f.author_id, f.project_id, f.created_at) > (${userId}::uuid, mine.project_id, '-infinity')
            and (f.author_id, f.project_id, f.created_at) < (${userId}::uuid, mine.project_id, 'infinity')
            and ${seen('f', 'mine.role')}
          order by f.author_id desc, f.project_id desc, f.created_at desc, f.id desc ${filesPerProject}
        ) f ${filesRead}
      ) f
      cross join lateral (
        select c.id, c.created_at, c.author_id, c.resolved_at, c.deleted_at from comments c
        where c.file_id = f.id and c.parent_id is null order by c.created_at desc, c.id desc ${commentsRead}
      ) c
      where c.resolved_at is null and c.deleted_at is null and c.author_id is distinct from ${userId}
      ${newestRead}
    ) note
    where (select true from comments reply where reply.parent_id = note.id and reply.author_id = ${userId}
      and reply.deleted_at is null limit 1) is null
    group by note.file_id, note.project_id
    order by n ${counted}`
}

function runningGenerations(caller: Caller): Fragment {
  return fragment`
    select f.id, f.project_id, row_number() over (order by f.created_at desc, f.id) as n
    from files f ${projectJoins(caller, 'f.project_id')}
    where f.author_id = ${caller.userId} and f.status = 'GENERATING' and ${seen('f')}
    order by n ${counted}`
}

/** The projects that changed last, out of the caller's newest, the newest that are open to the workspace, and those notified about. */
function recentProjects(caller: Caller): Fragment {
  const { workspaceId, userId } = caller
  return fragment`
    select p.id, ${lastActivity(fragment`p.updated_at`)} as activity
    from (
      (select project_id as id from mine order by project_id desc ${recentRead})
      union
      (select p.id from projects p
        where p.workspace_id = ${workspaceId} and not p.archived and ${isOpenToCaller(caller)} and ${notDestroyed}
        order by p.id desc ${recentRead})
      union
      (select n.project_id from (
        select n.project_id from notifications n where n.workspace_id = ${workspaceId} and n.user_id = ${userId}
        order by n.updated_at desc ${recentRead}) n)
    ) candidate ${projectJoins(caller, 'candidate.id')} ${restrictedJoin(caller)}
    order by activity desc, p.id ${verbatim(`limit ${shownProjects}`)}`
}

/** The JSON text of a section: how many, and the first of them. */
function section(name: string, text: Fragment, joins: Fragment): Fragment {
  const items = verbatim(`${name} item`)
  return fragment`concat('{"total":', (select count(*) from ${items}), ',"items":[', (
    select string_agg(${text}, ',' order by item.n) from ${items} ${joins}
    where item.n <= ${verbatim(String(shownItems))}), ']}')`
}

const projectJoin = verbatim('join projects p on p.id = item.project_id')

function reviewJoins(caller: Caller): Fragment {
  return fragment`${projectJoin} join versions v on v.id = item.version_id
    left join verdicts d on d.version_id = v.id and d.user_id = ${caller.userId}
    ${personJoins(caller, 'item.requested_by')}
    cross join lateral (
      select count(*)::integer as total,
        (array_agg(f.id order by vf.position) filter (where f.has_thumbnail))[1] as pictured
      from version_files vf join files f on f.id = vf.file_id where vf.version_id = v.id and ${seen('f', 'item.role')}
    ) shown
    left join files f on f.id = shown.pictured ${thumbnailJoin}`
}

function commentJoins(caller: Caller, comment: string): Fragment {
  return fragment`${projectJoin} join comments c on c.id = ${verbatim(comment)}
    left join files f on f.id = c.file_id ${thumbnailJoin} ${personJoins(caller, 'c.author_id')}`
}

const generationJoins = fragment`${projectJoin} join files f on f.id = item.id join generations g on g.file_id = f.id`

/** Selects the inbox of the caller as JSON text. */
export function inboxText(caller: Caller): Fragment {
  const { workspaceId, userId } = caller
  const readsComments = caller.scopes.has('comments:read')
  const ofComments = (text: Fragment) => (readsComments ? text : verbatim(`'null'`))
  const commentSections = readsComments
    ? fragment`mentions as materialized (${openMentions(caller)}), uploads as materialized (${unansweredUploads(caller)}),`
    : verbatim('')
  return fragment`
    with mine as materialized (
      select m.project_id, m.role from project_members m join projects p on p.id = m.project_id
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and not m.archived and ${notDestroyed}
      order by m.project_id desc ${projectsRead}
    ),
    reviews as materialized (${waitingReviews(caller)}),
    ${commentSections}
    generating as materialized (${runningGenerations(caller)}),
    recent as materialized (${recentProjects(caller)})
    select concat('{"data":{"reviews":', ${section('reviews', reviewText, reviewJoins(caller))},
      ',"mentions":', ${ofComments(section('mentions', mentionText, commentJoins(caller, 'item.id')))},
      ',"uploads":', ${ofComments(section('uploads', uploadText, commentJoins(caller, 'item.newest')))},
      ',"generations":', ${section('generating', generationText, generationJoins)},
      ',"projects":[', (
        select string_agg(${projectText}, ',' order by item.activity desc, p.id)
        from recent item join projects p on p.id = item.id ${restrictedJoin(caller)} ${thumbnailTextJoin}
      ), ']}}') as json`
}
