import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'

export const deleteVersion = defineOperation({
  http: 'DELETE /api/versions/:versionId',
  client: 'versions.delete',
  summary: 'Delete a version.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ versionId: VersionId }),
  output: [204],

  joinsAccess: true,
  async handler({ versionId }, { sql, access }): Promise<undefined> {
    await sql`delete from versions v using ${access} where v.id = ${versionId} returning v.id`
  },
})
