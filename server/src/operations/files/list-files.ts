import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { File, type FileRow, fileColumns, fileRecord } from '../../records/file.ts'
import { thumbnailJoin } from '../../records/media.ts'

export const listFiles = defineOperation({
  http: 'GET /api/projects/:projectId/files',
  client: 'files.listAll',
  summary: 'List all files of a project, sorted by `order`. Use QUERY to filter or to read pages.',

  scope: 'files:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(File)],

  joinsAccess: true,
  async handler(_input, { sql, access, storage }) {
    // The outer join returns one row of nulls for a project without files, which saves a second query for access.
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
