// Jobs that lock many rows of a table lock them in one order, so that no two of them wait for each other: comments in the order of their
// ids, others in the order in which they lie in the table. Each test stops the first job at a row that another transaction has locked,
// starts the second one, and lets both go on. Nothing is repeated after a deadlock.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { numberAll } from '../../test/helpers/emit-events.ts'
import { lockWaits } from '../../test/helpers/lock-waits.ts'
import { holdStatistics } from '../../test/helpers/rows-read.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { clientConfig } from '../core/connection.ts'
import { newUuid } from '../core/ids.ts'
import { compile, type Database, fragment, type Sql } from '../core/sql.ts'
import { storeNextTexts } from './comment-texts.ts'
import { deleteExpiredNotifications } from './delete-expired.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'
import { purgeProjects } from './purge-projects.ts'
import { purgeTrash } from './purge-trash.ts'
import { storeCommentTexts } from './store-comment-texts.ts'

// Before the world drops the database.
after(() => Promise.all([first, second, third].map((client) => client.end())))
const world = await startWorld()
const { sql } = world.database
const { workspaceId } = world
// Rows stay where they were written: nothing is vacuumed.
await holdStatistics(sql)
const [first, second, third] = [newClient(), newClient(), newClient()]
await Promise.all([first, second, third].map((client) => client.connect()))

function newClient(): pg.Client {
  return new pg.Client(clientConfig(world.databaseUrl, 0))
}

/** The database over one connection. It repeats nothing. */
function databaseOf(client: pg.Client): Database {
  const run = (async (strings, ...values) => {
    const { text, values: parameters } = compile(strings, values)
    return (await client.query(text, parameters)).rows
  }) as Sql
  return {
    sql: run,
    async transaction(work) {
      await client.query('begin')
      try {
        const result = await work(run)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    },
  }
}

const job = (job: PeriodicJob) => (database: Database) =>
  job.run(database.sql, { database } as Parameters<PeriodicJob['run']>[1])
const storeNext = (database: Database) => storeNextTexts(database, workspaceId)

type Work = (database: Database) => Promise<unknown>

/** Starts `one`, which stops at the lock of `stop`, then `other`, which stops too, and takes the lock away. */
async function meet(stop: { lock: string; values: unknown[] }, one: Work, other: Work): Promise<void> {
  await first.query('begin')
  await first.query(stop.lock, stop.values)
  const both = [one(databaseOf(second))]
  await lockWaits(world, 1)
  both.push(other(databaseOf(third)))
  const ended = Promise.allSettled(both)
  await lockWaits(world, 2)
  await first.query('rollback')
  const failed = (await ended).filter((result) => result.status === 'rejected')
  assert.deepEqual(
    failed.map(({ reason }) => reason.message),
    [],
  )
}

/** Ids in ascending order, for comments that are then written in any. */
const newIds = (count: number): string[] => Array.from({ length: count }, () => newUuid())

/** Writes comments in this order, with the event of each. */
async function write(projectId: string, ids: string[], trashId: string | null = null): Promise<void> {
  for (const id of ids) {
    await sql`
      with made as (
        insert into all_comments (id, project_id, content, trash_id) values (${id}, ${projectId}, 'Note', ${trashId})
      )
      insert into outbox (workspace_id, type, project_id, audience, data)
      values (${workspaceId}, 'comment.created', ${projectId}, 'ANYONE', json_build_object('comment', json_build_object('id', ${id}::uuid)))`
  }
  await numberAll(sql)
}

/** An entry of the trash that somebody has purged, or that can still be restored. */
async function entry(projectId: string, { purged = true } = {}): Promise<string> {
  const id = newUuid()
  await sql`
    insert into trash (id, workspace_id, project_id, kind, record_id, name, purge_at, purged_at)
    values (${id}, ${workspaceId}, ${projectId}, 'COMMENT', ${newUuid()}, 'Note', now() + interval '1 day',
      case when ${purged} then now() end)`
  return id
}

const comment = (id: string) => ({
  lock: 'select from all_comments where id = $1 for key share',
  values: [id],
})
const left = async (ids: string[]) =>
  (await sql`select from all_comments where id = any(${ids}::uuid[])`).length

test('a purge of the trash and new search texts: neither fails', async () => {
  const { id: projectId } = await world.project()
  const [low, middle, high] = newIds(3) as [string, string, string]
  await write(projectId, [middle, high, low], await entry(projectId))
  await meet(comment(high), job(purgeTrash), storeNext)
  assert.equal(await left([low, middle, high]), 0)
})

test('a purge of the trash and search texts of all comments: neither fails', async () => {
  const { id: projectId } = await world.project()
  const [low, middle, high] = newIds(3) as [string, string, string]
  await write(projectId, [low, high, middle], await entry(projectId))
  await sql`delete from comment_texts_missing`
  await sql`insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`
  await meet(comment(high), job(purgeTrash), job(storeCommentTexts))
  assert.equal(await left([low, middle, high]), 0)
})

test('new search texts and those of all comments: neither fails', async () => {
  const { id: projectId } = await world.project()
  const [low, middle, high] = newIds(3) as [string, string, string]
  await storeNext(world.database)
  await write(projectId, [low, middle, high])
  await sql`delete from comment_texts_missing`
  await sql`insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`
  const stored = `insert into comment_texts (comment_id, key) values ($1, '')`
  await meet({ lock: stored, values: [middle] }, storeNext, job(storeCommentTexts))
  assert.equal(
    (await sql`select from comment_texts where comment_id = any(${[low, middle, high]}::uuid[])`).length,
    3,
  )
})

test('a purge that keeps threads and new search texts: neither fails', async () => {
  const { id: projectId } = await world.project()
  const ids = newIds(3)
  const [purged, kept] = [await entry(projectId), await entry(projectId, { purged: false })]
  const backwards = ids.toReversed()
  await write(projectId, backwards, purged)
  for (const id of backwards) {
    await sql`insert into comment_texts (comment_id, key) values (${id}, 'note')`
    await sql`
      insert into all_comments (id, project_id, parent_id, content, trash_id) values (${newUuid()}, ${projectId}, ${id}, 'Reply', ${kept})`
  }
  const text = 'select from comment_texts where comment_id = $1 for share'
  await meet({ lock: text, values: [ids[1]] }, job(purgeTrash), storeNext)
  const rows = await sql<{ content: string | null; text: boolean }>`
    select c.content, t.comment_id is not null as text from all_comments c left join comment_texts t on t.comment_id = c.id
    where c.id = any(${ids}::uuid[])`
  assert.deepEqual(rows, Array(3).fill({ content: null, text: false }))
})

test('a purge of the trash and one of its project: neither fails', async (t) => {
  // An index finds rows in another order than that in which they lie in the table.
  await third.query('set enable_seqscan = off; set enable_bitmapscan = off')
  t.after(() => third.query('reset all'))
  const { id: projectId } = await world.project()
  const [low, middle, high] = newIds(3) as [string, string, string]
  await write(projectId, [middle, high, low], await entry(projectId))
  await sql`update projects set destroyed_at = now() where id = ${projectId}`
  await meet(comment(high), job(purgeTrash), job(purgeProjects))
  assert.deepEqual(await sql`select from projects where id = ${projectId}`, [])
})

test('replies that go with their comments and new search texts: neither fails', async () => {
  const { id: projectId } = await world.project()
  const [thread, reply, other, last] = newIds(4) as [string, string, string, string]
  await write(projectId, [thread, other])
  await storeNext(world.database)
  for (const id of [last, reply])
    await sql`
      insert into comments (id, project_id, parent_id, content) values (${id}, ${projectId}, ${thread}, 'Reply')`
  for (const id of [reply, other])
    await sql`
      insert into outbox (workspace_id, type, project_id, audience, data)
      values (${workspaceId}, 'comment.updated', ${projectId}, 'ANYONE', json_build_object('comment', json_build_object('id', ${id}::uuid)))`
  await numberAll(sql)
  const threads = fragment`it.project_id = ${projectId} and it.parent_id is null`
  await meet(comment(last), ({ sql }) => deleteInBatches(sql, 'all_comments', threads), storeNext)
  assert.equal(await left([thread, reply, other, last]), 0)
})

test('expired notifications and a purge of the trash: neither fails', async () => {
  const { id: projectId, owner } = await world.project()
  const ids = newIds(3)
  await write(projectId, ids, await entry(projectId))
  const notification = newUuid()
  await sql`
    insert into notifications (id, workspace_id, user_id, kind, project_id, group_key, created_at, updated_at)
    values (${notification}, ${workspaceId}, ${owner.userId}, 'COMMENT', ${projectId}, 'a', now(), now())`
  const [low, middle, high] = ids as [string, string, string]
  for (const id of [middle, high, low])
    await sql`
      insert into notification_events (event_id, user_id, notification_id, comment_id, audience, created_at)
      values (${newUuid()}, ${owner.userId}, ${notification}, ${id}, 'ANYONE', now() - interval '100 days')`
  const event = 'select from notification_events where comment_id = $1 for update'
  await meet({ lock: event, values: [high] }, job(deleteExpiredNotifications), job(purgeTrash))
  assert.equal(await left(ids), 0)
})
