import { verbatim } from '../core/sql.ts'
import { storeChosen } from './comment-texts.ts'
import { batchRows } from './delete-in-batches.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Batches per run: a shutdown waits for a run. */
const batches = 100

/**
 * Makes all comments searchable, from the newest to the oldest: those from before the search in comments, and those whose events
 * were deleted before a worker read them. The transaction of the job only holds its lock; each batch is committed with the
 * position that the next one starts from, unless the walk was begun again meanwhile.
 */
export const storeCommentTexts: PeriodicJob = {
  name: 'store-comment-texts',
  everySeconds: 60,
  async isDue(sql) {
    return (await sql`select from comment_texts_missing`).length > 0
  },
  async run(_sql, { database: { sql } }) {
    for (let i = 0; i < batches; i++) {
      // The lock leaves out comments that are being deleted, and lets edits wait: their events are numbered after this commit, so
      // that the text that they store is the later one.
      const [batch] = await sql<{ read: number }>`
        with place as materialized (
          select position from comment_texts_missing
        ), newest as materialized (
          select c.id from all_comments c where c.id < (select position from place)
          order by c.id desc limit ${verbatim(String(batchRows))}
        ), chosen as materialized (
          select c.id, c.content from all_comments c where c.id = any(array(select id from newest))
          order by c.id for share
        ), ${storeChosen}, moved as (
          update comment_texts_missing m set position = (select id from newest order by id limit 1)
          from place where m.position = place.position and exists (select from newest)
        ), ended as (
          delete from comment_texts_missing m using place
          where m.position = place.position and not exists (select from newest)
        )
        select count(*)::integer as read from newest`
      if (batch!.read === 0) return
    }
  },
}
