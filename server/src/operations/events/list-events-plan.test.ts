// A page costs the same however many events the project has. Postgres plans for an average project, and most are small.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdStatistics, rowsReadBy } from '../../../test/helpers/rows-read.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { type CursorPage, createCursorSigner, pageSize } from '../../core/pages.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { readAfter } from '../../events/read-events.ts'
import type { Event } from '../../records/event.ts'
import { listEvents } from './list-events.ts'

const world = await startWorld()
const cursors = createCursorSigner([Buffer.alloc(32)])
const { sql } = world.database
const events = 10_000
const middle = 1.5 * events
const { id: projectId } = await world.project()
for (let period = 0; period < 6; period++)
  await sql`select open_event_period(now() - ${6 - period} * interval '5 days')`
await holdStatistics(sql)
await sql`insert into event_counters (workspace_id, last_number) values (${world.workspaceId}, ${2 * events})`
// The first partition is empty, as it soon is.
const fill = (project: Fragment, first: number) => sql`
  insert into events (workspace_id, number, id, type, project_id, audience, file_id, data, created_at, period)
  select ${world.workspaceId}, i, gen_random_uuid(), 'comment.created', ${project}, 'ANYONE', 'FX' || i, '{}', now(), starts[1 + i % 6]
  from generate_series(${first}::integer, ${first + events - 1}::integer) i,
    (select array_agg(start) as starts from event_periods where start > '-infinity') periods`
await fill(fragment`gen_random_uuid()`, 1)
// The statistics are of projects with one event each.
await sql`analyze events, event_counters`
await fill(fragment`${projectId}::uuid`, events + 1)

const rowsOf = (work: (counted: Sql) => Promise<unknown>) =>
  rowsReadBy({ databaseUrl: world.databaseUrl, sql }, work)

for (const role of ['PROJECT_OWNER', 'PROJECT_RESTRICTED_REVIEWER'])
  for (const where of ['the first page', 'after a number', 'the next page', 'the previous page'])
    test(`listing the events of a project with ${events} reads only ${where}, as ${role}`, async () => {
      const number = where === 'after a number' ? middle : null
      const binding = JSON.stringify([['listEvents', projectId, null, number], 'asc'])
      const cursor = cursors.sign(binding, JSON.stringify([middle]))
      const input = { next: { next: cursor }, previous: { prev: cursor } }[where.split(' ')[1]!] ?? {}
      const access = fragment`
        (select p.id as project_id, p.workspace_id, ${role}::text as role from projects p where p.id = ${projectId}) access`
      const rows = await rowsOf(async (counted) => {
        const context = { sql: counted, access, cursors } as unknown as Parameters<
          typeof listEvents.handler
        >[1]
        const page = await listEvents.handler({ projectId, after: number, ...input }, context, undefined)
        assert.equal((page as CursorPage<Event>).data.length, pageSize)
      })
      assert.ok(rows < 20 * pageSize, `${rows} rows`)
    })

for (const project of [null, projectId])
  test(`a stream of ${project ? 'a project' : 'a workspace'} with many events reads only its next batch`, async () => {
    const rows = await rowsOf(async (counted) => {
      const batch = await readAfter(counted, world.workspaceId, middle, project)
      assert.equal(batch.rows.length, 200)
    })
    assert.ok(rows < 20 * 200, `${rows} rows`)
  })
