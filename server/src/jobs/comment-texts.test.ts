import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { emitEvent, numberAll } from '../../test/helpers/emit-events.ts'
import { lockWaits } from '../../test/helpers/lock-waits.ts'
import { storeTexts } from '../../test/helpers/store-texts.ts'
import { until } from '../../test/helpers/until.ts'
import { killWorkersAfterFile, startWorkerProcess } from '../../test/worlds/worker-process.ts'
import { createTestDatabase, startWorld } from '../../test/worlds/world.ts'
import { newUuid } from '../core/ids.ts'
import { createDatabase } from '../database/client.ts'
import { listMigrations, migrate } from '../database/migrate.ts'
import { batchSize, storeNextTexts } from './comment-texts.ts'
import { storeCommentTexts } from './store-comment-texts.ts'

killWorkersAfterFile()
let client: pg.Client
// Before the world drops the database.
after(() => client.end())
const world = await startWorld()
client = new pg.Client(world.databaseUrl)
await client.connect()
const { database, workspaceId } = world
const { sql } = database

/** Inserts comments with the events of their creation, as one change. */
async function written(projectId: string, count: number): Promise<string[]> {
  const data = `json_build_object('comment', json_build_object('id', id), 'file', null, 'parent', null)`
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into comments (id, project_id, content)
       select gen_random_uuid(), $1, 'Note ' || i from generate_series(1, $2::integer) i returning id
     ), emitted as (
       insert into outbox (workspace_id, type, project_id, audience, data)
       select $3, 'comment.created', $1, 'ANYONE', ${data} from made
     )
     select id from made`,
    [projectId, count, workspaceId],
  )
  await numberAll(sql)
  return rows.map(({ id }) => id)
}

/** Comments whose stored text is missing, stale, or should not be there. In the trash, they keep it. */
async function wrong(): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::integer as count from all_comments c full join comment_texts t on t.comment_id = c.id
    where c.trash_id is null and t.key is distinct from search_key(search_folded(c.content))`
  return row!.count
}

const position = async (): Promise<number> => {
  const [row] = await sql<{ number: number }>`
    select number from comment_text_positions where workspace_id = ${workspaceId}`
  return row?.number ?? 0
}

test('a write stores no text: new, edited and deleted comments follow when their events are processed', async () => {
  const { id: projectId, owner } = await world.project()
  const { key } = owner
  const post = async (body: object): Promise<string> =>
    (await world.call(`POST /api/projects/${projectId}/comments`, { key, body })).body.data.id
  const [edited, emptied] = [await post({ content: 'Too dark' }), await post({ content: 'Too loud' })]
  await post({ content: 'I agree', parent: { id: emptied } })
  assert.equal(await wrong(), 3)
  await storeTexts(database)
  assert.equal(await wrong(), 0)

  await world.call(`PATCH /api/comments/${edited}`, { key, body: { content: 'Étoile' } })
  await world.call(`DELETE /api/comments/${emptied}`, { key })
  assert.equal(await wrong(), 2)
  await storeTexts(database)
  assert.equal(await wrong(), 0)
})

test('two workers: the second one leaves a workspace to the first, and nothing is stored twice', async () => {
  const { id } = await world.project()
  await written(id, 10)
  await client.query('begin')
  await client.query('select from comment_text_positions where workspace_id = $1 for update', [workspaceId])
  assert.equal(await storeNextTexts(database, workspaceId), undefined)
  assert.equal(await wrong(), 10)
  await client.query('commit')
  await Promise.all([storeTexts(database), storeTexts(database)])
  assert.equal(await wrong(), 0)
})

test('a worker that is killed within a batch loses nothing: the next one continues after the batch before', async (t) => {
  const { id } = await world.project()
  const before = await position()
  const ids = await written(id, 2 * batchSize)
  const [row] = await sql<{ last: number }>`
    select last_number as last from event_counters where workspace_id = ${workspaceId}`
  // The lock of a comment in the second batch stops the worker there.
  const [stop] = await sql<{ id: string }>`
    select data #>> '{comment,id}' as id from events where workspace_id = ${workspaceId} and number = ${row!.last}`
  assert.ok(ids.includes(stop!.id))
  await client.query('begin')
  await client.query('select from comments where id = $1 for update', [stop!.id])
  const worker = await startWorkerProcess(
    world.databaseUrl,
    world.dataDir,
    '',
    new URL('./fixtures/comment-texts-worker.ts', import.meta.url),
  )
  t.after(() => worker.kill())
  await lockWaits(world)
  assert.equal(await position(), before + batchSize)
  await worker.kill()
  await client.query('commit')
  await storeTexts(database)
  assert.deepEqual([await position(), await wrong()], [row!.last, 0])
})

test('events that were deleted before they were processed: all comments are read again', async () => {
  const { id } = await world.project()
  const [edited, emptied, added] = await written(id, 3)
  await storeTexts(database)
  await sql`update comments set content = 'Changed' where id = ${edited!}`
  await sql`update comments set content = null where id = ${emptied!}`
  await sql`delete from comment_texts where comment_id = ${added!}`
  await emitEvent(sql, { workspaceId })
  await emitEvent(sql, { workspaceId })
  await numberAll(sql)
  await sql`
    update event_counters set forgotten_number = last_number - 1 where workspace_id = ${workspaceId}`
  await storeTexts(database)
  assert.equal(await wrong(), 3)
  assert.equal(await storeCommentTexts.isDue!(sql), true)
  await world.runJob(storeCommentTexts)
  assert.deepEqual([await wrong(), await storeCommentTexts.isDue!(sql)], [0, false])
  await written(id, 1)
  await storeTexts(database)
  assert.deepEqual([await wrong(), await storeCommentTexts.isDue!(sql)], [0, false])
})

test('the worker stores the text of a new comment when its event is announced', async () => {
  const working = await startWorld({ work: true })
  const { id, owner } = await working.project()
  const { key } = owner
  await working.call(`POST /api/projects/${id}/comments`, { key, body: { content: 'By the lighthouse' } })
  await until(async () => {
    const { body } = await working.call('QUERY /api/search', { key, body: { keyword: 'lighthouse' } })
    return body.data.comments.length === 1
  })
})

test('the migration: comments of before keep the texts of the triggers, and those of afterwards get theirs', async (t) => {
  const { url, drop } = await createTestDatabase('template1')
  const [migrator, writer] = [new pg.Client(url), new pg.Client(url)]
  const migratedDatabase = createDatabase({ connection: url, log: () => {} })
  t.after(async () => {
    await Promise.all([migrator.end(), writer.end(), migratedDatabase.close()])
    await drop()
  })
  await Promise.all([migrator.connect(), writer.connect()])
  const migrations = listMigrations()
  await migrate(
    migrator,
    migrations.filter(({ name }) => name < '0048'),
  )
  const [workspace, project] = [newUuid(), newUuid()]
  await writer.query(`insert into workspaces (id, name) values ($1, 'Studio')`, [workspace])
  await writer.query(
    `insert into projects (id, workspace_id, name, access_range) values ($1, $2, 'Film', 'ONLY_PROJECT_MEMBER')`,
    [project, workspace],
  )
  const write = async () => {
    await writer.query(
      `with made as (insert into comments (id, project_id, content) values (gen_random_uuid(), $1, 'Note') returning id)
       insert into outbox (workspace_id, type, project_id, audience, data)
       select $2, 'comment.created', $1, 'ANYONE', json_build_object('comment', json_build_object('id', id)) from made`,
      [project, workspace],
    )
  }
  const count = async (from: string) =>
    Number((await writer.query(`select count(*) from ${from}`)).rows[0].count)
  await write()
  await writer.query('select number_events(10)')
  // The event of this one has no number, and the transaction of the next one is under way: the migration waits for it.
  await write()
  await writer.query('begin')
  await write()
  const migrated = migrate(migrator, migrations)
  await until(async () => {
    return (await count(`pg_locks where relation = 'comments'::regclass and not granted`)) > 0
  })
  await writer.query('commit')
  await migrated
  await write()
  assert.equal(await count('comment_texts'), 3)
  const { rows } = await writer.query('select number from comment_text_positions')
  assert.deepEqual(rows, [{ number: '1' }])
  await storeTexts(migratedDatabase)
  assert.equal(await count('comment_texts'), 4)
})
