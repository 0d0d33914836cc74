import { z } from 'zod'
import { type Caller, contributors, leadsToVisibleFile } from '../../core/access.ts'
import { ApiError, violationError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId, text } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit, restrictedIf } from '../../events/outbox.ts'
import { changedData, changedFields, folderEvent, whereChanged } from '../../events/resource-events.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const updateFolder = defineOperation({
  http: 'PATCH /api/folders/:folderId',
  client: 'folders.update',
  tool: 'update_folder',
  summary: 'Rename a folder, or move it with everything in it.',
  toolUse: 'Use it to rename or move a folder.',

  scope: 'folders:write',
  project: 'folderId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    folderId: FolderId,
    name: text(1, 64).optional().describe('Name, unique among its siblings and case-insensitive.'),
    parent: z
      .strictObject({ id: FolderId })
      .nullable()
      .optional()
      .describe('The folder to move it to; null for the project root; omitted to leave it where it is.'),
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
  async handler({ folderId, name = null, parent }, { sql, access, caller }): Promise<undefined> {
    if (parent === undefined) {
      await sql`
        with before as (
          select f.id, f.name, f.parent_id from ${access} join folders f on f.id = ${folderId}
          for no key update of f
        ), updated as (
          update folders f set name = coalesce(${name}, f.name), updated_at = now()
          from before where f.id = before.id
          returning ${outcome}
        ), emitted as (${emitUpdate(caller)})
        select id from updated`
      return
    }
    const { projectId } = await lockFolderTree(sql, access)
    const parentId = parent?.id ?? null
    const depth = parentId === null ? null : await depthAbove(sql, folderId, parentId, projectId)
    const moved = await sql`
      with before as (
        select id, name, parent_id from folders where id = ${folderId} for update
      ), updated as (
        update folders f
        set parent_id = ${parentId}, parent_depth = ${depth}, name = coalesce(${name}, f.name), updated_at = now()
        from before where f.id = before.id
        returning ${outcome}
      ), emitted as (${emitUpdate(caller)})
      select id from updated`
    if (moved.length === 0) throw new ApiError('not_found')
  },
})

const changes = changedFields({
  name: fragment`f.name <> before.name`,
  parent: fragment`f.parent_id is distinct from before.parent_id`,
})
const outcome = fragment`f.id, f.project_id, f.parent_id, ${changes} as changed`

function emitUpdate(caller: Caller) {
  const audience = restrictedIf(leadsToVisibleFile())
  return emit(folderEvent('folder.updated', caller, whereChanged('updated'), audience, changedData))
}

/** The depth of the new parent, which must be in the project and must not be the folder itself or below it. */
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
