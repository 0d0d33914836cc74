import { verbatim } from '../core/sql.ts'
import { batchRows } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Batches per run: a shutdown waits for a run. */
const batches = 100

/**
 * Makes comments from before the search in comments searchable, from the newest to the oldest. The transaction of the job only
 * holds its lock; each batch is committed with the position that the next one starts from.
 */
export const storeCommentTexts: PeriodicJob = {
  name: 'store-comment-texts',
  everySeconds: 60,
  async isDue(sql) {
    return (await sql`select from comment_texts_missing`).length > 0
  },
  async run(_sql, { database: { sql } }) {
    for (let i = 0; i < batches; i++) {
      // The lock leaves out comments that are being deleted: their texts would refer to nothing.
      const [batch] = await sql<{ read: number }>`
        with batch as materialized (
          select c.id, c.content from all_comments c where c.id < (select position from comment_texts_missing)
          order by c.id desc limit ${verbatim(String(batchRows))} for key share
        ), stored as (
          insert into comment_texts (comment_id, key)
          select id, search_key(search_folded(content)) from batch where content is not null
          on conflict on constraint comment_texts_pkey do nothing
        ), moved as (
          update comment_texts_missing set position = (select id from batch order by id limit 1)
          where exists (select from batch)
        ), ended as (
          delete from comment_texts_missing where not exists (select from batch)
        )
        select count(*)::integer as read from batch`
      if (batch!.read === 0) return
    }
  },
}
