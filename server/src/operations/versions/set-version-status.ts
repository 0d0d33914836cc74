import { z } from 'zod'
import { anyRole, type Caller, contributors, requirePower } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { Verdict, VersionStatus, verdicts, versionTransitions } from '../../records/version.ts'
import { gateErrors, requireOpenGate } from '../reviews/approval-gate.ts'
import { changeStatus } from '../reviews/change-status.ts'
import { recordVerdict, withdraw } from '../reviews/record-verdict.ts'
import { settleStatus } from '../reviews/settle-status.ts'
import { type LockedVersion, lockVersion } from './lock-version.ts'

export const setVersionStatus = defineOperation({
  http: 'PATCH /api/versions/:versionId/status',
  client: 'versions.setStatus',
  tool: 'set_version_status',
  summary:
    'Change the review status of a version. APPROVED, NEED_EDIT and REJECTED count as your verdict, and the review rule makes the status of all verdicts. Reviewers may only give a verdict and withdraw their own with NEED_REVIEW.',
  toolUse: 'Use it only for a verdict or a change of status that the user asked for.',

  scope: 'projects:write',
  project: 'versionId',
  roles: anyRole,
  tier: 3,

  input: z.strictObject({ versionId: VersionId, status: VersionStatus.describe('New review status.') }),
  output: [204],

  conflicts: ['illegal_transition', ...gateErrors],
  revision: true,

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, status }, context): Promise<undefined> {
    const { sql, access, caller, requireMatch, setRevision } = context
    const version = await lockVersion(sql, access, versionId)
    const contributes = contributors.includes(version.role)
    if (!contributes && !isReviewerTransition(version, status, caller.userId)) throw notAVerdict(status)
    requireMatch(version.revision)
    if (!versionTransitions[version.status].includes(status)) throw illegalTransition(version.status, status)
    const given = Verdict.safeParse(status)
    if (!given.success && contributes) {
      await move(context, versionId, { from: version.status, to: status })
      setRevision(version.revision + 1)
      return
    }
    requirePower(caller, 'giveVerdicts')
    await requireOpenGate({ sql, access, caller, versionId }, version, status)
    if (given.success)
      await recordVerdict({ sql, access, caller, versionId }, { verdict: given.data, note: null })
    else await withdraw({ sql, caller, versionId })
    const [settled] = await settleStatus(sql, caller, [versionId])
    setRevision(settled?.revision ?? version.revision)
  },
})

type Move = { from: VersionStatus; to: VersionStatus }

/** Verdicts become stale when the version is sent back to work or to review, not when it is closed or put on hold. */
async function move({ sql, caller }: { sql: Sql; caller: Caller }, versionId: string, status: Move) {
  const update = fragment`
    update versions set status = ${status.to}, revision = revision + 1, updated_at = now(),
      status_changed_at = now(), status_changed_by = ${caller.userId},
      statuses_ruled = statuses_ruled + 1,
      reviews_started = reviews_started + ${['IN_PROGRESS', 'NEED_REVIEW'].includes(status.to) ? 1 : 0}
    where id = ${versionId}
    returning id, project_id, allow_restricted, created_at, revision, status, ${status.from}::text as before`
  await sql`with ${changeStatus(caller, update)}`
}

/** A verdict, or the withdrawal of one's own: a reviewer can correct a mistake before anybody acts on it. */
function isReviewerTransition(version: LockedVersion, status: VersionStatus, userId: string): boolean {
  if (verdicts.includes(status)) return true
  if (status !== 'NEED_REVIEW' || !verdicts.includes(version.status)) return false
  return version.decidedBy === userId || version.hasVerdict
}

function notAVerdict(status: VersionStatus): ApiError {
  const message = `Reviewers may set ${verdicts.join(' or ')}, and NEED_REVIEW to withdraw their own verdict. Only ${contributors.join(' or ')} may set ${status}.`
  return new ApiError('insufficient_role', { message })
}

function illegalTransition(from: VersionStatus, to: VersionStatus): ApiError {
  const allowed = versionTransitions[from].join(' or ')
  const message = `The version is ${from} and cannot change to ${to}. It can change to ${allowed}.`
  return new ApiError('illegal_transition', { message })
}
