import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reviewRequestEvent } from '../../events/resource-events.ts'

export const markVersionSeen = defineOperation({
  http: 'POST /api/versions/:versionId/seen',
  client: 'reviewRequests.markSeen',
  summary:
    'Record that you have opened a version that you were asked to review. Without a request it changes nothing.',

  scope: 'projects:write',
  project: 'versionId',
  roles: anyRole,
  tier: 4,

  input: z.strictObject({ versionId: VersionId }),
  output: [204],

  joinsAccess: true,
  async handler({ versionId }, { sql, access, caller }): Promise<undefined> {
    await sql`
      with seen as (
        update review_requests q set seen_at = now() from ${access}
        where q.version_id = ${versionId} and q.user_id = access.user_id and q.seen_at is null
        returning q.id, q.version_id, q.project_id, q.user_id
      ), emitted as (${emit(reviewRequestEvent('review_request.seen', caller, fragment`seen it`))})
      select access.role from ${access}`
  },
})
