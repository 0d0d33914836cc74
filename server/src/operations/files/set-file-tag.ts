import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { FileTag } from '../../records/file.ts'

export const setFileTag = defineOperation({
  http: 'PATCH /api/files/:fileId/tag',
  client: 'files.setTag',
  summary: 'Set the tag of a file. It moves freely between all of them.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({ fileId: FileId, tag: FileTag.describe('Where its review stands.') }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId, tag }, { sql, access }): Promise<undefined> {
    await sql`
      update files f set tag = ${tag}, updated_at = now()
      from ${access} where f.id = ${fileId} returning f.id`
  },
})
