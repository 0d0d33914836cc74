import type { Fragment, Sql } from '../../core/sql.ts'

/**
 * Locks the shape of the project's folder tree until the transaction ends, and returns the project's id. Moves and
 * recursive deletions read many folders before they change one: what they read must stay true, and two of them must not
 * lock the same folders in a different order. Creating and renaming a folder need no lock.
 *
 * Moving or deleting takes about 0.1 ms per folder, because its constraints are checked row by row: some 90,000 folders
 * take the 10 seconds that a statement has, and more are refused with 503. Larger trees are moved or deleted in parts.
 */
export async function lockFolderTree(sql: Sql, access: Fragment): Promise<string> {
  const [turn] = await sql<{ projectId: string }>`
    select access.project_id as "projectId",
      pg_advisory_xact_lock(hashtextextended('folder tree of ' || access.project_id, 0)) as locked
    from ${access}`
  return turn!.projectId
}
