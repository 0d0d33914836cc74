import type { ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import type { VersionStatus } from '../../records/version.ts'

export type LockedVersion = {
  role: ProjectRole
  status: VersionStatus
  /** The user who last changed the status. */
  decidedBy: string | null
  revision: number
}

/** Locks a version until the transaction ends: other requests that change it wait. */
export async function lockVersion(sql: Sql, access: Fragment, versionId: string): Promise<LockedVersion> {
  const [version] = await sql<LockedVersion>`
    select access.role, v.status, v.status_changed_by as "decidedBy", v.revision
    from ${access} join versions v on v.id = ${versionId}
    for no key update of v`
  if (!version) throw new ApiError('not_found')
  return version
}
