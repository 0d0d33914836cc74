// A finding that is about to be changed.
import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { waiversOf } from '../../records/checks.ts'

/** Locks the checks of the file, so that changes of their findings follow one another. Returns the waivers that hold. */
export async function lockFinding(
  sql: Sql,
  fileId: string,
  findingId: string,
): Promise<{ waivers: string[] }> {
  await sql`select from checks where file_id = ${fileId} for update`
  const [row] = await sql<{ waivers: string[] }>`
    select array(select w.id from ${waiversOf}) as waivers
    from findings fi join files f on f.id = fi.file_id where fi.id = ${findingId} and fi.file_id = ${fileId}`
  if (!row) throw new ApiError('not_found')
  return row
}
