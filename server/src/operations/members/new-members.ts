// The members that a request names: the schema, and what is wrong with a list of them.
import { z } from 'zod'
import { ApiError, type FieldError, unknownReference } from '../../core/errors.ts'
import { isUuid, newUuid } from '../../core/ids.ts'
import { AssignableRole } from '../../core/schemas.ts'

// A malformed id is looked up like any other, so that all entries that name nobody are reported together.
const AnyUserId = z.string().max(200).meta({ format: 'uuid', description: 'User ID.' })

export const NewMember = z.strictObject({
  user: z.strictObject({ id: AnyUserId }),
  role: AssignableRole.describe('The role they have in the project.'),
})
export type NewMember = z.output<typeof NewMember>

/** More people are added in several calls: a request stays quick. */
export const NewMembers = z.array(NewMember).max(100)

/** Ids for the memberships, the users (null: no id at all) and their roles, as columns for `unnest`. */
export function memberColumns(members: readonly NewMember[]) {
  return {
    ids: members.map(() => newUuid()),
    userIds: members.map(({ user }) => (isUuid(user.id) ? user.id : null)),
    roles: members.map((member) => member.role),
  }
}

/** Refuses a list that names somebody twice, or the owner, who is a member anyway. */
export function refuseRepeated(members: readonly NewMember[], owner?: string): void {
  const seen = new Set(owner === undefined ? [] : [owner])
  const errors = members.flatMap(({ user }, i) => {
    const userId = user.id.toLowerCase()
    const message = userId === owner ? 'You become the owner.' : 'This user is in the list already.'
    const repeated = seen.has(userId)
    seen.add(userId)
    return repeated ? [{ path: userPath(i), code: 'duplicate', message }] : []
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
