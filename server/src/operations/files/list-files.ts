import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { JsonText } from '../../core/json-text.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { roleSees } from '../../core/visibility.ts'
import { File, fileText } from '../../records/file.ts'
import { thumbnailJoin, withUrls } from '../../records/media.ts'

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
  async handler(_input, { sql, access, storage, urls }) {
    // The outer join returns one row of nulls for a project without files, which saves a second query for access.
    const rows = await sql<{ id: string | null; json: string }>`
      select f.id, ${fileText} as json
      from ${access}
      left join files f on f.project_id = access.project_id
        and ${roleSees('f')}
      ${thumbnailJoin}
      window stack as (partition by f.stack_id)
      order by f.position, f.created_at, f.id`
    const files = rows.filter(({ id }) => id !== null).map(({ json }) => json)
    return new JsonText<z.output<typeof File>[]>(await withUrls(`{"data":[${files}]}`, { storage, urls }))
  },
})
