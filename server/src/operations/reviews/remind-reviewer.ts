import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ReviewRequestId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reviewRequestEvent } from '../../events/resource-events.ts'

export const remindReviewer = defineOperation({
  http: 'POST /api/review-requests/:reviewRequestId/remind',
  client: 'reviewRequests.remind',
  tool: 'remind_reviewer',
  summary: 'Remind a reviewer of a review, at most once an hour.',
  toolUse: 'Use it when a review is due and the user asked for a reminder.',

  scope: 'projects:write',
  project: 'reviewRequestId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ reviewRequestId: ReviewRequestId }),
  output: [204],

  conflicts: ['already_reminded'],

  joinsAccess: true,
  async handler({ reviewRequestId }, { sql, access, caller }): Promise<undefined> {
    const [request] = await sql<{ reminded: boolean }>`
      with reminded as (
        update review_requests q set reminded_at = now() from ${access}
        where q.id = ${reviewRequestId}
          and (q.reminded_at is null or q.reminded_at <= now() - interval '1 hour')
        returning q.id, q.version_id, q.project_id, q.user_id
      ), emitted as (${emit(reviewRequestEvent('review_request.reminded', caller, fragment`reminded it`))})
      select exists (select from reminded) as reminded from ${access}`
    if (!request?.reminded) throw new ApiError('already_reminded')
  },
})
