import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'

export const scheduleProjectDeletion = defineOperation({
  http: 'POST /api/projects/:projectId/delete',
  client: 'projects.scheduleDeletion',
  summary:
    'Schedule the deletion of a project and everything in it in 7 days. Until then the project works as before.',

  scope: 'projects:write',
  project: 'projectId',
  roles: ['PROJECT_OWNER'],
  tier: 3,
  audit: {
    action: 'project.deletion_scheduled',
    target: { of: 'project', before: ({ projectId }) => projectId },
  },

  input: z.strictObject({ projectId: ProjectId }),
  output: [204],
  conflicts: ['deletion_already_scheduled'],

  joinsAccess: true,
  async handler(_input, { sql, access, caller }) {
    const data = { destroyedAt: fragment`to_char(it.destroyed_at, 'YYYY-MM-DD HH24:MI:SS.US')` }
    const [scheduled] = await sql`
      with scheduled as (
        update projects p set destroyed_at = now() + interval '7 days', updated_at = now()
        from ${access}
        where p.id = access.project_id and p.destroyed_at is null
        returning p.id, p.workspace_id, p.destroyed_at at time zone 'UTC' as destroyed_at
      ), emitted as (${emit(projectEvent('project.deletion_scheduled', caller, fragment`scheduled it`, data))})
      select id from scheduled`
    if (!scheduled) throw new ApiError('deletion_already_scheduled')
    return undefined
  },
})
