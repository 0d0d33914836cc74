// The members that a request names: the schema, and what is wrong with a list of them.
import { z } from 'zod'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isUuid, newUuid } from '../../core/ids.ts'
import { AssignableRole, ProjectRole } from '../../core/schemas.ts'

// A malformed id is looked up like any other, so that all entries that name nobody are reported together.
const AnyUserId = z.string().max(200).meta({ format: 'uuid', description: 'User ID.' })

export const NewMember = z.strictObject({
  user: z.strictObject({ id: AnyUserId }),
  role: AssignableRole.describe('The role they have in the project.'),
})
export type NewMember = z.output<typeof NewMember>

/** Creating a project takes PROJECT_OWNER as well, for the caller only: existing clients list the caller with the rest. */
export const NewProjectMember = NewMember.extend({
  role: ProjectRole.describe(
    'The role they have in the project. PROJECT_OWNER is accepted for yourself only.',
  ),
})
export type NewProjectMember = z.output<typeof NewProjectMember>

/** More people are added in several calls: a request stays quick. */
export const NewMembers = z.array(NewMember).max(100)

/**
 * The members to add beside the owner, each with its index in the list. Entries that name the owner are ignored, whatever
 * their role; the role of an owner is refused for others.
 */
export function withoutOwner(members: readonly NewProjectMember[], owner: string) {
  const others = members.flatMap((member, index) =>
    member.user.id.toLowerCase() === owner ? [] : [{ ...member, index }],
  )
  const message = 'A project has one owner, who creates it. Choose another role.'
  refuse(
    others.flatMap(({ role, index }) =>
      role === 'PROJECT_OWNER' ? [{ path: `/members/${index}/role`, code: 'invalid_value', message }] : [],
    ),
  )
  return others
}

/** Ids for the memberships, the users (null: no id at all) and their roles, as columns for `unnest`. */
export function memberColumns(members: readonly NewProjectMember[]) {
  return {
    ids: members.map(() => newUuid()),
    userIds: members.map(({ user }) => (isUuid(user.id) ? user.id : null)),
    roles: members.map((member) => member.role),
  }
}

/** Refuses a list that names somebody twice. */
export function refuseRepeated(members: readonly { user: { id: string }; index?: number }[]): void {
  const seen = new Set<string>()
  const message = 'This user is in the list already.'
  const errors = members.flatMap(({ user, index }, i) => {
    const userId = user.id.toLowerCase()
    const repeated = seen.has(userId)
    seen.add(userId)
    return repeated ? [{ path: userPath(index ?? i), code: 'duplicate', message }] : []
  })
  refuse(errors)
}

/** Refuses a list in which the entries at these places name nobody of the workspace. */
export function refuseUnknown(places: readonly number[]): void {
  refuse(places.map((place) => unknownReference(userPath(place))))
}

function userPath(index: number): string {
  return `/members/${index}/user/id`
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
