import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { AccessLinkId, RealTime, ReviewRequestId, text, UserId, VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { dueDate, reviewRequestEvent } from '../../events/resource-events.ts'
import { seesVersion } from '../../records/review.ts'
import { lockVersion } from '../versions/lock-version.ts'
import { settleReviews } from './settle-status.ts'

export const createReviewRequests = defineOperation({
  http: 'POST /api/versions/:versionId/review-requests',
  client: 'reviewRequests.create',
  summary:
    'Ask people for their verdict on a version: users, or everybody who joined by an access link or will. Asking again changes the due date and the message.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    versionId: VersionId,
    users: z
      .array(z.strictObject({ id: UserId }))
      .max(100)
      .default([])
      .describe('Users who can see the version.'),
    links: z
      .array(z.strictObject({ id: AccessLinkId }))
      .max(20)
      .default([])
      .describe('Access links of the project.'),
    dueAt: RealTime.nullish().describe('Due date: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`; null for none.'),
    message: text(0, 2000).nullish().describe('A message to the reviewers; null for none.'),
  }),
  output: [
    201,
    z.object({
      requests: z
        .array(z.object({ id: ReviewRequestId, user: z.object({ id: UserId }) }))
        .describe('The requests to these users and to those who have joined by these links.'),
    }),
  ],

  // The version or a link was deleted meanwhile.
  violations: {
    review_requests_version_fkey: 'not_found',
    review_request_links_link_fkey: 'conflict',
    review_requests_user_fkey: 'conflict',
  },

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, users, links, dueAt = null, message }, { sql, access, caller }) {
    await lockVersion(sql, access, versionId)
    const asked = { users: users.map(({ id }) => id), links: links.map(({ id }) => id) }
    if (asked.users.length + asked.links.length === 0) throw nobodyAsked()
    const [unknown] = await sql<{ users: number[]; links: number[] }>`
      select array(
        select given.place::integer - 1 from unnest(${asked.users}::uuid[]) with ordinality as given (id, place)
        where not ${seesVersion(fragment`given.id`)} order by given.place) as users, array(
        select given.place::integer - 1 from unnest(${asked.links}::uuid[]) with ordinality as given (id, place)
        where not exists (select from access_links l where l.id = given.id and l.project_id = v.project_id)
        order by given.place) as links
      from versions v where v.id = ${versionId}`
    refuseUnknown(unknown!)
    const note = message || null
    // Inserted in the order of user ids, so that no two requests wait for each other.
    const requests = await sql<{ id: string; userId: string }>`
      with asked as (
        select distinct person.id as user_id, v.id as version_id, v.project_id
        from versions v cross join lateral (
          select id from unnest(${asked.users}::uuid[]) as id
          union all
          select m.user_id from access_link_members m
          where m.link_id = any(${asked.links}::uuid[]) and ${seesVersion(fragment`m.user_id`)}
        ) person
        where v.id = ${versionId}
      ), linked as (
        insert into review_request_links (link_id, version_id, project_id, requested_by, message, due_at)
        select l.id, v.id, v.project_id, ${caller.userId}, ${note}, ${dueAt}
        from versions v join access_links l on l.id = any(${asked.links}::uuid[]) where v.id = ${versionId}
        on conflict on constraint review_request_links_pkey do update
          set message = excluded.message, due_at = excluded.due_at
      ), requested as (
        insert into review_requests as q (id, version_id, project_id, user_id, requested_by, message, due_at)
        select gen_random_uuid(), version_id, project_id, user_id, ${caller.userId}, ${note}, ${dueAt}
        from asked order by user_id
        on conflict on constraint review_requests_user_key do update
          set message = excluded.message, due_at = excluded.due_at
        returning q.id, q.version_id, q.project_id, q.user_id, q.due_at, q.created_at = now() as fresh
      ), emitted as (${emit(reviewRequestEvent('review_request.created', caller, fragment`requested it where it.fresh`, dueDate))})
      select id, user_id as "userId" from requested order by user_id`
    await settleReviews(sql, caller, fragment`v.id = ${versionId}`)
    return { requests: requests.map(({ id, userId }) => ({ id, user: { id: userId } })) }
  },
})

function refuseUnknown({ users, links }: { users: number[]; links: number[] }): void {
  const errors = [
    ...users.map((place) => unknownReference(`/users/${place}/id`)),
    ...links.map((place) => unknownReference(`/links/${place}/id`)),
  ]
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}

function nobodyAsked(): ApiError {
  const message = 'Name at least one user or access link.'
  return new ApiError('invalid_request', { errors: [{ path: '/users', code: 'too_small', message }] })
}
