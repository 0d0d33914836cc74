import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'

export const deleteFile = defineOperation({
  http: 'DELETE /api/files/:fileId',
  client: 'files.delete',
  summary: 'Delete a file with its comments. Other revisions of it stay.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  joinsAccess: true,
  async handler({ fileId }, { sql, access }): Promise<undefined> {
    // The clean-up removes the bytes, once nothing else refers to them.
    await sql`delete from files f using ${access} where f.id = ${fileId} returning f.id`
  },
})
