import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { lockWaits } from '../../test/helpers/lock-waits.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { runPeriodicJob } from './periodic-job.ts'
import { storeCommentTexts } from './store-comment-texts.ts'

const world = await startWorld()
const { sql } = world.database

type Services = Parameters<typeof runPeriodicJob>[0]
const run = () =>
  runPeriodicJob({ database: world.database, changed: () => {} } as unknown as Services, storeCommentTexts)

const due = () => storeCommentTexts.isDue!(sql)
const texts = async () => (await sql`select from comment_texts`).length

/** Comments without texts, and the walk through all of them. */
async function comments(count: number) {
  const { id } = await world.project()
  await sql`delete from comment_texts_missing`
  await sql`insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`
  await sql`insert into comments (id, project_id, content)
    select gen_random_uuid(), ${id}, case when i % 10 > 0 then 'Note ' || i end from generate_series(1, ${count}) i`
}

test('comments from before the search get their texts, and the job ends', async () => {
  await comments(2_100)
  assert.equal(await due(), true)
  await run()
  assert.deepEqual([await texts(), await due()], [1_890, false])
  const [wrong] = await sql<{ count: number }>`
    select count(*)::integer as count from comments c left join comment_texts t on t.comment_id = c.id
    where t.key is distinct from search_key(search_folded(c.content))`
  assert.equal(wrong!.count, 0)
})

test('a second node continues where the first one stopped', async () => {
  await sql`delete from comments`
  await comments(30)
  const [middle] = await sql<{ id: string }>`select id from comments order by id offset 20 limit 1`
  await sql`update comment_texts_missing set position = ${middle!.id}`
  await run()
  const [left] = await sql<{ above: number; below: number }>`
    select count(*) filter (where c.id >= ${middle!.id})::integer as above,
      count(*) filter (where c.id < ${middle!.id})::integer as below
    from comments c where c.content is not null and not exists (select from comment_texts t where t.comment_id = c.id)`
  assert.deepEqual([left!.below, await due()], [0, false])
  assert.ok(left!.above > 0)
})

test('a walk that is begun again while a batch is stored starts from the newest comment', async (t) => {
  await sql`delete from comments`
  await comments(20)
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  await sql`update comment_texts_missing set position = (select id from comments order by id offset 10 limit 1)`
  await client.query('begin')
  // As a worker does that has missed events.
  await client.query(`update comment_texts_missing set position = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`)
  const ran = run()
  await lockWaits(world)
  await client.query('commit')
  await ran
  assert.deepEqual([await texts(), await due()], [18, false])
})

test('a comment that is edited while its batch is read: the later text is stored', async (t) => {
  await sql`delete from comments`
  await comments(5)
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  await client.query(`update comments set content = 'Edited'`)
  const ran = run()
  await lockWaits(world)
  await client.query('commit')
  await ran
  const keys = await sql<{ key: string }>`select distinct trim(key) as key from comment_texts`
  assert.deepEqual(keys, [{ key: 'edited' }])
})
