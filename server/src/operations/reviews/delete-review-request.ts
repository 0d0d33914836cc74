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
  summary:
    'Stop asking a person to review a version, or decline a review that you were asked for. A verdict stays.',

  scope: 'projects:write',
  project: 'reviewRequestId',
  roles: anyRole,
  tier: 3,

  input: z.strictObject({ reviewRequestId: ReviewRequestId }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ reviewRequestId }, { sql, access, caller }): Promise<undefined> {
    const [request] = await sql<{ allowed: boolean; versionId: string; deleted: boolean }>`
      with request as (
        select q.id, q.version_id, access.role = any(${contributors}) or q.user_id = access.user_id as allowed
        from ${access} join review_requests q on q.id = ${reviewRequestId}
      ), deleted as (
        delete from review_requests q using request where q.id = request.id and request.allowed
        returning q.id, q.version_id, q.project_id, q.user_id
      ), emitted as (${emit(reviewRequestEvent('review_request.deleted', caller, fragment`deleted it`))})
      select allowed, version_id as "versionId", exists (select from deleted) as deleted from request`
    if (!request?.allowed) throw notYours()
    // Another request deleted it first.
    if (!request.deleted) throw new ApiError('not_found')
    await settleReviews(sql, caller, fragment`v.id = ${request.versionId}`)
  },
})

function notYours(): ApiError {
  const message = `Only ${contributors.join(' or ')} and the reviewer may delete a review request.`
  return new ApiError('insufficient_role', { message })
}
