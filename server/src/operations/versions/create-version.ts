import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, text, VersionId } from '../../core/schemas.ts'

export const createVersion = defineOperation({
  http: 'POST /api/projects/:projectId/versions',
  tool: 'create_version',
  summary: 'Create a version: a named review round. Its status is NEED_REVIEW.',

  scope: 'projects:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 100).describe('What the review round is called.'),
    description: text(0, 2000).nullish().describe('What it is about.'),
    allowRestricted: z.boolean().default(false).describe('Whether restricted reviewers see it.'),
  }),
  output: [201, z.object({ id: VersionId })],

  violations: { versions_project_fkey: 'not_found' },

  joinsAccess: true,
  async handler({ name, description = null, allowRestricted }, { sql, access }) {
    const [version] = await sql<{ id: string }>`
      insert into versions (id, project_id, name, description, allow_restricted, created_by)
      select ${newUuid()}, access.project_id, ${name}, ${description}, ${allowRestricted}, access.user_id
      from ${access}
      returning id`
    return version!
  },
})
