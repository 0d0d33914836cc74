import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { AssignableRole, MemberId } from '../../core/schemas.ts'

export const updateMember = defineOperation({
  http: 'PATCH /api/project-members/:memberId',
  client: 'members.update',
  summary: 'Give a project member another role.',

  scope: 'project-members:write',
  project: 'memberId',
  roles: managers,
  tier: 3,

  input: z.strictObject({
    memberId: MemberId,
    role: AssignableRole.describe('The role they have from now on.'),
  }),
  output: [204],

  conflicts: ['owner_is_fixed'],

  joinsAccess: true,
  async handler({ memberId, role }, { sql, access }): Promise<undefined> {
    const updated = await sql`
      update project_members m set role = ${role} from ${access}
      where m.id = ${memberId} and m.role <> 'PROJECT_OWNER' returning m.id`
    if (updated.length === 0) throw new ApiError('owner_is_fixed')
  },
})
