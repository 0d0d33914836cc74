import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import { permanentInput, requirePermanent } from '../trash/entries.ts'
import { trashFolder } from '../trash/trash-folders.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const deleteFolder = defineOperation({
  http: 'DELETE /api/folders/:folderId',
  client: 'folders.delete',
  tool: 'delete_folder',
  summary:
    'Move an empty folder to the trash or, with `recursive`, a folder and everything in it. It can be restored until it is purged, 30 days later by default.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'folders:write',
  project: 'folderId',
  roles: contributors,
  tier: 3,
  audit: {
    action: 'folder.deleted',
    target: { of: 'folder', before: ({ folderId }) => folderId },
    details: ({ permanent, recursive }) => ({ permanent, recursive }),
  },

  input: z.strictObject({
    folderId: FolderId,
    recursive: z.boolean().default(false).describe('Whether to delete the contents of the folder too.'),
    permanent: permanentInput,
  }),
  output: [204],

  // A folder or a file was added after the check.
  violations: { folders_parent_fkey: 'conflict', files_folder_fkey: 'conflict' },
  conflicts: ['folder_not_empty', 'conflict'],

  transaction: true,
  joinsAccess: true,
  async handler({ folderId, recursive, permanent }, { sql, access, caller, trashDays }): Promise<undefined> {
    const { role } = await lockFolderTree(sql, access)
    if (permanent) requirePermanent(caller, role)
    if (!recursive) await requireEmpty(sql, folderId)
    await trashFolder(sql, { caller, trashDays, permanent }, folderId)
  },
})

async function requireEmpty(sql: Sql, folderId: string): Promise<void> {
  // The lock keeps new files and folders out.
  await sql`select from folders where id = ${folderId} for update`
  // Users see the revisions of a file as one file.
  const [held] = await sql<{ files: number; folders: number }>`
    select (select count(distinct stack_id)::integer from files where folder_id = ${folderId}) as files,
      (select count(*)::integer from folders where parent_id = ${folderId}) as folders`
  const { files, folders } = held!
  if (files + folders === 0) return
  const counts = [counted(files, 'file'), counted(folders, 'folder')].filter((text) => text !== undefined)
  const message = `The folder contains ${counts.join(' and ')}. Delete it with \`recursive=true\`, or move them out first.`
  throw new ApiError('folder_not_empty', { message })
}

function counted(count: number, noun: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
