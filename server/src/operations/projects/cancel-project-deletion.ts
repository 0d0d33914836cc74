import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'

export const cancelProjectDeletion = defineOperation({
  http: 'POST /api/projects/:projectId/delete.cancel',
  client: 'projects.cancelDeletion',
  summary: 'Cancel the scheduled deletion of a project.',

  scope: 'projects:write',
  project: 'projectId',
  roles: ['PROJECT_OWNER'],
  tier: 3,

  input: z.strictObject({ projectId: ProjectId }),
  output: [204],
  conflicts: ['deletion_not_scheduled'],

  joinsAccess: true,
  async handler(_input, { sql, access }) {
    const [kept] = await sql`
      update projects p set destroyed_at = null, updated_at = now()
      from ${access}
      where p.id = access.project_id and p.destroyed_at is not null
      returning p.id`
    if (!kept) throw new ApiError('deletion_not_scheduled')
    return undefined
  },
})
