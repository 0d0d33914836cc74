import type { ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { staleReason } from '../../records/review.ts'
import type { VersionStatus } from '../../records/version.ts'

export type LockedVersion = {
  role: ProjectRole
  status: VersionStatus
  /** The user who last changed the status. */
  decidedBy: string | null
  /** Whether the caller has given a verdict that is not stale. */
  hasVerdict: boolean
  revision: number
  requireNoProblems: boolean
}

/** Locks a version until the transaction ends: other requests that change it wait. */
export async function lockVersion(sql: Sql, access: Fragment, versionId: string): Promise<LockedVersion> {
  const [version] = await sql<LockedVersion>`
    select access.role, v.status, v.status_changed_by as "decidedBy", v.revision,
      v.require_no_problems as "requireNoProblems",
      exists (select from verdicts d where d.version_id = v.id and d.user_id = access.user_id and ${staleReason} is null)
        as "hasVerdict"
    from ${access} join versions v on v.id = ${versionId}
    for no key update of v`
  if (!version) throw new ApiError('not_found')
  return version
}
