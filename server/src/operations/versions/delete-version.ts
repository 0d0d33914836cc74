import { z } from 'zod'
import { contributors, type ProjectRole } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { versionEvent } from '../../events/resource-events.ts'
import { newEntries, permanentInput, purgedEvents, requirePermanent } from '../trash/entries.ts'

export const deleteVersion = defineOperation({
  http: 'DELETE /api/versions/:versionId',
  client: 'versions.delete',
  tool: 'delete_version',
  summary:
    'Move a version to the trash. Its files stay. It can be restored until it is purged, 30 days later by default.',
  toolUse: 'Use it only when the user asked for it.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,
  audit: {
    action: 'version.deleted',
    target: { of: 'version', before: ({ versionId }) => versionId },
    details: ({ permanent }) => ({ permanent }),
  },

  input: z.strictObject({ versionId: VersionId, permanent: permanentInput }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, permanent }, { sql, access, caller, trashDays }): Promise<undefined> {
    const [version] = await sql<{ role: ProjectRole }>`
      select access.role from ${access} join versions v on v.id = ${versionId} for update of v`
    if (permanent) requirePermanent(caller, version!.role)
    const deletion = { caller, trashDays, permanent }
    const entry = newEntries(deletion, 'VERSION', fragment`versions v where v.id = ${versionId}`, {
      id: fragment`${newUuid()}::uuid`,
      project: fragment`v.project_id`,
      record: fragment`v.id::text`,
      name: fragment`v.name`,
    })
    await sql`
      with ${entry}, deleted as (
        update all_versions v set trash_id = entry.id from entry where v.id = ${versionId}
        returning v.id, v.project_id, v.allow_restricted
      )
      ${emit(versionEvent('version.deleted', caller, fragment`deleted it`), ...purgedEvents(deletion))}`
  },
})
