import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { projectEvent } from '../events/resource-events.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Rows per statement: a statement must end well before its connection is considered dead. */
const batch = 2_000
/** Statements per run: then the work is committed, and the next run continues. */
const maxStatements = 100

/**
 * Deletes projects whose scheduled deletion is due, with everything in them. Tables with many rows per project come first,
 * in batches: nobody can see the project any more.
 */
export const purgeProjects: PeriodicJob = {
  name: 'purge-projects',
  everySeconds: 60,
  async run(sql) {
    let statements = 0
    for (const { id } of await takeDue(sql)) {
      for (const many of rowsOf(id)) {
        for (let some = true; some; statements++) {
          if (statements >= maxStatements) return
          some = (await sql`${many} returning 1`).length > 0
        }
      }
      await purge(sql, id)
    }
  },
}

/**
 * From here on nobody can cancel the deletion, not even a caller who asked in time and is waiting for this
 * transaction.
 */
function takeDue(sql: Sql): Promise<{ id: string }[]> {
  return sql<{ id: string }>`
    update projects set destroyed_at = destroyed_at - interval '1 day'
    where id in (
      select id from projects where destroyed_at <= now() order by destroyed_at, id limit ${maxStatements}
      for no key update skip locked)
    returning id`
}

/** Replies are deleted with their comments; folders from the leaves up. */
function rowsOf(projectId: string): Fragment[] {
  return [
    fragment`delete from comments where id in (select id from comments where project_id = ${projectId} limit ${batch})`,
    fragment`delete from files where id in (select id from files where project_id = ${projectId} limit ${batch})`,
    fragment`delete from versions where id in (select id from versions where project_id = ${projectId} limit ${batch})`,
    fragment`delete from folders where id in (
      select f.id from folders f
      where f.project_id = ${projectId} and not exists (select from folders child where child.parent_id = f.id)
      limit ${batch})`,
  ]
}

async function purge(sql: Sql, id: string): Promise<void> {
  await sql`
    with deleted as (
      delete from projects where id = ${id} and destroyed_at <= now() returning id, workspace_id
    )
    ${emit(projectEvent('project.deleted', null, fragment`deleted it`))}`
}
