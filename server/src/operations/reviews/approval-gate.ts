// A version may require checks without open problems before it is approved (decision 116).
import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError, type ErrorCode } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { type ApprovalBlocker, blockersColumn } from '../../records/approval.ts'

export const RequireNoProblems = z.boolean().describe('Whether approval needs checks without open problems.')

export const gateErrors = ['open_problems', 'not_checked'] as const satisfies readonly ErrorCode[]

type Gate = { sql: Sql; access: Fragment; caller: Caller; versionId: string }

/**
 * Refuses the approval of a version that requires checks, which the caller has locked. It locks the checks and waivers of the files until
 * the transaction ends, and reads them in a statement after that: checks that end meanwhile wait for the verdict, or the
 * verdict sees their findings.
 */
export async function requireOpenGate(
  { sql, access, caller, versionId }: Gate,
  { requireNoProblems }: { requireNoProblems: boolean },
  verdict: string,
): Promise<void> {
  if (!requireNoProblems || verdict !== 'APPROVED') return
  await sql`
    select c.file_id from version_files vf join checks c on c.file_id = vf.file_id
    where vf.version_id = ${versionId} order by c.file_id for share of c`
  await sql`
    select w.id from check_waivers w
    where w.stack_id in (
      select f.stack_id from version_files vf join files f on f.id = vf.file_id where vf.version_id = ${versionId})
    order by w.id for share`
  const [version] = await sql<{ blockers: ApprovalBlocker[] }>`
    select ${blockersColumn} as blockers from ${access} join versions v on v.id = ${versionId}`
  const blockers = version?.blockers ?? []
  const withProblems = blockers.filter(({ reason }) => reason === 'OPEN_PROBLEMS')
  if (blockers.length === 0) return
  const code = withProblems.length > 0 ? 'open_problems' : 'not_checked'
  // Checks are for members: a guest learns that there are some, and nothing of them.
  if (caller.share)
    throw new ApiError(code, {
      message: 'This version cannot be approved yet: the team is still checking its files.',
    })
  throw new ApiError(code, {
    message: withProblems.length > 0 ? openProblems(withProblems) : notChecked(blockers),
  })
}

function openProblems(blockers: readonly ApprovalBlocker[]): string {
  const count = blockers.reduce((sum, { problems }) => sum + problems, 0)
  const files = listed(blockers.map((one) => `${nameOf(one)} (${one.problems})`))
  return `This version cannot be approved: its checks found ${count} open ${count === 1 ? 'problem' : 'problems'} in ${files}. Upload better revisions, waive the problems with a reason, or turn requireNoProblems off.`
}

function notChecked(blockers: readonly ApprovalBlocker[]): string {
  return `This version cannot be approved: it needs checks without open problems, and ${listed(blockers.map(nameOf))} ${blockers.length === 1 ? 'is' : 'are'} not checked. Wait for the checks, run them again if they failed, or turn requireNoProblems off.`
}

function nameOf({ file }: ApprovalBlocker): string {
  return file?.name ?? 'a file that you do not see'
}

/** The first three. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('')
}
