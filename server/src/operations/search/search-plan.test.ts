// A search reads what matches, by the trigram indexes, and checks the rights of as many matches as it returns, whatever
// Postgres knows of the tables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { holdStatistics } from '../../../test/helpers/rows-read.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { Caller } from '../../core/access.ts'
import { compile, type Sql, type Statement } from '../../core/sql.ts'
import { findComments, findFiles, type Sought } from './find.ts'

const world = await startWorld()
const count = 4_000
const limit = 10

type Plan = { Plans?: Plan[]; 'Relation Name'?: string; 'Index Name'?: string } & Record<string, number>

/** The rows that a plan reads from each table, including those that it filters out, and the indexes that it uses. */
function readsOf(plan: Plan, reads = new Map<string, number>(), indexes = new Set<string>()) {
  const table = plan['Relation Name']
  if (plan['Index Name']) indexes.add(plan['Index Name'])
  if (table) {
    const rows = (plan['Actual Rows']! + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']!
    reads.set(table, (reads.get(table) ?? 0) + rows)
  }
  for (const child of plan.Plans ?? []) readsOf(child, reads, indexes)
  return { reads, indexes }
}

/** The first statement of a search. */
async function statementOf(
  find: (sql: Sql, caller: Caller, sought: Sought) => Promise<unknown>,
  caller: Caller,
  keyword: string,
): Promise<Statement> {
  let statement: Statement | undefined
  const sql = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    statement ??= compile(strings, values)
    return [{}]
  }
  await find(sql as unknown as Sql, caller, { keyword, projectId: null, archived: false, limit })
  return statement!
}

test('comments and files: by their index, and rights of one page only', async (t) => {
  const { id: projectId, owner } = await world.project()
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  // Postgres reads tables as small as these without an index.
  await client.query('set enable_seqscan = off')
  await holdStatistics(world.database.sql)
  await client.query(
    `insert into comments (id, project_id, content)
     select gen_random_uuid(), $1, 'A thought about the ' || case when i % 500 = 0 then 'harbour' else 'common sky' end
     from generate_series(1, ${count}) i`,
    [projectId],
  )
  await client.query(
    'insert into comment_texts (comment_id, key) select id, search_key(search_folded(content)) from comments',
  )
  await client.query(
    `insert into files (id, project_id, name, mode, status, youtube_id, position, stack_id, stack_number)
     select 'FX' || md5(i::text), $1, case when i % 500 = 0 then 'harbour' else 'common_sky' end || i || '.mov', 'YOUTUBE',
       'UPLOADED', 'dQw4w9WgXcQ', i, 'FX' || md5(i::text), 1
     from generate_series(1, ${count}) i`,
    [projectId],
  )
  const workspaceId = await client.query('select workspace_id from projects where id = $1', [projectId])
  const caller = {
    userId: owner.userId,
    workspaceId: workspaceId.rows[0].workspace_id,
    workspaceRole: 'MEMBER',
  } as unknown as Caller
  const kinds = [
    [findComments, 'comment_texts', 'comment_texts_key_idx'],
    [findFiles, 'all_files', 'files_name_key_idx'],
  ] as const
  // Postgres knows that next to nothing is in the trash. New rows wait in a list of the trigram index until it is vacuumed: with
  // that list, reading all of a small table seems cheaper.
  await client.query('vacuum analyze all_files (trash_id)')
  for (const analyzed of [false, true]) {
    if (analyzed) await client.query('analyze')
    for (const [find, table, index] of kinds) {
      for (const keyword of ['harbour', 'common']) {
        const { text, values } = await statementOf(find, caller, keyword)
        const parameters = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
        await client.query(`prepare searching as ${text}`)
        for (const mode of ['force_generic_plan', 'force_custom_plan']) {
          await client.query(`set plan_cache_mode = ${mode}`)
          const { rows } = await client.query(
            `explain (analyze, format json) execute searching(${parameters})`,
          )
          const { reads, indexes } = readsOf(rows[0]['QUERY PLAN'][0].Plan)
          const found = `${table} ${keyword} ${mode}: ${JSON.stringify([...reads])} ${[...indexes]}`
          const looked = reads.get('projects')! + reads.get('project_members')!
          assert.ok(looked <= 2 * (limit + 1), found)
          assert.ok(indexes.has(index), found)
          if (keyword === 'harbour') assert.ok(reads.get(table)! <= (count / 500) * 4, found)
        }
        await client.query('deallocate searching')
      }
    }
  }
})
