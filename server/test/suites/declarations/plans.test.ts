// Every statement of every operation and of every periodic job finds its rows by an index. Postgres plans here as if reading
// a whole table were impossible, so a plan that still does so has no index to use: it would become slower with every row.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Statement } from '../../../src/core/sql.ts'
import { sentStatements } from '../../../src/database/wire/statement-connection.ts'
import { readAfter } from '../../../src/events/read-events.ts'
import { storeNextTexts } from '../../../src/jobs/comment-texts.ts'
import { periodicJobs } from '../../../src/jobs/periodic-jobs.ts'
import { operations } from '../../../src/service.ts'
import { numberAll } from '../../helpers/emit-events.ts'
import { toCall } from '../../helpers/requests.ts'
import { holdStatistics } from '../../helpers/rows-read.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

/** Tables that do not grow with use, or whose rows are all read together. */
const smallTables = new Set([
  ...['settings', 'outbox', 'event_counters', 'invitations', 'webhooks'],
  // One row, while the texts of older comments are stored.
  'comment_texts_missing',
  'timecodes_missing',
])

let client: pg.Client
// Before the world drops the database.
after(() => client.end())
const world = await startWorld()
await holdStatistics(world.database.sql)
const owner = await world.person({ role: 'OWNER' })
const { id: projectId } = await world.project({ owner })
client = new pg.Client(world.databaseUrl)
await client.connect()
// With rows and statistics: reading all of an empty table, by an index of what is not in the trash, costs nothing.
await client.query(
  `insert into files (id, project_id, name, mode, status, youtube_id, position, stack_id, stack_number)
   select 'FX' || md5(i::text), $1, i, 'YOUTUBE', 'UPLOADED', 'dQw4w9WgXcQ', i, 'FX' || md5(i::text), 1
   from generate_series(1, 20000) i`,
  [projectId],
)
await client.query(
  `insert into comments (id, project_id, file_id, content)
   select gen_random_uuid(), $1, 'FX' || md5(i::text), i from generate_series(1, 20000) i`,
  [projectId],
)
await client.query('vacuum analyze all_files, all_comments')
await client.query(
  'set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan',
)
for (const days of [2, 1]) await client.query(`select open_event_period(now() - interval '${days} days')`)

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Alias?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Indexes of all files that are not in the trash: without a condition, they are read like the table. */
const wholeIndex = /^live_files_(list|updated|name|size|tag|kind)_idx$/

function readsAll({ 'Node Type': type, 'Index Name': index, 'Index Cond': condition }: Plan): boolean {
  return type === 'Seq Scan' || (index !== undefined && wholeIndex.test(index) && condition === undefined)
}

function readWhole(plan: Plan): string[] {
  return nodesOf(plan).flatMap((node) =>
    readsAll(node) ? (node['Relation Name'] ?? node['Index Name']!) : [],
  )
}

/** The plan for any parameters. Postgres 15 shows it only for a prepared statement. */
async function planOf(text: string): Promise<Plan> {
  await client.query(`prepare planned as ${text}`)
  const { rows: prepared } = await client.query<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'planned'`,
  )
  const nulls = Array(prepared[0]!.count).fill('null').join(', ')
  const { rows } = await client.query(`explain (format json) execute planned${nulls && `(${nulls})`}`)
  await client.query('deallocate planned')
  return rows[0]['QUERY PLAN'][0].Plan
}

/** The partitions of events, oldest first. */
async function partitions(): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    'select partition from event_periods order by start',
  )
  return rows.map(({ partition }) => partition)
}

let explained = 0

/** The texts that are sent to the database while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>()
  const add = (statement: unknown) => void texts.add((statement as Statement).text)
  sentStatements.subscribe(add)
  try {
    await work()
  } finally {
    sentStatements.unsubscribe(add)
  }
  explained += texts.size
  return texts
}

/** Fails when a statement reads a table, or a partition, that grows with use. */
async function assertIndexed(texts: Set<string>): Promise<void> {
  for (const text of texts) {
    if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue
    const whole = readWhole(await planOf(text)).filter((table) => !smallTables.has(table))
    assert.deepEqual(whole, [], text)
  }
}

for (const operation of operations) {
  test(`${operation.name} reads no table as a whole`, async () => {
    const target = await sampleFor(operation)(world, projectId, owner)
    const key = await world.credential(operation, owner)
    const { route, options } = toCall(operation, target)
    const texts = await statementsOf(async () => {
      const { status, body } = await world.call(route, { ...options, key })
      assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
    })
    await assertIndexed(texts)
  })
}

for (const job of periodicJobs) {
  test(`the job ${job.name} reads no table as a whole`, async () => {
    await assertIndexed(await statementsOf(() => world.runJob(job)))
  })
}

test('storing the texts of comments reads no table as a whole', async () => {
  await numberAll(world.database.sql)
  const texts = await statementsOf(() => storeNextTexts(world.database, world.workspaceId))
  await assertIndexed(new Set([...texts].filter((text) => text.includes('comment_text'))))
})

test('reading events after a number takes one index scan per partition', async () => {
  const sent = await statementsOf(async () => {
    await readAfter(world.database.sql, world.workspaceId, 0)
    await readAfter(world.database.sql, world.workspaceId, 0, projectId)
  })
  // The server numbers events meanwhile, with statements of its own.
  const texts = new Set([...sent].filter((text) => text.includes('e.number) >')))
  assert.equal(texts.size, 2)
  await assertIndexed(texts)
  for (const text of texts) {
    const scans = nodesOf(await planOf(text)).filter((node) => node.Alias?.startsWith('e_'))
    assert.deepEqual(
      scans.map((node) => node['Node Type']),
      (await partitions()).map(() => 'Index Scan'),
      text,
    )
    assert.ok(
      scans.every((node) => node['Index Cond']?.includes('number) >')),
      text,
    )
  }
})

test('a statement about one period of events reads only its partition', async () => {
  const [first] = await partitions()
  const plan = await planOf(`select from events e where e.period = '-infinity' and e.created_at < $1`)
  assert.deepEqual(
    nodesOf(plan).flatMap((node) => node['Relation Name'] ?? []),
    [first],
  )
})

test('statements were explained', () => {
  assert.ok(explained > operations.length, `${explained} statements`)
})
