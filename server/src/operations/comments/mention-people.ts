// The people who may be mentioned in a comment, and the parts of the statements that store mentions.
import { type Caller, effectiveRole, managers, type ProjectRole } from '../../core/access.ts'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { type Fragment, fragment, nothing, type Sql } from '../../core/sql.ts'
import { roleSeesAll } from '../../core/visibility.ts'
import type { Mentions } from '../../records/mention.ts'

const mostPeople = 50

export function hasMentions({ users, everyone }: Mentions): boolean {
  return users.size > 0 || everyone
}

/** Guests of a share mention nobody: an answer would tell them who is in the project. */
export function requireMember({ kind }: Caller, mentions: Mentions): void {
  if (kind !== 'share' || !hasMentions(mentions)) return
  const message = 'Guests of a share cannot mention people. Write the name without a mention.'
  throw new ApiError('invalid_request', {
    errors: [{ path: '/content', code: 'cannot_be_mentioned', message }],
  })
}

/** The parts of the statement that inserts a comment; empty for a comment without mentions. */
export function mentioning(access: Fragment, fileId: string | null, mentions: Mentions) {
  const { users, everyone } = mentions
  if (!hasMentions(mentions))
    return { seeing: nothing, allSee: nothing, mentioned: nothing, columns: nothing, values: nothing }
  requireFew(users.size)
  const ids = [...users.keys()]
  return {
    seeing: fragment`seeing as (${mentionable(access, fileId, ids)}),`,
    allSee: fragment`and (select count(*) from seeing) = ${ids.length}
      and (not ${everyone} or access.role = any(${managers}))`,
    mentioned: fragment`mentioned as (
      insert into comment_mentions (comment_id, user_id) select created.id, seeing.user_id from created, seeing
    ),`,
    columns: fragment`, has_mentions, mentions_everyone`,
    values: fragment`, true, ${everyone || null}::boolean`,
  }
}

/** Throws if the caller may not write these mentions. */
export async function refuseMentions(
  sql: Sql,
  access: Fragment,
  fileId: string | null,
  mentions: Mentions,
): Promise<void> {
  if (!hasMentions(mentions)) return
  const { users, everyone } = mentions
  const [found] = await sql<{ role: ProjectRole; seeing: string[] }>`
    select access.role, array(${mentionable(access, fileId, [...users.keys()])}) as seeing from ${access}`
  if (!found) throw new ApiError('not_found')
  if (everyone && !managers.includes(found.role)) throw notForEveryone()
  const errors = [...users].filter(([id]) => !found.seeing.includes(id)).map(([, name]) => unseeing(name))
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}

/** The fields of an event about newly mentioned people. */
export function mentionData(userIds: readonly string[], everyone: boolean) {
  return {
    ...(userIds.length > 0 && { mentions: userIds.map((id) => ({ id })) }),
    ...(everyone && { mentionsEveryone: true }),
  }
}

/** Those of `userIds` who can see comments on the file, or on the project of `access`. */
function mentionable(access: Fragment, fileId: string | null, userIds: string[]): Fragment {
  const role = effectiveRole(fragment`(w.role = 'GUEST')`, fragment`w.user_id`)
  const isVisible =
    fileId === null
      ? fragment`true`
      : fragment`(select f.allow_restricted from files f where f.id = ${fileId})`
  return fragment`
    select w.user_id from ${access} join projects p on p.id = access.project_id
    join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = any(${userIds}::uuid[])
    left join project_members own on own.project_id = p.id and own.user_id = w.user_id
    cross join lateral (select ${role} as role) r
    where ${roleSeesAll('r.role')} or (r.role is not null and ${isVisible})`
}

export function requireFew(people: number): void {
  if (people <= mostPeople) return
  const message = `A comment can mention at most ${mostPeople} people; this one mentions ${people}.`
  throw new ApiError('invalid_request', { errors: [{ path: '/content', code: 'too_big', message }] })
}

function unseeing(name: string): FieldError {
  const message = `${name} cannot see this comment, so the comment cannot mention them. Remove the mention or give them access.`
  return { path: '/content', code: 'cannot_be_mentioned', message }
}

function notForEveryone(): ApiError {
  const message = `Only ${managers.join(' or ')} may mention everyone. Mention people by name.`
  return new ApiError('insufficient_role', { message })
}
