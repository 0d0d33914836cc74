// Rows for the lists of the API, many at once.
import { newUuid } from '../../src/core/ids.ts'
import type { Sql } from '../../src/core/sql.ts'
import type { Person, World } from '../worlds/world.ts'

/** The records that lists belong to. */
export type Place = {
  workspaceId: string
  owner: Person
  projectId: string
  fileId: string
  threadId: string
  webhookId: string
}

/** Three partitions of events and of audit entries, after the first one, which is empty, as it soon is. */
export async function openPeriods(sql: Sql): Promise<void> {
  await sql`
    select open_event_period(now() - i * interval '2 days'), open_audit_period(now() - i * interval '2 days')
    from generate_series(3, 1, -1) i`
}

/** In a workspace of its own. */
export async function newPlace(world: World): Promise<Place> {
  const { sql } = world.database
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId, role: 'OWNER' })
  const { id: projectId } = await world.project({ workspaceId, owner })
  const [threadId, webhookId] = [newUuid(), newUuid()]
  const fileId = `FX${webhookId.replaceAll('-', '')}`
  await sql`
    insert into files (id, project_id, name, mode, status, youtube_id, position, stack_id, stack_number)
    values (${fileId}, ${projectId}, 'Busy', 'YOUTUBE', 'UPLOADED', 'dQw4w9WgXcQ', 0, ${fileId}, 1)`
  await sql`
    insert into comments (id, project_id, content, created_at)
    values (${threadId}, ${projectId}, 'Busy', timestamptz '2025-01-01')`
  await sql`
    insert into webhooks (id, workspace_id, url, events, secret, created_by)
    values (${webhookId}, ${workspaceId}, 'https://example.com', '{*}', '', ${owner.userId})`
  return { workspaceId, owner, projectId, fileId, threadId, webhookId }
}

/** Adds as many rows to each list of the place. */
export async function fillLists(sql: Sql, place: Place, count: number): Promise<void> {
  await fillFiles(sql, place, count)
  await fillComments(sql, place, count)
  await fillEvents(sql, place, count)
  await fillNotifications(sql, place, count)
  await fillAudit(sql, place, count)
  await fillTrash(sql, place, count)
  await fillDeliveries(sql, place, count)
  await fillMembers(sql, place, count)
}

async function fillFiles(sql: Sql, { projectId }: Place, count: number): Promise<void> {
  await sql`
    insert into files (id, project_id, name, mode, status, youtube_id, position, stack_id, stack_number)
    select id, ${projectId}, i, 'YOUTUBE', 'UPLOADED', 'dQw4w9WgXcQ', i, id, 1
    from (select i, 'FX' || md5(${projectId}::text || i) as id from generate_series(1, ${count}::integer) i) made`
}

/** On the file, on the project and in the thread. Some of those on the file have a reply. */
async function fillComments(sql: Sql, place: Place, count: number): Promise<void> {
  const { projectId, fileId, threadId, owner } = place
  await sql`
    with made as (
      insert into comments (id, project_id, file_id, parent_id, author_id, content, anchor, created_at)
      select gen_random_uuid(), ${projectId}, list.file_id, list.parent_id, ${owner.userId}, 'Note', i,
        timestamptz '2026-01-01' + i * interval '1 second'
      from generate_series(1, ${count}::integer) i, (values (${fileId}, null), (null, ${threadId}::uuid), (null, null)) list (file_id, parent_id)
      returning id, project_id, file_id, anchor
    )
    insert into comments (id, project_id, file_id, parent_id, content)
    select gen_random_uuid(), project_id, file_id, id, 'Reply' from made where file_id is not null and anchor <= 200`
}

/** All by the key of the owner. */
async function fillEvents(sql: Sql, place: Place, count: number): Promise<void> {
  const { workspaceId, projectId, owner } = place
  await sql`
    insert into event_counters (workspace_id, last_number) values (${workspaceId}, 9000000)
    on conflict on constraint event_counters_pkey do update set last_number = excluded.last_number`
  await sql`
    insert into events (workspace_id, number, id, type, project_id, actor, audience, data, created_at, period, connection_id)
    select ${workspaceId}, 1000000 + i, gen_random_uuid(), 'folder.created', ${projectId},
      json_build_object('id', ${owner.userId}::text, 'name', 'Agent', 'agent', true), 'ANYONE', '{}', now(),
      starts[1 + i % 3], ${owner.keyId}
    from generate_series(1, ${count}::integer) i,
      (select array_agg(start) as starts from event_periods where start > '-infinity') periods`
}

async function fillNotifications(sql: Sql, place: Place, count: number): Promise<void> {
  const { workspaceId, projectId, owner } = place
  await sql`
    with made as (
      insert into notifications (id, workspace_id, user_id, kind, group_key, project_id, created_at, updated_at)
      select gen_random_uuid(), ${workspaceId}, ${owner.userId}, 'MENTION', i, ${projectId}, now(), now() + i * interval '1 second'
      from generate_series(1, ${count}::integer) i returning id
    )
    insert into notification_events (event_id, user_id, notification_id, audience, created_at)
    select gen_random_uuid(), ${owner.userId}, id, 'ANYONE', now() from made`
}

async function fillAudit(sql: Sql, place: Place, count: number): Promise<void> {
  const { workspaceId, projectId, owner } = place
  await sql`
    insert into audit_entries (workspace_id, action, credential, actor_id, project_id, target_kind, target_id, created_at, period)
    select ${workspaceId}, 'file.deleted', 'API_KEY', ${owner.userId}, ${projectId}, 'FILE', 'FX' || i,
      now() + i * interval '1 second', starts[1 + i % 3]
    from generate_series(1, ${count}::integer) i,
      (select array_agg(start) as starts from audit_periods where start > '-infinity') periods`
}

/** Of the project and of the workspace. */
async function fillTrash(sql: Sql, { workspaceId, projectId }: Place, count: number): Promise<void> {
  await sql`
    insert into trash (id, workspace_id, project_id, kind, record_id, name, deleted_at, purge_at)
    select gen_random_uuid(), ${workspaceId}, list.project_id, list.kind, list.kind || ${projectId}::text || i, 'Shot',
      now() + i * interval '1 second', now() + interval '20 days'
    from generate_series(1, ${count}::integer) i, (values ('FILE', ${projectId}::uuid), ('SKILL', null)) list (kind, project_id)`
}

async function fillDeliveries(sql: Sql, { webhookId }: Place, count: number): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, body, state, failure, created_at, ended_at)
    select gen_random_uuid(), ${webhookId}, gen_random_uuid(), 'file.created', '{}', 'FAILED', 'GONE',
      now() + i * interval '1 second', now()
    from generate_series(1, ${count}::integer) i`
}

async function fillMembers(sql: Sql, { workspaceId }: Place, count: number): Promise<void> {
  await sql`
    with made as (
      insert into users (id, email, name)
      select gen_random_uuid(), ${workspaceId}::text || i || '@example.com', 'Member' from generate_series(1, ${count}::integer) i
      returning id
    )
    insert into workspace_members (id, workspace_id, user_id, role) select gen_random_uuid(), ${workspaceId}, id, 'MEMBER' from made`
}
