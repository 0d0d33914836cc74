import assert from 'node:assert/strict'
import { test } from 'node:test'
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

/** The state right after the migration, with this many comments from before it. */
async function comments(count: number) {
  const { id } = await world.project()
  await sql`delete from comment_texts_missing`
  await sql`insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')`
  await sql`insert into comments (id, project_id, content)
    select gen_random_uuid(), ${id}, case when i % 10 > 0 then 'Note ' || i end from generate_series(1, ${count}) i`
  await sql`delete from comment_texts`
}

test('comments from before the migration get their texts, and the job ends', async () => {
  await comments(2_100)
  assert.equal(await due(), true)
  await run()
  assert.deepEqual([await texts(), await due()], [1_890, false])
  const [wrong] = await sql<{ count: number }>`
    select count(*)::integer as count from comments c left join comment_texts t on t.comment_id = c.id
    where t.key is distinct from search_key(search_folded(c.content))`
  assert.equal(wrong!.count, 0)
})

test('a text that a newer change has stored stays, and a second node continues where the first one stopped', async () => {
  await sql`delete from comments`
  await comments(30)
  const [newest] = await sql<{
    id: string
  }>`select id from comments where content is not null order by id desc limit 1`
  await sql`update comments set content = 'Edited' where id = ${newest!.id}`
  const [middle] = await sql<{ id: string }>`select id from comments order by id offset 20 limit 1`
  await sql`update comment_texts_missing set position = ${middle!.id}`
  await run()
  const [left] = await sql<{ above: number; below: number }>`
    select count(*) filter (where c.id >= ${middle!.id})::integer as above,
      count(*) filter (where c.id < ${middle!.id})::integer as below
    from comments c where c.content is not null and not exists (select from comment_texts t where t.comment_id = c.id)`
  const [kept] = await sql<{ key: string }>`select key from comment_texts where comment_id = ${newest!.id}`
  assert.deepEqual([left!.below, kept!.key.trim(), await due()], [0, 'edited', false])
  assert.ok(left!.above > 0)
})
