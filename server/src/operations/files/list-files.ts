import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { File, type FileRow, fileColumns, fileRecord } from '../../records/file.ts'
import { thumbnailJoin } from '../../records/media.ts'

export const listFiles = defineOperation({
  http: 'GET /api/projects/:projectId/files',
  client: 'files.listAll',
  summary: 'List every file of a project at once, by `order`. To filter and to page, use QUERY.',

  scope: 'files:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(File)],

  joinsAccess: true,
  async handler(_input, { sql, access, storage }) {
    // The outer join answers with a row of nulls where there is no file, which saves asking whether access is why.
    const rows = await sql<FileRow | { id: null }>`
      select ${fileColumns}
      from ${access}
      left join files f on f.project_id = access.project_id
        and (f.allow_restricted or access.role <> 'PROJECT_RESTRICTED_REVIEWER')
      ${thumbnailJoin}
      order by f.position, f.created_at, f.id`
    return Promise.all(rows.filter((row) => row.id !== null).map((row) => fileRecord(storage, row)))
  },
})
