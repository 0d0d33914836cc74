import { auditStatement, type NewAuditEntry, noClient, serviceActor } from '../core/audit.ts'
import { type Fragment, fragment, nothing, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { projectEvent } from '../events/resource-events.ts'
import { deleteArchives } from './delete-archives.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Statements per run, and projects. */
const atOnce = 200

/**
 * Deletes projects whose scheduled deletion is due, with everything in them. Tables with many rows per project come first,
 * in batches: nobody can see the project any more.
 */
export const purgeProjects: PeriodicJob = {
  name: 'purge-projects',
  everySeconds: 60,
  // The job's own transaction only holds its lock: each batch is committed by itself.
  async run(_sql, { database: { sql } }) {
    const budget = { statements: atOnce }
    for (const { id } of await takeDue(sql)) {
      // A notification may stand for many events, and an event may notify many people.
      const notified = fragment`it.notification_id in (select n.id from notifications n where n.project_id = ${id})`
      if (!(await deleteInBatches(sql, 'notification_events', notified, { budget }))) return
      if (!(await deleteArchives(sql, fragment`a.project_id = ${id}`, budget))) return
      // A file may have thousands of findings.
      const found = fragment`it.file_id in (select f.id from all_files f where f.project_id = ${id})`
      if (!(await deleteInBatches(sql, 'findings', found, { budget }))) return
      if (!(await deleteInBatches(sql, 'review_payments', fragment`it.project_id = ${id}`, { budget })))
        return
      for (const [table, order] of tables) {
        const rows = fragment`it.project_id = ${id}`
        if (!(await deleteInBatches(sql, table, rows, { order, budget }))) return
      }
      await purge(sql, id)
    }
  },
}

/** From here on nobody can cancel the deletion, not even a caller who asked in time and is waiting for this statement. */
function takeDue(sql: Sql): Promise<{ id: string }[]> {
  return sql<{ id: string }>`
    update projects set destroyed_at = destroyed_at - interval '1 day'
    where id in (
      select id from projects where destroyed_at <= now() order by destroyed_at, id limit ${atOnce}
      for no key update skip locked)
    returning id`
}

/** The tables with many rows per project, and their order: rows that others refer to come later. */
const tables: [name: string, order: Fragment][] = [
  ['notifications', nothing],
  // A comment takes its replies with it, of which there may be many: they are newer.
  ['all_comments', fragment`order by it.updated_at desc`],
  ['comment_attachments', nothing],
  ['generation_attachments', nothing],
  ['check_waivers', nothing],
  ['draft_notes', nothing],
  ['skill_reviews', nothing],
  ['all_files', nothing],
  ['file_stacks', nothing],
  ['all_versions', nothing],
  ['all_folders', fragment`order by it.depth desc`],
]

const purged: NewAuditEntry = {
  action: 'project.purged',
  actor: serviceActor,
  client: noClient,
  from: fragment`deleted it`,
  workspace: fragment`it.workspace_id`,
  project: fragment`it.id`,
  target: { kind: 'PROJECT', id: fragment`it.id::text`, name: fragment`it.name` },
}

async function purge(sql: Sql, id: string): Promise<void> {
  await sql`
    with deleted as (
      delete from projects where id = ${id} and destroyed_at <= now() returning id, workspace_id, name
    ), audited as (${auditStatement(purged)})
    ${emit(projectEvent('project.deleted', null, fragment`deleted it`))}`
}
