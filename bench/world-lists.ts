// Rows for the lists that do not grow with the world: as many as an active workspace has, and more than a page where there are
// pages.
import type pg from 'pg'
import { newPrefixedId, newUuid } from '../server/src/core/ids.ts'
import { builtInProfiles } from '../server/src/media/checks/built-in-profiles.ts'
import { callApi } from './byte-client.ts'

type ApiProject = { key: string; filesProject: string }
type Place = { workspace: string; admin: string; project: string }

const page = 50
/** More than a page. */
const rows = 2 * page

/**
 * The comment has replies and reactions, the webhook has deliveries, the key (`connection`) has activity, the share has guests, the
 * check profile has versions; all are returned.
 */
export async function fillLists(client: pg.Client, { workspace, admin, project }: Place) {
  const ids = {
    ...{ comment: newUuid(), webhook: newUuid(), connection: newUuid(), share: newUuid() },
    checkProfile: newPrefixedId('CP'),
  }
  const fill = (text: string, values: unknown[]) => client.query(text, values)
  await fill(
    `insert into project_members (id, project_id, workspace_id, user_id, role)
     values ($1, $2, $3, $4, 'PROJECT_MANAGER')`,
    [newUuid(), project, workspace, admin],
  )
  await fill(
    `insert into comments (id, project_id, author_id, content)
     select case i when 1 then $1::uuid else gen_random_uuid() end, $2, $3, 'Thought ' || i || ' about the whole project.'
     from generate_series(1, ${rows}) i`,
    [ids.comment, project, admin],
  )
  await fill(
    `insert into comments (id, project_id, parent_id, author_id, content)
     select gen_random_uuid(), $2, $1, $3, 'Reply ' || i || ': agreed, with one exception.'
     from generate_series(1, ${rows}) i`,
    [ids.comment, project, admin],
  )
  await fill(
    `insert into comment_reactions (comment_id, type, user_id)
     select $1, ('{👍,🎉,👀,🔥,🙏,😀}'::text[])[1 + row_number() over (order by id) % 6], user_id from workspace_members
     where workspace_id = $2`,
    [ids.comment, workspace],
  )
  await fillAccount(fill, workspace, admin, ids.connection)
  await fillWebhooks(fill, workspace, admin, ids.webhook)
  await fillShares(fill, project, admin, ids.share)
  await fill(
    `insert into outbox (workspace_id, type, project_id, actor_id, connection_id, audience, data)
     select $1, 'comment.created', $2, $3, $4, 'ANYONE',
       json_build_object('comment', json_build_object('id', id), 'file', null, 'parent', null)
     from comments where project_id = $2 and author_id = $3 and file_id is null and parent_id is null`,
    [workspace, project, admin, ids.connection],
  )
  await client.query(`select number_events(1000)`)
  await fill(
    `insert into audit_entries (workspace_id, created_at, action, credential, actor_id, actor_name, target_kind, target_id,
       target_name, project_id, project_name, address, user_agent)
     select $1, now() - i * interval '1 minute', 'file.downloaded', 'SESSION', $3, 'Admin', 'FILE', 'FX' || md5(i::text),
       'Shot ' || i || '.mov', $2, 'Project', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0'
     from generate_series(1, ${rows}) i`,
    [workspace, project, admin],
  )
  await fill(
    `insert into skills (id, workspace_id, name, description, created_by)
     select 'SK' || left(md5(i::text), 22), $1, 'Skill ' || i, 'How the studio does step ' || i || '.', $2
     from generate_series(1, ${page}) i`,
    [workspace, admin],
  )
  await fillCheckProfiles(fill, workspace, admin, ids.checkProfile)
  // The trash of the project, and that of the workspace.
  for (const [kind, place] of [
    ['FILE', project],
    ['SKILL', null],
  ])
    await fill(
      `insert into trash (id, workspace_id, project_id, kind, record_id, name, deleted_by, deleted_at, purge_at)
       select gen_random_uuid(), $1, $2, $3, $3 || i, 'Take ' || i, $4, now() - i * interval '1 minute', now() + interval '30 days'
       from generate_series(1, ${rows}) i`,
      [workspace, place, kind, admin],
    )
  return ids
}

/** Every member of the project is asked to review the version, and has approved it. */
export async function fillReviews(client: pg.Client, project: string, version: string) {
  await client.query(
    `insert into review_requests (id, version_id, project_id, user_id, message)
     select gen_random_uuid(), $2, project_id, user_id, 'Please look at the grade.' from project_members
     where project_id = $1`,
    [project, version],
  )
  await client.query(
    `insert into verdicts (id, version_id, project_id, user_id, user_name, role, verdict, note, files, review)
     select gen_random_uuid(), $2, project_id, user_id, 'Member', role, 'APPROVED', 'Good to go.', '[]', 0
     from project_members where project_id = $1`,
    [project, version],
  )
}

type CallerPlace = { workspace: string; caller: string; versionsProject: string; filesProject: string }

/** The caller is asked to review `rows` versions, is mentioned in as many comments of their files, and has as many notifications. */
export async function fillInbox(
  client: pg.Client,
  { workspace, caller, versionsProject, filesProject }: CallerPlace,
) {
  await client.query(
    `insert into review_requests (id, version_id, project_id, user_id, requested_by, due_at)
     select gen_random_uuid(), v.id, v.project_id, $2, $2, now() + interval '1 hour' * row_number() over (order by v.id)
     from (select id, project_id from versions where project_id = $1 order by id desc limit ${rows}) v
     on conflict on constraint review_requests_user_key do nothing`,
    [versionsProject, caller],
  )
  await client.query(
    `insert into comment_mentions (comment_id, user_id)
     select id, $2 from comments where project_id = $1 and author_id <> $2 order by id limit ${rows}`,
    [filesProject, caller],
  )
  await client.query(
    `with made as (
       insert into notifications (workspace_id, user_id, kind, project_id, group_key, created_at, updated_at)
       select $1, $2, 'MENTION', project_id, 'MENTION ' || id, created_at, created_at
       from comments c join comment_mentions m on m.comment_id = c.id where m.user_id = $2 returning id, group_key
     )
     insert into notification_events (event_id, user_id, notification_id, actor_id, comment_id, audience, file_id, created_at)
     select gen_random_uuid(), $2, made.id, c.author_id, c.id, 'ANYONE', c.file_id, c.created_at
     from made join comments c on made.group_key = 'MENTION ' || c.id`,
    [workspace, caller],
  )
}

/** The first one has more than a page of versions. */
async function fillCheckProfiles(fill: Fill, workspace: string, user: string, first: string) {
  await fill(
    `insert into check_profiles (id, workspace_id, name, version, created_by)
     select case i when 1 then $3 else 'CP' || left(md5(i::text), 22) end, $1, 'Delivery ' || i, case i when 1 then ${rows} else 1 end, $2
     from generate_series(1, ${page}) i`,
    [workspace, user, first],
  )
  await fill(
    `insert into check_profile_versions (profile_id, version, rules, created_by)
     select p.id, v, $3, $2 from check_profiles p, generate_series(1, p.version) v where p.workspace_id = $1`,
    [workspace, user, JSON.stringify(builtInProfiles.ebu!.rules)],
  )
}

type Fill = (text: string, values: unknown[]) => Promise<unknown>

async function fillAccount(fill: Fill, workspace: string, user: string, key: string) {
  const hash = `decode(md5(random()::text) || md5(random()::text), 'hex')`
  await fill(
    `insert into api_keys (id, workspace_id, user_id, name, hash, scopes)
     select case i when 1 then $3::uuid else gen_random_uuid() end, $1, $2, 'Key ' || i, ${hash}, '{projects:read}'
     from generate_series(1, ${page}) i`,
    [workspace, user, key],
  )
  await fill(
    `insert into sessions (id, hash, user_id, workspace_id, address, user_agent, expires_at)
     select gen_random_uuid(), ${hash}, $2, $1, '192.0.2.' || i, 'Mozilla/5.0', now() + interval '30 days'
     from generate_series(1, 20) i`,
    [workspace, user],
  )
  await fill(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports)
     select gen_random_uuid(), $1, 'Laptop ' || i, ${hash}, ${hash}, 0, '{internal}' from generate_series(1, 10) i`,
    [user],
  )
  await fill(
    `insert into oauth_grants (id, user_id, workspace_id, client_id, client_name, scopes, resources)
     select gen_random_uuid(), $2, $1, 'app-' || i, 'App ' || i, '{projects:read}', '{}' from generate_series(1, 20) i`,
    [workspace, user],
  )
  await fill(
    `insert into invitations (id, workspace_id, email, role, hash, invited_by, expires_at)
     select gen_random_uuid(), $1, 'invited-' || i || '@example.com', 'MEMBER', ${hash}, $2, now() + interval '7 days'
     from generate_series(1, ${page}) i`,
    [workspace, user],
  )
}

/** The webhooks are switched off, so that other measurements make no deliveries. */
async function fillWebhooks(fill: Fill, workspace: string, user: string, webhook: string) {
  await fill(
    `insert into webhooks (id, workspace_id, url, events, secret, active, created_by)
     select case i when 1 then $1::uuid else gen_random_uuid() end, $2, 'https://hooks.example.com/' || i,
       '{comment.*,file.*}', 'sealed', false, $3 from generate_series(1, 20) i`,
    [webhook, workspace, user],
  )
  await fill(
    `insert into webhook_deliveries (webhook_id, event_id, event_type, body, state, attempts, ended_at)
     select $1, gen_random_uuid(), 'comment.created', '{"type":"comment.created","data":{"number":' || i || '}}',
       'DELIVERED', 1, now() from generate_series(1, ${rows}) i`,
    [webhook],
  )
  await fill(
    `insert into webhook_attempts (delivery_id, number, url, started_at, duration_ms, status, response)
     select id, 1, 'https://hooks.example.com/1', now(), 12, 200, 'ok' from webhook_deliveries where webhook_id = $1`,
    [webhook],
  )
}

/** Twenty shares of a file each; guests have opened one of them, and watched its file. */
async function fillShares(fill: Fill, project: string, admin: string, share: string): Promise<void> {
  await fill(
    `insert into shares (id, project_id, name, access, comments, verdicts, downloads, revisions, key_hash, key_sealed, email,
       created_by)
     select case i when 1 then $1::uuid else gen_random_uuid() end, $2, 'Cut ' || i, 'COMMENT', 'OWN', false, 'PROXY', 'LATEST',
       sha256(i::text::bytea), ''::bytea, 'OPTIONAL', $3
     from generate_series(1, 20) i`,
    [share, project, admin],
  )
  await fill(
    `insert into share_items (share_id, project_id, position, stack_id)
     select s.id, s.project_id, 1, (select f.stack_id from files f where f.project_id = $1 order by f.id limit 1)
     from shares s where s.project_id = $1 and exists (select from files f where f.project_id = $1)`,
    [project],
  )
  await fill(
    `with made as (
       insert into users (id, email, name)
       select gen_random_uuid(), 'guest-' || i || '@guest.invalid', 'Guest ' || i from generate_series(1, ${rows}) i
       returning id, name
     )
     insert into share_guests (id, share_id, user_id, name, email, hash, expires_at)
     select gen_random_uuid(), $1, id, name, 'someone@example.com', sha256(id::text::bytea), now() + interval '30 days'
     from made`,
    [share],
  )
  await fill(
    `insert into share_views (guest_id, file_id, opens, watched)
     select g.id, f.id, 2, 0.5 from share_guests g
     join share_items i on i.share_id = g.share_id join files f on f.stack_id = i.stack_id`,
    [],
  )
}

/** Rows with secrets that only a running server can encrypt. */
export async function fillByApi(base: string, { key, filesProject }: ApiProject): Promise<void> {
  for (let i = 1; i <= 20; i++) {
    const link = { role: 'PROJECT_REVIEWER', description: `Link ${i}` }
    await callApi(base, key, `POST /api/projects/${filesProject}/access-links`, link)
  }
}
