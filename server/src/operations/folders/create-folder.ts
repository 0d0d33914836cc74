import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId, ProjectId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit, onlyUnrestricted } from '../../events/outbox.ts'
import { folderEvent } from '../../events/resource-events.ts'

export const createFolder = defineOperation({
  http: 'POST /api/projects/:projectId/folders',
  client: 'folders.create',
  tool: 'create_folder',
  summary: 'Create a folder at the project root or inside another folder.',
  toolUse: 'Use it to organise files. Call list_folders first: names are unique within a folder.',

  scope: 'folders:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 64).describe('Name, unique among its siblings and case-insensitive.'),
    parent: z
      .strictObject({ id: FolderId })
      .nullish()
      .describe('The folder to put it in; null for the project root.'),
  }),
  output: [201, z.object({ id: FolderId })],

  violations: {
    folders_project_fkey: 'not_found',
    folders_parent_check: { reference: '/parent/id' },
    folders_name_key: 'folder_name_taken',
    folders_depth_check: 'folder_too_deep',
  },

  joinsAccess: true,
  async handler({ name, parent }, { sql, access, caller }) {
    const parentId = parent?.id ?? null
    // An unknown parent has no depth, which the constraint on both columns refuses. The lock waits for requests that move
    // or delete the parent, so that the depth is the final one.
    const [folder] = await sql<{ id: string }>`
      with created as (
        insert into folders (id, project_id, parent_id, parent_depth, name, created_by)
        select ${newPrefixedId('DX')}, access.project_id, ${parentId},
          (select depth from folders where id = ${parentId} and project_id = access.project_id for key share),
          ${name}, access.user_id
        from ${access}
        returning id, project_id, parent_id
      ), emitted as (${emit(folderEvent('folder.created', caller, fragment`created it`, onlyUnrestricted))})
      select id from created`
    return folder!
  },
})
