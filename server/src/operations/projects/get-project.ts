import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import {
  Project,
  type ProjectDetailsRow,
  projectDetailColumns,
  projectRecord,
  restrictedJoin,
  thumbnailColumns,
  thumbnailSourceJoin,
} from '../../records/project.ts'

export const getProject = defineOperation({
  http: 'GET /api/projects/:projectId',
  client: 'projects.get',
  tool: 'get_project',
  summary: 'Get a project.',
  toolUse: 'Use it to read one project by its id.',

  scope: 'projects:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, Project],

  joinsAccess: true,
  async handler(_input, { sql, access, caller, storage }) {
    const [row] = await sql<ProjectDetailsRow>`
      select ${projectDetailColumns}, ${thumbnailColumns}
      from ${access} join projects p on p.id = access.project_id ${restrictedJoin(caller)} ${thumbnailSourceJoin}`
    if (!row) throw new ApiError('not_found')
    return projectRecord(storage, row)
  },
})
