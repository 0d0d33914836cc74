import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError, violationError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId, text } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const updateFolder = defineOperation({
  http: 'PATCH /api/folders/:folderId',
  client: 'folders.update',
  summary: 'Rename a folder, or move it with all it holds.',

  scope: 'folders:write',
  project: 'folderId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    folderId: FolderId,
    name: text(1, 64).optional().describe('Unique among its siblings, without regard to case.'),
    parent: z
      .strictObject({ id: FolderId })
      .nullable()
      .optional()
      .describe('The folder to move it to; null: the project root; omitted: it stays where it is.'),
  }),
  output: [204],

  violations: {
    folders_parent_fkey: { reference: '/parent/id' },
    folders_name_key: 'folder_name_taken',
    folders_depth_check: 'folder_too_deep',
  },
  conflicts: ['folder_cycle'],

  transaction: true,
  joinsAccess: true,
  async handler({ folderId, name = null, parent }, { sql, access }): Promise<undefined> {
    if (parent === undefined) {
      await sql`
        update folders f set name = coalesce(${name}, f.name), updated_at = now()
        from ${access} where f.id = ${folderId} returning f.id`
      return
    }
    const projectId = await lockFolderTree(sql, access)
    const parentId = parent?.id ?? null
    const depth = parentId === null ? null : await depthAbove(sql, folderId, parentId, projectId)
    const moved = await sql`
      update folders
      set parent_id = ${parentId}, parent_depth = ${depth}, name = coalesce(${name}, name), updated_at = now()
      where id = ${folderId} returning id`
    if (moved.length === 0) throw new ApiError('not_found')
  },
})

/** The depth of the new parent, which must be in the project and neither the folder itself nor below it. */
async function depthAbove(sql: Sql, folderId: string, parentId: string, projectId: string): Promise<number> {
  const [parent] = await sql<{ depth: number | null; cycle: boolean | null }>`
    with recursive above as (
      select id, parent_id, depth from folders where id = ${parentId} and project_id = ${projectId}
      union all
      select f.id, f.parent_id, f.depth from above join folders f on f.id = above.parent_id
    )
    select max(depth) as depth, bool_or(id = ${folderId}) as cycle from above`
  if (!parent?.depth) throw violationError({ reference: '/parent/id' })
  if (parent.cycle) throw new ApiError('folder_cycle')
  return parent.depth
}
