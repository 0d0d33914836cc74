import type { ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import type { VersionStatus } from '../../records/version.ts'

export type LockedVersion = {
  role: ProjectRole
  status: VersionStatus
  /** Who moved it to its status. */
  decidedBy: string | null
  revision: number
}

/** The version as it stays until the transaction ends: whoever else wants to change it waits. */
export async function lockVersion(sql: Sql, access: Fragment, versionId: string): Promise<LockedVersion> {
  const [version] = await sql<LockedVersion>`
    select access.role, v.status, v.status_changed_by as "decidedBy", v.revision
    from ${access} join versions v on v.id = ${versionId}
    for no key update of v`
  if (!version) throw new ApiError('not_found')
  return version
}
