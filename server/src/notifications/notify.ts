// Writes the notifications of a batch of events, in the transaction that moves the position of the workspace: an event
// that was processed is never processed again, whatever crashes.
import { effectiveRole } from '../core/access.ts'
import { type Database, fragment, type Sql, verbatim } from '../core/sql.ts'
import { workspacesAfter } from '../events/event-follower.ts'
import { eventsAfter, reaches } from '../records/event.ts'
import { notDestroyed } from '../records/project.ts'
import { waitMinutes } from './mail/schedule.ts'
import { queuePushes } from './push/push-queue.ts'
import { candidates } from './recipients.ts'

/** Events per transaction. */
export const batchSize = 100
/** Ids of people per Postgres notification, whose payload may have 8,000 bytes. */
const peoplePerSignal = 200

/** Workspaces with events that are not processed yet. */
export function workspacesBehind(sql: Sql): Promise<string[]> {
  return workspacesAfter(sql, 'notification_positions')
}

export type Progress = {
  /** Whether more events may wait. */
  full: boolean
  /** The number of new pairs of an event and a person. */
  notified: number
}

/** Processes the next events of a workspace; returns undefined while another worker does. */
export async function notifyNext(database: Database, workspaceId: string): Promise<Progress | undefined> {
  return database.transaction(async (sql) => {
    await sql`
      insert into notification_positions (workspace_id, number)
      select id, 0 from workspaces where id = ${workspaceId}
      on conflict on constraint notification_positions_pkey do nothing`
    const [position] = await sql<{ number: number; since: string | null }>`
      select number, since from notification_positions where workspace_id = ${workspaceId} for update skip locked`
    if (!position) return undefined
    const next = eventsAfter('workspace_id', workspaceId, position.number)
    const [written] = await sql<{ read: number; notified: number }>`
      with batch as materialized (
        select e.id, e.number, e.created_at >= coalesce(${position.since}::timestamptz, '-infinity') as current, e.type, e.project_id, e.actor, e.audience, e.file_id, e.version_id, e.data, e.created_at
        from ${next.from} where ${next.where} ${next.order} ${verbatim(`limit ${batchSize}`)}
      ), candidate as (
        select distinct on (event_id, user_id) event_id, user_id, kind
        from (${candidates}) candidate
        where user_id is not null
        order by event_id, user_id, rank
      ), chosen as materialized (${chosen}), item as (
        insert into notifications as n (workspace_id, user_id, kind, project_id, project_name, group_key, created_at, updated_at)
        select ${workspaceId}::uuid, user_id, kind, project_id, max(project_name), group_key, min(created_at), max(created_at)
        from chosen group by user_id, kind, project_id, group_key
        on conflict (workspace_id, user_id, group_key) where read_at is null
          do update set updated_at = greatest(n.updated_at, excluded.updated_at)
        returning n.id, n.user_id, n.group_key, n.pushed_at
      ), added as (
        insert into notification_events
          (event_id, user_id, notification_id, actor_id, comment_id, audience, file_id, version_id, created_at)
        select c.event_id, c.user_id, item.id, c.actor_id, c.comment_id, c.audience, c.file_id, c.version_id, c.created_at
        from chosen c join item on item.user_id = c.user_id and item.group_key = c.group_key
        returning user_id, created_at
      ), to_mail as (
        -- In one order: the notifiers of two workspaces may tell the same people.
        insert into mail_digests as d (user_id, due_at)
        select user_id, min(created_at) + make_interval(mins => ${verbatim(String(waitMinutes))}) from added
        group by user_id order by user_id
        on conflict on constraint mail_digests_pkey do update set due_at = excluded.due_at where d.due_at is null
      ), queued as (${queuePushes(workspaceId)}
      ), signalled as (
        select pg_notify('dailies_unread', string_agg(user_id::text, ' '))
        from (
          select user_id, (row_number() over ()) / ${verbatim(String(peoplePerSignal))} as signal
          from (select distinct user_id from added) person
        ) person group by signal
      ), moved as (
        update notification_positions set number = (select max(number) from batch)
        where workspace_id = ${workspaceId} and exists (select from batch)
      )
      select (select count(*)::integer from batch) as read, (select count(*)::integer from added) as notified,
        (select count(*) from signalled)`
    return { full: written!.read === batchSize, notified: written!.notified }
  })
}

/** The candidates who did not cause the event, want to hear of it, and may see it now. */
const chosen = fragment`
  select c.event_id, c.user_id, c.kind, p.id as project_id, e.audience, f.id as file_id, v.id as version_id,
    case when c.kind = 'ACCESS_LOST' then p.name end as project_name,
    actor.id as actor_id, comment.id as comment_id, e.created_at,
    c.kind || ':' || case when c.kind in ('REVISION', 'UPLOAD', 'NEW_REVIEW') then p.id::text
      else coalesce(f.id, v.id::text, p.id::text) end as group_key
  from candidate c
  join batch e on e.id = c.event_id
  join projects p on p.id = e.project_id and ${notDestroyed}
  join workspace_members here on here.workspace_id = p.workspace_id and here.user_id = c.user_id
  left join project_members own on own.project_id = p.id and own.user_id = c.user_id
  cross join lateral (select ${effectiveRole(fragment`(here.role = 'GUEST')`, fragment`c.user_id`)} as role) r
  left join users actor on actor.id = (e.actor ->> 'id')::uuid
  left join files f on f.id = e.file_id
  left join versions v on v.id = e.version_id
  left join comments comment on comment.id = (e.data #>> '{comment,id}')::uuid and comment.deleted_at is null
  left join notification_levels l on l.project_id = p.id and l.user_id = c.user_id
  where e.current and (e.actor ->> 'id')::uuid is distinct from c.user_id
    -- Deleted meanwhile: there is nothing left to see.
    and (e.file_id is null or f.id is not null) and (e.version_id is null or v.id is not null)
    and ((e.data #> '{comment,id}') is null or comment.id is not null)
    and case when c.kind = 'ACCESS_LOST' then r.role is null else ${reaches(fragment`r.role`)} end
    and case l.level when 'NOTHING' then false when 'MENTIONS' then c.kind = 'MENTION' else true end
    and not exists (select from muted_files muted where muted.stack_id = f.stack_id and muted.user_id = c.user_id)`
