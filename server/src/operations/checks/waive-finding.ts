import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId, text } from '../../core/schemas.ts'
import { emitChecked } from '../../media/checks/store-results.ts'
import { FindingId } from '../../records/checks.ts'
import { lockFinding } from './lock-finding.ts'

export const waiveFinding = defineOperation({
  http: 'POST /api/files/:fileId/findings/:findingId/waive',
  client: 'checks.waive',
  summary:
    'Accept a finding, with a reason. The waiver holds for later revisions of the file where the same finding stands.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 3,
  audit: { action: 'finding.waived', target: { of: 'file', before: ({ fileId }) => fileId } },

  input: z.strictObject({
    fileId: FileId,
    findingId: FindingId,
    reason: text(1, 1000).describe('Why the finding is accepted.'),
  }),
  output: [204],

  conflicts: ['finding_waived'],

  transaction: true,
  async handler({ fileId, findingId, reason }, { sql, caller }): Promise<undefined> {
    const { waivers } = await lockFinding(sql, fileId, findingId)
    if (waivers.length > 0) throw new ApiError('finding_waived')
    await sql`
      insert into check_waivers (id, project_id, stack_id, stack_number, rule, first_frame, last_frame, first_ms, last_ms, page,
        measured, reason, user_id, file_id)
      select ${newUuid()}, f.project_id, f.stack_id, f.stack_number, fi.rule, fi.first_frame, fi.last_frame, fi.first_ms,
        fi.last_ms, fi.page, fi.measured, ${reason}, ${caller.userId}, f.id
      from findings fi join files f on f.id = fi.file_id where fi.id = ${findingId}`
    await emitChecked(sql, fileId, caller)
  },
})
