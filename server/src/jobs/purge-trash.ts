// Deletes what is in the trash for good: entries whose time is over, and those that managers have purged. An entry is marked
// first, in a commit of its own; then its records go in batches, and the entry last. A crash leaves a marked entry, with which the
// next run continues. The bytes follow with the clean-up of the storage.
import { type Fragment, fragment, nothing, type Sql } from '../core/sql.ts'
import { purgeEntries } from '../operations/trash/purge-entries.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Statements per run. */
const statements = 1_000
/** Entries whose time is marked as over in one run, and entries that are deleted together. */
const [dueAtOnce, atOnce] = [1_000, 100]

export const purgeTrash: PeriodicJob = {
  name: 'purge-trash',
  everySeconds: 60,
  // The job's own transaction only holds its lock: each batch is committed by itself.
  async run(_sql, { database: { sql } }) {
    await purgeEntries(sql, null, due)
    const budget = { statements }
    for (let ids = await nextEntries(sql); ids.length > 0; ids = await nextEntries(sql)) {
      await keepThreads(sql, ids)
      for (const [table, rows, order] of recordsOf(ids)) {
        if (!(await deleteInBatches(sql, table, rows, { order, budget }))) return
      }
    }
  },
}

const due = fragment`t.id = any(array(
  select id from trash where purged_at is null and purge_at <= now() order by purge_at, id limit ${dueAtOnce}
  for no key update skip locked))`

async function nextEntries(sql: Sql): Promise<string[]> {
  const entries = await sql<{ id: string }>`
    select id from trash where purged_at is not null order by purged_at, id limit ${atOnce}`
  return entries.map(({ id }) => id)
}

/**
 * A reply is restored into its thread, and the content of a comment into its placeholder: the first comment of a thread stays,
 * without content, while another entry needs it, and belongs to that entry.
 */
async function keepThreads(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    with needed as materialized (
      select c.id, other.entry_id
      from all_comments c join trash t on t.id = c.trash_id and t.kind = 'COMMENT'
      cross join lateral (
        select own.id as entry_id from trash own where own.record_id = c.id::text and own.id <> all(${ids}::uuid[])
        union all
        select reply.trash_id from all_comments reply where reply.parent_id = c.id and reply.trash_id <> all(${ids}::uuid[])
        limit 1
      ) other
      where c.trash_id = any(${ids}::uuid[]) and c.parent_id is null
    ), locked as materialized (
      -- In the order of their ids, and for update: search texts wait until those of these comments are gone.
      select c.id from all_comments c where c.id = any(array(select id from needed)) order by c.id for update
    ), chosen as (
      update all_comments c set trash_id = needed.entry_id, content = null, annotation = null, author_id = null, agent = false,
        has_mentions = null, mentions_everyone = null, deleted_at = coalesce(c.deleted_at, now())
      from needed where c.id = needed.id and c.id = any(array(select id from locked)) returning c.id
    ), attachments as (
      delete from comment_attachments a using chosen where a.comment_id = chosen.id
    ), texts as (
      delete from comment_texts t using chosen where t.comment_id = chosen.id
    ), reactions as (
      delete from comment_reactions r using chosen where r.comment_id = chosen.id
    )
    delete from comment_mentions m using chosen where m.comment_id = chosen.id`
}

/** The tables with the records of entries, in the order in which they go: rows that others refer to come later. */
function recordsOf(ids: readonly string[]): [table: string, rows: Fragment, order: Fragment][] {
  const rows = fragment`it.trash_id = any(${ids}::uuid[])`
  const ofFiles = fragment`it.file_id in (select f.id from all_files f where f.trash_id = any(${ids}::uuid[]))`
  const ofComments = fragment`it.comment_id in (select c.id from all_comments c where c.trash_id = any(${ids}::uuid[]))`
  const ofVersions = fragment`it.version_id in (select v.id from all_versions v where v.trash_id = any(${ids}::uuid[]))`
  return [
    ['notification_events', ofFiles, nothing],
    ['notification_events', ofComments, nothing],
    ['notification_events', ofVersions, nothing],
    // A comment takes its replies with it, of which there may be many.
    ['all_comments', fragment`${rows} and it.parent_id is not null`, nothing],
    ['all_comments', rows, nothing],
    // Comments that were in the trash already, and the content of placeholders.
    ['all_comments', ofFiles, nothing],
    ['findings', ofFiles, nothing],
    ['draft_notes', ofFiles, nothing],
    ['skill_reviews', ofFiles, nothing],
    ['all_files', rows, nothing],
    ['all_folders', rows, fragment`order by it.depth desc`],
    ['all_versions', rows, nothing],
    ['all_skills', rows, nothing],
    ['trash', fragment`it.id = any(${ids}::uuid[])`, nothing],
  ]
}
