import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { emitChecked } from '../../media/checks/store-results.ts'
import { FindingId } from '../../records/checks.ts'
import { lockFinding } from './lock-finding.ts'

export const unwaiveFinding = defineOperation({
  http: 'DELETE /api/files/:fileId/findings/:findingId/waive',
  client: 'checks.unwaive',
  summary: 'Delete the waivers of a finding. It is open again, on all revisions for which they held.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 3,
  audit: { action: 'finding.unwaived', target: { of: 'file', before: ({ fileId }) => fileId } },

  input: z.strictObject({ fileId: FileId, findingId: FindingId }),
  output: [204],

  conflicts: ['finding_not_waived'],

  transaction: true,
  async handler({ fileId, findingId }, { sql, caller }): Promise<undefined> {
    const { waivers } = await lockFinding(sql, fileId, findingId)
    if (waivers.length === 0) throw new ApiError('finding_not_waived')
    await sql`delete from check_waivers where id = any(${waivers}::uuid[])`
    await emitChecked(sql, fileId, caller)
  },
})
