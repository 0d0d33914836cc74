import { z } from 'zod'
import { anyRole, contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ReviewRequestId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reviewRequestEvent } from '../../events/resource-events.ts'
import { settleReviews } from './settle-status.ts'

export const deleteReviewRequest = defineOperation({
  http: 'DELETE /api/review-requests/:reviewRequestId',
  client: 'reviewRequests.delete',
  tool: 'remove_review_request',
  summary:
    'Stop asking a person to review a version, or decline a review that you were asked for. A verdict stays.',
  toolUse: 'Use it when a person should no longer review.',

  scope: 'projects:write',
  project: 'reviewRequestId',
  roles: anyRole,
  tier: 3,

  input: z.strictObject({ reviewRequestId: ReviewRequestId }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ reviewRequestId }, { sql, access, caller }): Promise<undefined> {
    // The version is locked before its requests, as everywhere.
    const [request] = await sql<{ allowed: boolean; versionId: string }>`
      select access.role = any(${contributors}) or q.user_id = access.user_id as allowed, v.id as "versionId"
      from ${access} join review_requests q on q.id = ${reviewRequestId} join versions v on v.id = q.version_id
      for no key update of v`
    if (!request?.allowed) throw notYours()
    const deleted = await sql`
      with deleted as (
        delete from review_requests q where q.id = ${reviewRequestId}
        returning q.id, q.version_id, q.project_id, q.user_id
      ), emitted as (${emit(reviewRequestEvent('review_request.deleted', caller, fragment`deleted it`))})
      select id from deleted`
    // Another request deleted it first.
    if (deleted.length === 0) throw new ApiError('not_found')
    await settleReviews(sql, caller, fragment`v.id = ${request.versionId}`)
  },
})

function notYours(): ApiError {
  const message = `Only ${contributors.join(' or ')} and the reviewer may delete a review request.`
  return new ApiError('insufficient_role', { message })
}
