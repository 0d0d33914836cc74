import { type Fragment, fragment, nothing, type Sql, verbatim } from '../core/sql.ts'

/** Rows per statement. Each is committed by itself, so that nobody waits long for a row or table that it locks. */
export const batchRows = 1_000

/** Statements that a run may still use. A shutdown waits for a run; the next one continues. */
export type Budget = { statements: number }

/**
 * Deletes the rows `it` of a table for which the condition is true, in the given order, and with each row those that only
 * belong to it. Returns false when the budget is used up before. A batch locks comments in the order of their ids, as the search texts
 * do (`comment-texts.ts`), and the rows of other tables in the order in which they lie there: two jobs do not deadlock.
 */
export async function deleteInBatches(
  sql: Sql,
  table: string,
  condition: Fragment,
  { order = nothing, budget = { statements: 1_000 } }: { order?: Fragment; budget?: Budget } = {},
): Promise<boolean> {
  const rows = fragment`${verbatim(table)} it`
  const isComment = table === 'all_comments'
  const rowKey = verbatim(isComment ? 'it.id' : 'it.ctid')
  const batch = fragment`select ${rowKey} from ${rows} where ${condition} ${order} limit ${verbatim(String(batchRows))}`
  const chosen = isComment ? withReplies(batch) : batch
  for (let deleted = batchRows; deleted >= batchRows; budget.statements--) {
    if (budget.statements <= 0) return false
    // The condition is checked again: a row may have changed after it was chosen.
    const gone = await sql`
      delete from ${rows} where ${rowKey} = any(array(
        select ${rowKey} from ${rows} where ${rowKey} = any(array(${chosen})) order by ${rowKey} for update))
        and ${condition}
      returning 1`
    deleted = gone.length
  }
  return true
}

/** A comment takes its replies with it: they are locked with the others. */
function withReplies(batch: Fragment): Fragment {
  return fragment`
    with batch as materialized (${batch})
    select id from batch
    union all
    select reply.id from all_comments reply where reply.parent_id = any(array(select id from batch))`
}
