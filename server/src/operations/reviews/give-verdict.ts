import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { text, VersionId } from '../../core/schemas.ts'
import { Verdict } from '../../records/version.ts'
import { lockVersion } from '../versions/lock-version.ts'
import { gateErrors, requireOpenGate } from './approval-gate.ts'
import { recordVerdict, requireUnderReview } from './record-verdict.ts'
import { settleStatus } from './settle-status.ts'

export const giveVerdict = defineOperation({
  http: 'PUT /api/versions/:versionId/verdict',
  client: 'verdicts.give',
  tool: 'give_verdict',
  summary:
    'Give your verdict on a version, or replace it: approve, request changes or reject. The review rule makes the status of all verdicts.',
  toolUse:
    'Use it only for a verdict that the user asked for. It is marked as given by a tool, and counts only if the project allows that.',

  scope: 'projects:write',
  project: 'versionId',
  roles: anyRole,
  share: 'verdict',
  power: 'giveVerdicts',
  tier: 3,

  input: z.strictObject({
    versionId: VersionId,
    verdict: Verdict.describe('APPROVED, NEED_EDIT to request changes, or REJECTED.'),
    note: text(0, 2000).nullish().describe('What should change, or why; null for none.'),
  }),
  output: [204],

  conflicts: ['illegal_transition', ...gateErrors],
  violations: { verdicts_version_fkey: 'not_found' },

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, verdict, note }, { sql, access, caller }): Promise<undefined> {
    const version = await lockVersion(sql, access, versionId)
    requireUnderReview(version.status)
    await requireOpenGate({ sql, access, caller, versionId }, version, verdict)
    await recordVerdict({ sql, access, caller, versionId }, { verdict, note: note || null })
    await settleStatus(sql, caller, [versionId])
  },
})
