// A page costs the same however many events the connection has caused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { holdStatistics, literal, rowsRead } from '../../../test/helpers/rows-read.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import type { Caller } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { createCursorSigner, pageSize } from '../../core/pages.ts'
import { compile, type Statement } from '../../core/sql.ts'
import { listConnectionActivity } from './list-connection-activity.ts'

const world = await startWorld()
await holdStatistics(world.database.sql)
const cursors = createCursorSigner([Buffer.alloc(32)])
const count = 10_000
/** Of another project, which the caller does not see, among the newest. */
const hidden = 100

/** The statement that a request for the first page sends. */
async function statementOf(userId: string, connectionId: string): Promise<Statement> {
  const statements: Statement[] = []
  const sql = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    statements.push(compile(strings, values))
    return statements.length === 1 ? [{ workspaceId: world.workspaceId }] : []
  }
  const caller = { userId, workspaceId: world.workspaceId, workspaceRole: 'MEMBER' } as unknown as Caller
  const context = { sql, caller, cursors, origin: () => 'https://example.com' }
  type Context = Parameters<typeof listConnectionActivity.handler>[1]
  await listConnectionActivity.handler({ connectionId }, context as unknown as Context, undefined)
  return statements.at(-1)!
}

test(`200: a page of ${count} events, whatever Postgres knows of them`, async (t) => {
  const { id: projectId, owner } = await world.project()
  const { id: otherProject } = await world.project()
  const connectionId = newUuid()
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  for (const days of [2, 1]) await client.query(`select open_event_period(now() - interval '${days} days')`)
  await client.query(
    `insert into events (workspace_id, number, id, type, project_id, actor, audience, data, created_at, connection_id)
     select $1, 1000000 + i, gen_random_uuid(), 'folder.created', case when i > ${count - hidden} then $2::uuid else $3::uuid end,
       json_build_object('id', $4::text, 'name', 'Agent', 'agent', true), 'ANYONE', '{}', now(), $5
     from generate_series(1, ${count}) i`,
    [world.workspaceId, otherProject, projectId, owner.userId, connectionId],
  )
  const { text, values } = await statementOf(owner.userId, connectionId)
  await client.query(`prepare listing as ${text}`)
  for (const analyzed of [false, true]) {
    if (analyzed) await client.query('analyze')
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const { rows } = await client.query(
        `explain (analyze, format json) execute listing(${values.map(literal).join(', ')})`,
      )
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      assert.equal(plan['Actual Rows'], pageSize + 1)
      const read = rowsRead(plan)
      assert.ok(read < (pageSize + hidden) * 10, `${mode}, analyzed ${analyzed}: ${read} rows`)
    }
  }
})
