import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'

export type LockedEntry = { id: string; folderId: string | null; fileId: string | null; name: string }

/** Locks the entry of the deleted record that `access` leads to, until the transaction ends: its records stay as they are. */
export async function lockEntry(sql: Sql, access: Fragment, recordId: string): Promise<LockedEntry> {
  const [entry] = await sql<LockedEntry>`
    select t.id, t.folder_id as "folderId", t.file_id as "fileId", t.name
    from ${access} join trash t on t.record_id = ${recordId} and t.purged_at is null
    for update of t`
  if (!entry) throw new ApiError('not_found')
  return entry
}
