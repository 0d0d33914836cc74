import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import {
  type RequestRow,
  ReviewRequest,
  requestColumns,
  requestJoins,
  requestRecord,
} from '../../records/review.ts'

export const listReviewRequests = defineOperation({
  http: 'GET /api/versions/:versionId/review-requests',
  client: 'reviewRequests.list',
  tool: 'list_review_requests',
  summary: 'List the people who were asked to review a version, with the state of each.',
  toolUse: 'Use it to read whose verdict a version waits for.',

  scope: 'projects:read',
  project: 'versionId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ versionId: VersionId }),
  output: [200, z.array(ReviewRequest)],

  joinsAccess: true,
  async handler({ versionId }, { sql, access }) {
    const rows = await sql<RequestRow | { id: null }>`
      select ${requestColumns}
      from ${access} join versions v on v.id = ${versionId}
      left join review_requests q on q.version_id = v.id ${requestJoins}
      order by q.created_at, q.id`
    return rows.filter((row) => row.id !== null).map(requestRecord)
  },
})
