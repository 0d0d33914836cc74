// Jobs delete rows in short transactions, however many have expired. Triggers on all tables count the rows that each
// transaction deletes, with those that foreign keys delete.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { batchRows } from './delete-in-batches.ts'
import { periodicJobs } from './periodic-jobs.ts'
import { purgeTrash } from './purge-trash.ts'

let client: pg.Client
after(() => client.end())
const world = await startWorld()
client = new pg.Client(world.databaseUrl)
await client.connect()

const projectId = (await world.project()).id
await client.query(`update projects set destroyed_at = now() where id = $1`, [projectId])
const [webhook, object, comment] = [newUuid(), newUuid(), newUuid()]
const [expiredArchive, purgedArchive] = [newUuid(), newUuid()]
const id = (prefix: string) => `'${prefix}' || lpad(i::text, 22, '0')`
const random = 'gen_random_uuid()'
const hash = `sha256(i::text::bytea)`
const old = `now() - interval '60 days'`
const purged = `'${projectId}'`
const abandoned = `'${(await world.project()).id}'`
const trashed = `'${newUuid()}'`

/** More expired rows than fit into a batch, in every table with many of them: the columns, and their values. */
const expired: [table: string, columns: string, values: string][] = [
  [
    'idempotency_keys',
    'credential_id, operation, key, input_hash, status, created_at',
    `i, 'a', i, ${hash}, 201, ${old}`,
  ],
  [
    'sessions',
    'id, hash, user_id, workspace_id, expires_at',
    `${random}, ${hash}, ${random}, ${random}, ${old}`,
  ],
  [
    'one_time_links',
    'id, user_id, purpose, hash, expires_at',
    `${random}, ${random}, 'RESET', ${hash}, ${old}`,
  ],
  [
    'invitations',
    'id, workspace_id, email, role, hash, expires_at',
    `${random}, ${random}, 'a', 'MEMBER', ${hash}, ${old}`,
  ],
  ['passkey_challenges', 'challenge, expires_at', `i, ${old}`],
  ['oauth_artifacts', 'hash, model, payload, expires_at', `${hash}, 'Session', '{}', ${old}`],
  [
    'oauth_grants',
    'id, user_id, workspace_id, client_id, client_name, scopes, resources, last_used_at',
    `${random}, ${random}, ${random}, 'c', 'c', '{}', '{}', ${old}`,
  ],
  ['oauth_clients', 'id, metadata, created_at', `i, '{}', ${old}`],
  [
    'webhook_deliveries',
    'id, webhook_id, event_id, event_type, body, state, created_at, ended_at',
    `${random}, '${webhook}', ${random}, 'a', '', 'DELIVERED', ${old}, ${old}`,
  ],
  [
    'events',
    'workspace_id, number, id, type, audience, data, created_at',
    `'${world.workspaceId}', i, ${random}, 'file.created', 'ANYONE', '{}', ${old}`,
  ],
  [
    'notifications',
    'id, workspace_id, user_id, kind, project_id, group_key, created_at, updated_at',
    `${random}, ${random}, ${random}, 'UPLOAD', ${purged}, i, now(), now()`,
  ],
  // The events of one item of another project.
  [
    'notification_events',
    'event_id, user_id, notification_id, audience, created_at',
    `${random}, ${random}, ${random}, 'ANYONE', now() - interval '100 days'`,
  ],
  ...[expiredArchive, purgedArchive].map((archive): [string, string, string] => [
    'archive_entries',
    'archive_id, number, start, name, size, modified_at',
    `'${archive}', i, i, 'a', 1, now()`,
  ]),
  // Replies of one comment.
  ['all_comments', 'id, project_id, parent_id, content', `${random}, ${purged}, '${comment}', 'a'`],
  [
    'all_files',
    'id, project_id, name, mode, status, position, object_id, stack_id, stack_number',
    `${id('FX')}, ${purged}, 'a', 'LOCAL', 'UPLOADED', i, '${object}', ${id('FX')}, 1`,
  ],
  ['file_stacks', 'id, project_id, last_number', `${id('FX')}, ${purged}, 1`],
  [
    'check_waivers',
    'id, project_id, stack_id, stack_number, rule, reason, file_id',
    `${random}, ${purged}, ${id('FX')}, 1, 'black', 'a', ${id('FX')}`,
  ],
  ['all_versions', 'id, project_id, name', `${random}, ${purged}, i`],
  ['all_folders', 'id, project_id, name', `${id('DX')}, ${purged}, i`],
  // Of entries of the trash whose time is over, in a project that stays.
  [
    'trash',
    'id, workspace_id, project_id, kind, record_id, name, purge_at',
    `${random}, '${world.workspaceId}', ${abandoned}, 'FILE', i, 'a', ${old}`,
  ],
  ['all_comments', 'id, project_id, content, trash_id', `${random}, ${abandoned}, 'a', ${trashed}`],
  [
    'all_files',
    'id, project_id, name, mode, status, position, stack_id, stack_number, trash_id',
    `${id('FT')}, ${abandoned}, 'a', 'LOCAL', 'UPLOADED', i, ${id('FT')}, 1, ${trashed}`,
  ],
  ['all_versions', 'id, project_id, name, trash_id', `${random}, ${abandoned}, i, ${trashed}`],
  ['all_folders', 'id, project_id, name, trash_id', `${id('DT')}, ${abandoned}, i, ${trashed}`],
  // Of uploads that were never completed, in a project that stays.
  [
    'all_files',
    'id, project_id, name, mode, status, position, object_id, stack_id, stack_number',
    `${id('FY')}, ${abandoned}, 'a', 'LOCAL', 'UPLOADING', i, '${object}', ${id('FY')}, 1`,
  ],
  [
    'comment_attachments',
    'id, project_id, name, object_id, created_at',
    `${id('AX')}, ${abandoned}, 'a', '${object}', ${old}`,
  ],
  [
    'generation_attachments',
    'id, project_id, name, object_id, created_at',
    `${id('GX')}, ${abandoned}, 'a', '${object}', ${old}`,
  ],
]

await client.query(`
  create table deleted_rows (transaction xid8, name text, count bigint);
  create function count_deleted() returns trigger language plpgsql as $$ begin
    insert into deleted_rows select pg_current_xact_id(), tg_table_name, count(*) from gone having count(*) > 0;
    return null;
  end $$;
  do $$ declare name text; begin
    for name in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition loop
      execute format('create trigger count_deleted after delete on %I referencing old table as gone
        for each statement execute function count_deleted()', name);
    end loop;
  end $$`)
// The rows refer to people and projects that do not exist.
await client.query('set session_replication_role = replica')
await client.query(
  `insert into objects (id, upload_id, size, part_size, created_at, orphaned_at) values ($1, $2, 1, 1, ${old}, ${old})`,
  [object, (await world.storage.startUpload(object)).uploadId],
)
await client.query(
  `insert into comments (id, project_id, content, updated_at) values ($1, $2, 'a', ${old})`,
  [comment, projectId],
)
await client.query(
  `insert into archives (id, project_id, created_by, restricted, name, file_count, cost, byte_size, directory_start,
    expires_at)
  values ($1, ${abandoned}, ${random}, false, 'a', 1, 1, 1, 1, ${old}),
    ($2, ${purged}, ${random}, false, 'a', 1, 1, 1, 1, now())`,
  [expiredArchive, purgedArchive],
)
await client.query(
  `insert into webhooks (id, workspace_id, url, events, secret) values ($1, $2, 'https://example.com', '{*}', '')`,
  [webhook, world.workspaceId],
)
await client.query(
  `insert into trash (id, workspace_id, project_id, kind, record_id, name, purge_at)
   values (${trashed}, '${world.workspaceId}', ${abandoned}, 'FOLDER', 'a', 'a', ${old})`,
)
for (const [table, columns, values] of expired) {
  await client.query(
    `insert into ${table} (${columns}) select ${values} from generate_series(1, ${batchRows + 1}) i`,
  )
}

test('all expired rows are deleted, and no transaction deletes more than a batch of a table', async () => {
  for (const job of periodicJobs) await world.runJob(job)
  // Entries become due a batch at a time.
  await world.runJob(purgeTrash)
  const { rows } = await client.query<{ name: string; sum: string; most: string }>(`
    select name, sum(count), max(count) as most
    from (select name, transaction, sum(count) as count from deleted_rows group by name, transaction) t group by name`)
  const found = new Map(rows.map((row) => [row.name, row]))
  for (const [table] of expired) {
    const count = expired.filter(([name]) => name === table).length * (batchRows + 1)
    assert.ok(Number(found.get(table)?.sum) >= count, `${table}: ${found.get(table)?.sum} of ${count} rows`)
  }
  for (const { name, most } of rows)
    assert.ok(Number(most) <= batchRows, `${name}: ${most} rows in one transaction`)
})

test('a job deletes rows in batches, or one by its id', () => {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const statements = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/delete from .*\n?.*/g)].map(([text]) => text),
  )
  assert.ok(statements.length > 3)
  // `chosen` is limited to a batch; `comment_texts_missing` has one row, and a run of a review one payment.
  const bounded =
    /where ((object_)?id = \$\{id|file_id = \$\{fileId|skill_review_id = \$\{id\} and run = \$\{run)\}|(\$\{rowKey\}|position) = any ?\(|using chosen|from (comment_texts|timecodes)_missing/
  for (const text of statements) assert.match(text, bounded, text)
})
