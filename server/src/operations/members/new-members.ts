// The members in a request: the schema of the list, and its validation.
import { z } from 'zod'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isUuid, newUuid } from '../../core/ids.ts'
import { AssignableRole, ProjectRole } from '../../core/schemas.ts'

// A malformed id is looked up like any other, so that all unknown users are reported together.
const AnyUserId = z.string().max(200).meta({ format: 'uuid', description: 'User ID.' })

export const NewMember = z.strictObject({
  user: z.strictObject({ id: AnyUserId }),
  role: AssignableRole.describe('Role in the project.'),
})
export type NewMember = z.output<typeof NewMember>

/** Creating a project also accepts PROJECT_OWNER for the caller, because existing clients list the caller with the rest. */
export const NewProjectMember = NewMember.extend({
  role: ProjectRole.describe('Role in the project. PROJECT_OWNER is accepted only for yourself.'),
})
export type NewProjectMember = z.output<typeof NewProjectMember>

/** Larger groups take several requests, so that each request stays fast. */
export const NewMembers = z.array(NewMember).max(100)

/**
 * The members to add besides the owner, each with its index in the list. Entries for the owner are ignored, whatever
 * their role; PROJECT_OWNER is refused for other users.
 */
export function withoutOwner(members: readonly NewProjectMember[], owner: string) {
  const others = members.flatMap((member, index) =>
    member.user.id.toLowerCase() === owner ? [] : [{ ...member, index }],
  )
  const message = 'A project has one owner, the user who creates it. Choose another role.'
  refuse(
    others.flatMap(({ role, index }) =>
      role === 'PROJECT_OWNER' ? [{ path: `/members/${index}/role`, code: 'invalid_value', message }] : [],
    ),
  )
  return others
}

/** Ids of the new memberships, of the users (null for malformed ones) and their roles, as columns for `unnest`. */
export function memberColumns(members: readonly NewProjectMember[]) {
  return {
    ids: members.map(() => newUuid()),
    userIds: members.map(({ user }) => (isUuid(user.id) ? user.id : null)),
    roles: members.map((member) => member.role),
  }
}

/** Refuses a list with a repeated user. */
export function refuseRepeated(members: readonly { user: { id: string }; index?: number }[]): void {
  const seen = new Set<string>()
  const message = 'This user is listed more than once.'
  const errors = members.flatMap(({ user, index }, i) => {
    const userId = user.id.toLowerCase()
    const repeated = seen.has(userId)
    seen.add(userId)
    return repeated ? [{ path: userPath(index ?? i), code: 'duplicate', message }] : []
  })
  refuse(errors)
}

/** Refuses a list with users, at these indexes, who are not in the workspace. */
export function refuseUnknown(places: readonly number[]): void {
  refuse(places.map((place) => unknownReference(userPath(place))))
}

function userPath(index: number): string {
  return `/members/${index}/user/id`
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
