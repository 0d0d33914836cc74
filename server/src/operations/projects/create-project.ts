import { z } from 'zod'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isUuid, newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { AssignableRole, Day, ProjectId, text } from '../../core/schemas.ts'
import { AccessRange } from '../../records/project.ts'

// A malformed id is looked up like any other, so that all entries that name nobody are reported together.
const AnyUserId = z.string().meta({ format: 'uuid', description: 'User ID.' })

const NewMember = z.strictObject({
  user: z.strictObject({ id: AnyUserId }),
  role: AssignableRole.describe('The role they have in the project.'),
})

export const createProject = defineOperation({
  http: 'POST /api/projects',
  tool: 'create_project',
  summary: 'Create a project. You become its owner.',

  scope: 'projects:write',
  workspaceRole: 'MEMBER',
  tier: 3,

  input: z.strictObject({
    name: text(1, 100).describe('What the project is called.'),
    accessRange: AccessRange,
    description: text(0, 2000).nullish().describe('What it is about.'),
    deadline: Day.nullish().describe('The day by which it is to be done, `YYYY-MM-DD`.'),
    members: z.array(NewMember).nullish().describe('Users of the workspace to add, each once; not yourself.'),
  }),
  output: [201, z.object({ id: ProjectId })],

  // Someone who left the workspace after we looked.
  violations: { project_members_user_fkey: 'conflict' },

  async handler({ name, accessRange, description, deadline, members }, { sql, caller }) {
    const { workspaceId, userId } = caller
    const given = members ?? []
    const userIds = given.map(({ user }) => user.id.toLowerCase())
    refuse(repeatedUsers(userId, userIds))

    const id = newUuid()
    const ids = given.map(() => newUuid())
    const uuids = userIds.map((user) => (isUuid(user) ? user : null))
    const roles = given.map((member) => member.role)
    const unknown = await sql<{ place: number }>`
      with given as (
        select given.id, given.user_id, given.role, given.place
        from unnest(${ids}::uuid[], ${uuids}::uuid[], ${roles}::text[]) with ordinality
          as given (id, user_id, role, place)
      ), unknown as (
        select given.place from given
        where not exists (
          select from workspace_members w where w.workspace_id = ${workspaceId} and w.user_id = given.user_id)
      ), project as (
        insert into projects (id, workspace_id, name, description, access_range, deadline)
        select ${id}::uuid, ${workspaceId}::uuid, ${name}, ${description ?? null}, ${accessRange}, ${deadline ?? null}::date
        where not exists (select from unknown)
        returning id, workspace_id
      ), added as (
        insert into project_members (id, project_id, workspace_id, user_id, role)
        select ${newUuid()}::uuid, project.id, project.workspace_id, ${userId}::uuid, 'PROJECT_OWNER' from project
        union all
        select given.id, project.id, project.workspace_id, given.user_id, given.role from project cross join given
      )
      select place from unknown order by place`
    refuse(unknown.map(({ place }) => unknownReference(userPath(place - 1))))
    return { id }
  },
})

function userPath(index: number): string {
  return `/members/${index}/user/id`
}

function repeatedUsers(owner: string, userIds: string[]): FieldError[] {
  const seen = new Set([owner])
  return userIds.flatMap((userId, i) => {
    const message = userId === owner ? 'You become the owner.' : 'This user is in the list already.'
    const repeated = seen.has(userId)
    seen.add(userId)
    return repeated ? [{ path: userPath(i), code: 'duplicate', message }] : []
  })
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
