import { type Fragment, fragment, nothing, type Sql, verbatim } from '../core/sql.ts'

/** Rows per statement. Each is committed by itself, so that nobody waits long for a row or table that it locks. */
export const batchRows = 1_000

/** Statements that a run may still use. A shutdown waits for a run; the next one continues. */
export type Budget = { statements: number }

/**
 * Deletes the rows `it` of a table for which the condition is true, in the given order, and with each row those that only
 * belong to it. Returns false when the budget is used up before. A view has no ctid: it needs the key `id`.
 */
export async function deleteInBatches(
  sql: Sql,
  table: string,
  condition: Fragment,
  {
    key = 'ctid',
    order = nothing,
    budget = { statements: 1_000 },
  }: { key?: 'ctid' | 'id'; order?: Fragment; budget?: Budget } = {},
): Promise<boolean> {
  const rows = fragment`${verbatim(table)} it`
  const rowKey = verbatim(`it.${key}`)
  for (let deleted = batchRows; deleted === batchRows; budget.statements--) {
    if (budget.statements <= 0) return false
    // The condition is checked again: a row may have changed after it was chosen.
    const gone = await sql`
      delete from ${rows} where ${rowKey} = any(array(
        select ${rowKey} from ${rows} where ${condition} ${order} limit ${verbatim(String(batchRows))}))
        and ${condition}
      returning 1`
    deleted = gone.length
  }
  return true
}
