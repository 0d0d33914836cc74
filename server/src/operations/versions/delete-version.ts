import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { versionEvent } from '../../events/resource-events.ts'

export const deleteVersion = defineOperation({
  http: 'DELETE /api/versions/:versionId',
  client: 'versions.delete',
  tool: 'delete_version',
  summary: 'Delete a version.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,
  audit: { action: 'version.deleted', target: { of: 'version', before: ({ versionId }) => versionId } },

  input: z.strictObject({ versionId: VersionId }),
  output: [204],

  joinsAccess: true,
  async handler({ versionId }, { sql, access, caller }): Promise<undefined> {
    await sql`
      with deleted as (
        delete from versions v using ${access} where v.id = ${versionId}
        returning v.id, v.project_id, v.allow_restricted
      ), emitted as (${emit(versionEvent('version.deleted', caller, fragment`deleted it`))})
      select id from deleted`
  },
})
