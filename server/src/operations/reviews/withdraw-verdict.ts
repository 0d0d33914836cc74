import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { lockVersion } from '../versions/lock-version.ts'
import { requireUnderReview, withdraw } from './record-verdict.ts'
import { settleStatus } from './settle-status.ts'

export const withdrawVerdict = defineOperation({
  http: 'DELETE /api/versions/:versionId/verdict',
  client: 'verdicts.withdraw',
  tool: 'withdraw_verdict',
  summary:
    'Withdraw your verdict on a version, if you gave one. The status then follows from the remaining verdicts.',
  toolUse: 'Use it when the user takes their verdict back.',

  scope: 'projects:write',
  project: 'versionId',
  roles: anyRole,
  share: 'verdict',
  power: 'giveVerdicts',
  tier: 3,

  input: z.strictObject({ versionId: VersionId }),
  output: [204],

  conflicts: ['illegal_transition'],

  transaction: true,
  joinsAccess: true,
  async handler({ versionId }, { sql, access, caller }): Promise<undefined> {
    const { status } = await lockVersion(sql, access, versionId)
    requireUnderReview(status)
    if (!(await withdraw({ sql, caller, versionId }))) return
    await settleStatus(sql, caller, [versionId])
  },
})
