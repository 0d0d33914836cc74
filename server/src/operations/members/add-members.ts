import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isUuid, newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { AssignableRole, MemberId, ProjectId } from '../../core/schemas.ts'

// A malformed id is looked up like any other, so that all entries that name nobody are reported together.
const AnyUserId = z.string().meta({ format: 'uuid', description: 'User ID.' })

const NewMember = z.strictObject({
  user: z.strictObject({ id: AnyUserId }),
  role: AssignableRole.describe('The role they have in the project.'),
})

export const addMembers = defineOperation({
  http: 'POST /api/projects/:projectId/members',
  tool: 'add_project_members',
  summary: 'Add users of the workspace to a project: all of them, or none.',

  scope: 'project-members:write',
  project: 'projectId',
  roles: managers,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    members: z.array(NewMember).min(1).describe('Who to add: each user once.'),
  }),
  output: [201, z.array(z.object({ id: MemberId }))],

  violations: {
    project_members_user_key: 'already_member',
    // Someone who left the workspace after we looked.
    project_members_user_fkey: 'conflict',
    project_members_project_fkey: 'not_found',
  },

  joinsAccess: true,
  async handler({ members }, { sql, access }) {
    refuse(repeatedUsers(members.map((member) => member.user.id)))
    const ids = members.map(() => newUuid())
    const userIds = members.map(({ user }) => (isUuid(user.id) ? user.id : null))
    const roles = members.map((member) => member.role)
    // Inserted in the order of users: two requests with the same ones then wait for each other, not for good.
    const rows = await sql<{ known: boolean }>`
      with asked as (
        select given.id, access.project_id, access.workspace_id, given.user_id, given.role, given.place,
          w.user_id is not null as known
        from ${access}
        cross join unnest(${ids}::uuid[], ${userIds}::uuid[], ${roles}::text[]) with ordinality
          as given (id, user_id, role, place)
        left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = given.user_id
      ), added as (
        insert into project_members (id, project_id, workspace_id, user_id, role)
        select id, project_id, workspace_id, user_id, role from asked
        where (select bool_and(known) from asked)
        order by user_id
      )
      select known from asked order by place`
    refuse(rows.flatMap((row, i) => (row.known ? [] : [unknownReference(userPath(i))])))
    return ids.map((id) => ({ id }))
  },
})

function userPath(index: number): string {
  return `/members/${index}/user/id`
}

function repeatedUsers(userIds: string[]): FieldError[] {
  const message = 'This user is in the list already.'
  const seen = new Set<string>()
  return userIds.flatMap((userId, i) => {
    const before = seen.size
    seen.add(userId.toLowerCase())
    return seen.size > before ? [] : [{ path: userPath(i), code: 'duplicate', message }]
  })
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
