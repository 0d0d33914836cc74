import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'

export const cancelProjectDeletion = defineOperation({
  http: 'POST /api/projects/:projectId/delete.cancel',
  client: 'projects.cancelDeletion',
  summary: 'Cancel the scheduled deletion of a project.',

  scope: 'projects:write',
  project: 'projectId',
  roles: ['PROJECT_OWNER'],
  tier: 3,
  audit: {
    action: 'project.deletion_cancelled',
    target: { of: 'project', before: ({ projectId }) => projectId },
  },

  input: z.strictObject({ projectId: ProjectId }),
  output: [204],
  conflicts: ['deletion_not_scheduled'],

  joinsAccess: true,
  async handler(_input, { sql, access, caller }) {
    const [kept] = await sql`
      with kept as (
        update projects p set destroyed_at = null, updated_at = now()
        from ${access}
        where p.id = access.project_id and p.destroyed_at is not null
        returning p.id, p.workspace_id
      ), emitted as (${emit(projectEvent('project.deletion_cancelled', caller, fragment`kept it`))})
      select id from kept`
    if (!kept) throw new ApiError('deletion_not_scheduled')
    return undefined
  },
})
