// Reads what a mail says: the names and texts of this moment, and only of events that the person may still see, has not
// seen yet, and wants to hear of.
import type { FrameRate, TimecodeOptions } from '../../core/frames.ts'
import { fragment, type Sql, verbatim } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import { fileKind } from '../../records/file-kind.ts'
import { isSeen, type NotificationKind, roleJoins } from '../../records/notification.ts'
import { timecodeRateSql } from '../../records/timecode.ts'

export type Fact = {
  eventId: string
  /** The notification that the event belongs to. */
  itemId: string
  kind: NotificationKind
  createdAt: string
  /** null for the service itself, and for a deleted account. */
  actorName: string | null
  actorId: string | null
  projectId: string
  projectName: string
  workspaceName: string
  fileId: string | null
  fileName: string | null
  /** All revisions of a file have one stack. */
  stackId: string | null
  revision: number | null
  fileKind: string | null
  failed: boolean | null
  rate: (FrameRate & TimecodeOptions) | null
  versionId: string | null
  versionName: string | null
  commentId: string | null
  /** With `@Name` for mentions. */
  content: string | null
  anchor: number | null
  frame: number | null
  /** Of the person's own review request. */
  message: string | null
  dueAt: string | null
  verdict: string | null
  note: string | null
  /** The file to show a still of. */
  stillFileId: string | null
}

/** More events are counted as this many. */
export const mostFacts = 500
/** More than a mail shows of a comment. */
const maxContent = 2_000
/** A mail server that is away for longer loses mail; and one that is set up today sends nothing older. */
const oldest = `interval '14 days'`

/**
 * A guest has no account, only a link: mail ends with it. Everybody else proved who they are when they signed in.
 */
const mayBeMailed = fragment`(u.email not like '%.invalid' or exists (
    select from access_link_members came join access_links l on l.id = came.link_id
    where came.project_id = n.project_id and came.user_id = n.user_id
      and (l.expires_at is null or l.expires_at > now())))`

const isWanted = fragment`n.read_at is null and e.mailed_at is null
  and e.created_at > now() - ${verbatim(oldest)}
  -- Invited again meanwhile: what it says is no longer true.
  and (n.kind <> 'ACCESS_LOST' or r.role is null)
  and (e.file_id is null or f.id is not null) and (e.version_id is null or v.id is not null)
  and case l.level when 'NOTHING' then false when 'MENTIONS' then n.kind = 'MENTION' else true end
  and not exists (select from muted_files muted where muted.stack_id = f.stack_id and muted.user_id = n.user_id)`

/** A person who lost access learns the name that the project had then, and nothing else. */
const seesProject = fragment`n.kind <> 'ACCESS_LOST'`

/** The events of a mail, newest first. */
export function readFacts(sql: Sql, userId: string, eventIds: readonly string[]): Promise<Fact[]> {
  return sql<Fact>`
    select e.event_id as "eventId", n.id as "itemId", n.kind, e.created_at as "createdAt", p.id as "projectId",
      coalesce(n.project_name, p.name) as "projectName", w.name as "workspaceName",
      coalesce(actor_here.display_name, actor.name) as "actorName", actor.id as "actorId",
      f.id as "fileId", f.name as "fileName", f.stack_id as "stackId", f.stack_number as revision,
      ${fileKind} as "fileKind", f.status = 'FAILED' as failed,
      ${verbatim(timecodeRateSql('m'))} as rate,
      v.id as "versionId", v.name as "versionName", c.id as "commentId",
      left(c.content, ${maxContent}::integer) as content, c.anchor, c.frame,
      request.message, request.due_at as "dueAt", verdict.verdict, verdict.note,
      coalesce(f.id, (
        select shown.id from version_files vf join files shown on shown.id = vf.file_id
        where vf.version_id = v.id and ${roleSees('shown', 'r.role')}
        order by vf.position limit 1)) as "stillFileId"
    from notification_events e
    join notifications n on n.id = e.notification_id
    join users u on u.id = n.user_id
    join workspaces w on w.id = n.workspace_id
    join workspace_members here on here.workspace_id = n.workspace_id and here.user_id = n.user_id
    ${roleJoins(fragment`(here.role = 'GUEST')`)}
    left join comments c on c.id = e.comment_id
    left join files f on f.id = e.file_id and ${seesProject}
    left join media m on m.file_id = f.id
    left join versions v on v.id = e.version_id and ${seesProject}
    left join users actor on actor.id = e.actor_id and ${seesProject}
    left join workspace_members actor_here on actor_here.workspace_id = n.workspace_id and actor_here.user_id = actor.id
    left join review_requests request on n.kind = 'REVIEW_REQUESTED' and request.version_id = v.id
      and request.user_id = n.user_id
    left join verdicts verdict on n.kind = 'VERDICT' and verdict.version_id = v.id and verdict.user_id = actor.id
    left join notification_levels l on l.project_id = p.id and l.user_id = n.user_id
    where e.user_id = ${userId} and e.event_id = any(${eventIds}::uuid[])
      and ${isSeen} and ${isWanted} and ${mayBeMailed}
    order by e.created_at desc, e.event_id ${verbatim(`limit ${mostFacts}`)}`
}
