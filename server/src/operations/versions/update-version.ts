import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { text, VersionId } from '../../core/schemas.ts'
import { lockVersion } from './lock-version.ts'

export const updateVersion = defineOperation({
  http: 'PATCH /api/versions/:versionId',
  client: 'versions.update',
  summary: 'Change the name, the description or the visibility of a version. Honours If-Match.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    versionId: VersionId,
    name: text(1, 100).optional().describe('What the review round is called.'),
    description: text(0, 2000).nullable().optional().describe('null clears it.'),
    allowRestricted: z.boolean().optional().describe('Whether restricted reviewers see it.'),
  }),
  output: [204],

  revision: true,

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, ...changes }, { sql, access, requireMatch, setRevision }): Promise<undefined> {
    const { revision } = await lockVersion(sql, access, versionId)
    requireMatch(revision)
    setRevision(revision)
    const { name = null, description = null, allowRestricted = null } = changes
    const describes = changes.description !== undefined
    if (name === null && !describes && allowRestricted === null) return
    await sql`
      update versions
      set name = coalesce(${name}, name),
        description = case when ${describes} then ${description} else description end,
        allow_restricted = coalesce(${allowRestricted}, allow_restricted),
        revision = revision + 1, updated_at = now()
      where id = ${versionId}`
    setRevision(revision + 1)
  },
})
