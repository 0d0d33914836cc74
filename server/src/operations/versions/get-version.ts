import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { requestMarks } from '../../media/watermark/request-marks.ts'
import {
  deciderJoin,
  VersionDetails,
  type VersionDetailsRow,
  versionAuthorJoins,
  versionDetailColumns,
  versionDetailsRecord,
} from '../../records/version.ts'

export const getVersion = defineOperation({
  http: 'GET /api/versions/:versionId',
  client: 'versions.get',
  tool: 'get_version',
  summary: 'Get a version. Send its ETag as If-Match with an update.',
  toolUse: 'Use it to read the review status of a version and its files.',

  scope: 'projects:read',
  project: 'versionId',
  roles: anyRole,
  share: 'view',
  tier: 'default',

  input: z.strictObject({ versionId: VersionId }),
  output: [200, VersionDetails],

  revision: true,

  joinsAccess: true,
  async handler({ versionId }, { sql, access, caller, storage, setRevision }) {
    const rows = await sql<VersionDetailsRow & { revision: number }>`
      select ${versionDetailColumns}, v.revision
      from ${access} join versions v on v.id = ${versionId} ${deciderJoin} ${versionAuthorJoins}`
    const row = rows[0]!
    setRevision(row.revision)
    const marks = await requestMarks(
      sql,
      caller,
      row.files.map(({ id }) => id),
      'list',
    )
    return versionDetailsRecord(caller, { storage, marks }, row)
  },
})
