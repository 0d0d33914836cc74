import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdStatistics } from '../../test/helpers/rows-read.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { Fragment, type Sql } from '../core/sql.ts'
import { readAfter } from './read-events.ts'

const world = await startWorld()
const { sql } = world.database
await holdStatistics(sql)

test('reading a batch touches only the files of its events, however many others there are', async () => {
  const { id: projectId } = await world.project()
  await sql`insert into event_counters (workspace_id, last_number) values (${world.workspaceId}, 5000)`
  await sql`
    insert into events (workspace_id, number, id, type, project_id, audience, file_id, data, created_at)
    select ${world.workspaceId}, i, gen_random_uuid(), 'comment.created', ${projectId}, 'ANYONE', 'FX' || i, '{}', now()
    from generate_series(1, 5000) i`
  await sql`analyze events, event_counters`
  const plans: string[] = []
  const explained: Sql = async (strings, ...values) => {
    const statement = new Fragment(strings, values)
    const rows = await sql<{ 'QUERY PLAN': string }>`explain (verbose) ${statement}`
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return sql(strings, ...values)
  }
  for (const project of [null, projectId]) {
    const { rows } = await readAfter(explained, world.workspaceId, 0, project)
    assert.equal(rows.length, 200)
  }
  for (const plan of plans) {
    assert.doesNotMatch(plan, /hashed SubPlan/)
    // The expression must be inlined in the statement: a function call per event takes five times as long.
    assert.doesNotMatch(plan, /event_json|wire_time/)
  }
})
