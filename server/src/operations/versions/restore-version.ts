import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { versionEvent } from '../../events/resource-events.ts'
import { releaseReviewers } from '../reviews/settle-status.ts'
import { lockEntry } from '../trash/locked-entries.ts'

export const restoreVersion = defineOperation({
  http: 'POST /api/versions/:trashedVersionId/restore',
  client: 'versions.restore',
  tool: 'restore_version',
  summary: 'Restore a deleted version with its files, review requests and verdicts.',
  toolUse: 'Use it to undo delete_version.',

  scope: 'projects:write',
  project: 'trashedVersionId',
  roles: contributors,
  tier: 3,
  audit: {
    action: 'trash.restored',
    target: { of: 'version', after: ({ trashedVersionId }) => trashedVersionId },
    details: () => ({ kind: 'VERSION' }),
  },

  input: z.strictObject({ trashedVersionId: VersionId }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ trashedVersionId }, { sql, access, caller }): Promise<undefined> {
    const entry = await lockEntry(sql, access, trashedVersionId)
    await sql`
      with restored as (
        update all_versions set trash_id = null where trash_id = ${entry.id}
        returning id, project_id, allow_restricted
      ), ended as (delete from trash where id = ${entry.id})
      ${emit(versionEvent('version.restored', caller, fragment`restored it`))}`
    // People may have left, or have lost sight of the version, meanwhile.
    await releaseReviewers(sql, caller, fragment`q.version_id = ${trashedVersionId}`)
  },
})
