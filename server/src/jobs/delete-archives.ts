import { type Fragment, fragment, type Sql } from '../core/sql.ts'
import { type Budget, deleteInBatches } from './delete-in-batches.ts'

/**
 * Deletes the archives `a` for which the condition is true, each after its entries, of which there may be 10,000. Returns false
 * when the budget is used up before.
 */
export async function deleteArchives(
  sql: Sql,
  condition: Fragment,
  budget: Budget = { statements: 1_000 },
): Promise<boolean> {
  const archives = await sql<{ id: string }>`
    select a.id from archives a where ${condition} limit ${budget.statements}`
  for (const { id } of archives) {
    for (const table of ['archive_entries', 'archive_texts']) {
      if (!(await deleteInBatches(sql, table, fragment`it.archive_id = ${id}`, { budget }))) return false
    }
    if (!(await deleteInBatches(sql, 'archives', fragment`it.id = ${id}`, { budget }))) return false
  }
  return true
}
