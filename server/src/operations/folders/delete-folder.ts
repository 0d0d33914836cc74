import { z } from 'zod'
import { type Caller, contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { deletedFileEvents, deletedFiles } from '../../events/deleted-files.ts'
import { emit, onlyUnrestricted, restrictedIf } from '../../events/outbox.ts'
import { folderEvent } from '../../events/resource-events.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const deleteFolder = defineOperation({
  http: 'DELETE /api/folders/:folderId',
  client: 'folders.delete',
  tool: 'delete_folder',
  summary: 'Delete an empty folder or, with `recursive`, a folder and everything in it.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'folders:write',
  project: 'folderId',
  roles: contributors,
  tier: 3,
  audit: {
    action: 'folder.deleted',
    target: { of: 'folder', before: ({ folderId }) => folderId },
    details: ({ recursive }) => ({ recursive }),
  },

  input: z.strictObject({
    folderId: FolderId,
    recursive: z.boolean().default(false).describe('Whether to delete the contents of the folder too.'),
  }),
  output: [204],

  // A folder or a file was added after the check.
  violations: { folders_parent_fkey: 'conflict', files_folder_fkey: 'conflict' },
  conflicts: ['folder_not_empty', 'conflict'],

  transaction: true,
  joinsAccess: true,
  async handler({ folderId, recursive }, { sql, access, caller }): Promise<undefined> {
    if (recursive) {
      await lockFolderTree(sql, access)
      return deleteTree(sql, caller, folderId)
    }
    const deleted = await sql`
      with deleted as (
        delete from folders f using ${access}
        where f.id = ${folderId} and not exists (select from folders child where child.parent_id = f.id)
          and not exists (select from files where files.folder_id = f.id)
        returning f.id, f.project_id, f.parent_id
      ), emitted as (${emit(folderEvent('folder.deleted', caller, fragment`deleted it`, onlyUnrestricted))})
      select id from deleted`
    if (deleted.length === 0) throw await notEmpty(sql, folderId)
  },
})

async function notEmpty(sql: Sql, folderId: string): Promise<ApiError> {
  // Users see the revisions of a file as one file.
  const [held] = await sql<{ files: number; folders: number }>`
    select (select count(distinct stack_id)::integer from files where folder_id = ${folderId}) as files,
      (select count(*)::integer from folders where parent_id = ${folderId}) as folders`
  const { files, folders } = held!
  // Another request has emptied the folder since.
  if (files + folders === 0) return new ApiError('conflict')
  const counts = [counted(files, 'file'), counted(folders, 'folder')].filter((text) => text !== undefined)
  const message = `The folder contains ${counts.join(' and ')}. Delete it with \`recursive=true\`, or move them out first.`
  return new ApiError('folder_not_empty', { message })
}

function counted(count: number, noun: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The rows of files are deleted with their folders; the daily clean-up deletes their bytes. */
async function deleteTree(sql: Sql, caller: Caller, folderId: string): Promise<undefined> {
  const tree = fragment`tree as (
    select id, parent_id from folders where id = ${folderId}
    union all
    select child.id, child.parent_id from tree join folders child on child.parent_id = tree.id
  )`
  // The lock keeps new comments off files that are about to be deleted.
  await sql`
    with recursive ${tree}, locked as (
      select f.id from tree join files f on f.folder_id = tree.id order by f.id for update of f
    )
    select count(*) from locked`
  // A join, because Postgres would evaluate a subquery again for every folder.
  const deepestFirst = fragment`(
    select d.id, d.project_id, d.parent_id, shown.id is not null as shown
    from deleted d left join shown on shown.id = d.id order by d.depth desc, d.id
  ) it`
  const folders = folderEvent('folder.deleted', caller, deepestFirst, restrictedIf(fragment`it.shown`))
  const [root] = await sql`
    with recursive ${tree}, shown as (
      -- The folder contains a file that restricted reviewers see, or leads to one.
      select f.folder_id as id from tree join files f on f.folder_id = tree.id where f.allow_restricted
      union
      select tree.parent_id from shown join tree on tree.id = shown.id
    ), ${deletedFiles(fragment`f.folder_id in (select id from tree)`)}, deleted as (
      delete from folders where id in (select id from tree) returning id, project_id, parent_id, depth
    ), emitted as (${emit(...deletedFileEvents(caller), folders)})
    select id from deleted where id = ${folderId}`
  if (!root) throw new ApiError('not_found')
}
