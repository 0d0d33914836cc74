import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const deleteFolder = defineOperation({
  http: 'DELETE /api/folders/:folderId',
  client: 'folders.delete',
  summary: 'Delete an empty folder, or with `recursive` a folder with all folders and files in it.',

  scope: 'folders:write',
  project: 'folderId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    folderId: FolderId,
    recursive: z.boolean().default(false).describe('Delete what it holds, too.'),
  }),
  output: [204],

  // A folder or a file that was put into it after we looked.
  violations: { folders_parent_fkey: 'conflict', files_folder_fkey: 'conflict' },
  conflicts: ['folder_not_empty'],

  transaction: true,
  joinsAccess: true,
  async handler({ folderId, recursive }, { sql, access }): Promise<undefined> {
    if (recursive) {
      await lockFolderTree(sql, access)
      return deleteTree(sql, folderId)
    }
    const deleted = await sql`
      delete from folders f using ${access}
      where f.id = ${folderId} and not exists (select from folders child where child.parent_id = f.id)
        and not exists (select from files where files.folder_id = f.id)
      returning f.id`
    if (deleted.length === 0) throw new ApiError('folder_not_empty')
  },
})

/** The rows of the files go with their folders; their bytes go with the daily clean-up. */
async function deleteTree(sql: Sql, folderId: string): Promise<undefined> {
  const [root] = await sql`
    with recursive tree as (
      select id from folders where id = ${folderId}
      union all
      select child.id from tree join folders child on child.parent_id = tree.id
    ), emptied as (
      delete from files where folder_id in (select id from tree)
    ), deleted as (
      delete from folders where id in (select id from tree) returning id
    )
    select id from deleted where id = ${folderId}`
  if (!root) throw new ApiError('not_found')
}
