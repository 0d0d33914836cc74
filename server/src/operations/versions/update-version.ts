import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { text, VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import {
  changedDataWithVisibility,
  changedFields,
  versionEvent,
  whereChanged,
} from '../../events/resource-events.ts'
import { lockVersion } from './lock-version.ts'

export const updateVersion = defineOperation({
  http: 'PATCH /api/versions/:versionId',
  client: 'versions.update',
  summary: 'Change the name, the description or the visibility of a version. Supports If-Match.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    versionId: VersionId,
    name: text(1, 100).optional().describe('Name of the version.'),
    description: text(0, 2000).nullable().optional().describe('Description; null clears it.'),
    allowRestricted: z.boolean().optional().describe('Whether restricted reviewers can see it.'),
  }),
  output: [204],

  revision: true,

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, ...changes }, context): Promise<undefined> {
    const { sql, access, caller, requireMatch, setRevision } = context
    const { revision } = await lockVersion(sql, access, versionId)
    requireMatch(revision)
    setRevision(revision)
    const { name = null, description = null, allowRestricted = null } = changes
    const describes = changes.description !== undefined
    if (name === null && !describes && allowRestricted === null) return
    await sql`
      with updated as (
        update versions v
        set name = coalesce(${name}, v.name),
          description = case when ${describes} then ${description} else v.description end,
          allow_restricted = coalesce(${allowRestricted}, v.allow_restricted),
          revision = v.revision + 1, updated_at = now()
        from versions before where v.id = ${versionId} and before.id = v.id
        returning v.id, v.project_id, v.allow_restricted, ${changedColumns} as changed
      )
      ${emit(versionEvent('version.updated', caller, whereChanged('updated'), changedDataWithVisibility))}`
    setRevision(revision + 1)
  },
})

const changedColumns = changedFields({
  name: fragment`v.name <> before.name`,
  description: fragment`v.description is distinct from before.description`,
  allowRestricted: fragment`v.allow_restricted <> before.allow_restricted`,
})
