// Notifications: their kinds, who may still see them, and their record on the wire.
import { z } from 'zod'
import { type Caller, effectiveRole } from '../core/access.ts'
import {
  CommentId,
  FileId,
  NotificationId,
  ProjectId,
  Timestamp,
  UserSummary,
  VersionId,
} from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { reaches } from './event.ts'
import { FileStatus } from './file.ts'
import { notDestroyed } from './project.ts'
import { Verdict } from './version.ts'

/**
 * The kinds, most important first: an event that concerns a person in several ways is one notification, of the first kind
 * that applies. The last two are only for people who want to hear of everything in a project.
 */
export const notificationKinds = [
  'MENTION',
  'REVIEW_REQUESTED',
  'REPLY',
  'VERDICT',
  'COMMENT',
  'GENERATION',
  'REVISION',
  'SHARE_OPENED',
  'INVITATION',
  'ACCESS_LOST',
  'UPLOAD',
  'NEW_REVIEW',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

export const notificationLevels = ['EVERYTHING', 'CONCERNS_ME', 'MENTIONS', 'NOTHING'] as const
export const NotificationLevel = z.enum(notificationLevels)
export type NotificationLevel = z.output<typeof NotificationLevel>

const shownActors = 3
/** Counting reads at most this many events of an item. */
const mostEvents = 100
/** Characters of a comment that a notification shows. */
export const excerptLength = 280

/**
 * Whether the person of the notification `n` may see its event `e` now: access may be lost, a file hidden or deleted and the
 * comment `c` deleted since. `r.role` is the role of the person in the project. Subqueries by value, as in `eventReach`.
 */
export const isSeen = fragment`(e.comment_id is null or c.id is not null and c.deleted_at is null)
  and (e.file_id is null or (select true from files shown where shown.id = e.file_id))
  and (e.version_id is null or (select true from versions shown where shown.id = e.version_id))
  and (n.kind = 'ACCESS_LOST' or ${reaches(fragment`r.role`)})`

/** The events of the notification `n` that its person may see now, newest first, as `e`. */
export const seenEvents = fragment`
  select e.* from notification_events e left join comments c on c.id = e.comment_id
  where e.notification_id = n.id and ${isSeen}
  order by e.created_at desc, e.event_id ${verbatim(`limit ${mostEvents}`)}`

/** Joins to `notifications n` the project `p` and the current role `r.role` of the person. */
export function roleJoins(isGuest: Fragment): Fragment {
  return fragment`
    join projects p on p.id = n.project_id and ${notDestroyed}
    left join project_members own on own.project_id = p.id and own.user_id = n.user_id
    cross join lateral (select ${effectiveRole(isGuest, fragment`n.user_id`)} as role) r`
}

export function callerRoleJoins({ workspaceRole }: Caller): Fragment {
  return roleJoins(fragment`${workspaceRole === 'GUEST'}`)
}

/** Everything that the record shows of the visible events, as `seen`; no row when the person may see none of them. */
export const seenJoin = fragment`
  cross join lateral (
    select count(*)::integer as count,
      (array_agg(e.file_id order by e.created_at desc, e.event_id))[1] as file_id,
      (array_agg(e.version_id order by e.created_at desc, e.event_id))[1] as version_id,
      (array_agg(e.comment_id order by e.created_at desc, e.event_id))[1] as comment_id,
      array_agg(e.actor_id order by e.created_at desc, e.event_id) as actor_ids,
      count(distinct e.actor_id)::integer as actors
    from (${seenEvents}) e
  ) seen
  left join files f on f.id = seen.file_id
  left join versions v on v.id = seen.version_id
  left join comments c on c.id = seen.comment_id`

/** From the events that `seenJoin` has read: reading them again took a page of 50 from 2.7 to 3.5 ms. */
const actorsColumn = fragment`(
  select coalesce(json_agg(json_build_object('id', u.id, 'name', coalesce(w.display_name, u.name),
      'avatarUrl', coalesce(w.avatar_url, u.avatar_url)) order by actor.place), '[]')
  from (
    select event.actor_id, min(event.place) as place from unnest(seen.actor_ids) with ordinality event (actor_id, place)
    where event.actor_id is not null group by event.actor_id order by place ${verbatim(`limit ${shownActors}`)}
  ) actor
  join users u on u.id = actor.actor_id
  left join workspace_members w on w.workspace_id = n.workspace_id and w.user_id = u.id)`

/** The text of `comments c`, with `@Name` for mentions. */
export const plainText = `regexp_replace(c.content, '@\\[([^\\]\\n]*)\\]\\((?:user|review):[0-9a-z-]+\\)', '@\\1', 'g')`
/** Its beginning. */
export const excerpt = `left(${plainText}, ${excerptLength})`

const columns = {
  id: column(NotificationId, 'n.id'),
  kind: column(NotificationKind, 'n.kind'),
  count: column(
    z.int().describe(`Number of events that this notification stands for, at most ${mostEvents}.`),
    'seen.count',
  ),
  actors: column(
    z.array(UserSummary.omit({ email: true })).describe(`The last ${shownActors} people who caused it.`),
    actorsColumn,
  ),
  actorCount: column(z.int().describe('Number of people who caused it.'), 'seen.actors'),
  project: object(z.object({ id: ProjectId, name: z.string() }), {
    id: 'p.id',
    name: 'coalesce(n.project_name, p.name)',
  }),
  file: object(
    z
      .object({
        id: FileId,
        name: z.string(),
        revision: z.int().describe('Number of the revision, from 1.'),
        status: FileStatus,
      })
      .nullable()
      .describe('The file of the newest event; null if it is not about a file.'),
    { id: 'f.id', name: 'f.name', revision: 'f.stack_number', status: 'f.status' },
  ),
  version: object(
    z
      .object({ id: VersionId, name: z.string() })
      .nullable()
      .describe('The version of the newest event; null if it is not about a version.'),
    { id: 'v.id', name: 'v.name' },
  ),
  verdict: column(
    Verdict.nullable().describe('The current verdict of the last person, for the kind VERDICT; else null.'),
    `(select verdict.verdict from verdicts verdict
      where n.kind = 'VERDICT' and verdict.version_id = seen.version_id and verdict.user_id = seen.actor_ids[1])`,
  ),
  comment: object(
    z
      .object({
        id: CommentId,
        excerpt: z.string().nullable().describe(`The first ${excerptLength} characters; null without text.`),
        anchor: z.int().nullable(),
        frame: z.int().nullable(),
        parentId: CommentId.nullable().describe('The top-level comment that it replies to.'),
      })
      .nullable()
      .describe('The newest comment; null if it is not about a comment.'),
    { id: 'c.id', excerpt, anchor: 'c.anchor', frame: 'c.frame', parentId: 'c.parent_id' },
  ),
  readAt: column(Timestamp.nullable().describe('null while it is unread.'), 'n.read_at'),
  createdAt: column(Timestamp, 'n.created_at'),
  updatedAt: column(Timestamp.describe('When its newest event happened.'), 'n.updated_at'),
}

export const Notification = wireSchema('Notification', columns)
export type Notification = z.output<typeof Notification>
export const notificationColumns = selectList(columns)
export type NotificationRow = Row<typeof columns>
export const notificationRecord = recordMapper(columns)
