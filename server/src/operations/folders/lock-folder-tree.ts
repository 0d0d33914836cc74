import type { Fragment, Sql } from '../../core/sql.ts'

/**
 * Waits for its turn to change the shape of the project's tree, until the transaction ends, and gives the project's
 * id. Moves and recursive deletions look at many folders before they change one: what they saw must stay true, and
 * two of them must not lock the same folders in a different order. Creating and renaming need no turn.
 *
 * A folder that moves or goes costs about 0.1 ms, because its constraints are checked row by row: some 90,000 take the
 * 10 seconds that a statement has, and more are refused as 503. Larger trees are moved or deleted in parts.
 */
export async function lockFolderTree(sql: Sql, access: Fragment): Promise<string> {
  const [turn] = await sql<{ projectId: string }>`
    select access.project_id as "projectId",
      pg_advisory_xact_lock(hashtextextended('folder tree of ' || access.project_id, 0)) as locked
    from ${access}`
  return turn!.projectId
}
