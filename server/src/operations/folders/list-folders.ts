import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { roleSeesAll } from '../../core/visibility.ts'
import { Folder, type FolderRow, folderColumns, folderRecord } from '../../records/folder.ts'

export const listFolders = defineOperation({
  http: 'GET /api/projects/:projectId/folders',
  client: 'folders.list',
  tool: 'list_folders',
  summary:
    'List all folders of a project: parents before children, siblings by name. Restricted reviewers see only the folders that lead to files marked for them.',
  toolUse: "Use it to find a folder's id.",

  scope: 'folders:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(Folder)],

  joinsAccess: true,
  async handler(_input, { sql, access }) {
    // A restricted reviewer gets the folders of the files that they see, and the parents of these folders.
    // The outer join returns one row of nulls for a project without folders, which saves a second query for access.
    const rows = await sql<FolderRow | { id: null }>`
      with recursive access as (select access.project_id, access.role from ${access}), visible as (
        select f.folder_id as id from access join files f
          on f.project_id = access.project_id and f.allow_restricted
        where not ${roleSeesAll('access.role')} and f.folder_id is not null
        union
        select f.parent_id from visible join folders f on f.id = visible.id where f.parent_id is not null
      )
      select ${folderColumns}
      from access
      left join folders f on f.project_id = access.project_id
        and (${roleSeesAll('access.role')} or f.id in (select id from visible))
      order by f.depth, lower(f.name) collate "C", f.id`
    return rows.filter((row) => row.id !== null).map((row) => folderRecord(row))
  },
})
