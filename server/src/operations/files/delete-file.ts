import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { deletedFileEvents, deletedFiles } from '../../events/deleted-files.ts'
import { emit } from '../../events/outbox.ts'

export const deleteFile = defineOperation({
  http: 'DELETE /api/files/:fileId',
  client: 'files.delete',
  summary: 'Delete a file and its comments. Other revisions of the file stay.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',
  audit: { action: 'file.deleted', target: { of: 'file', before: ({ fileId }) => fileId } },

  input: z.strictObject({ fileId: FileId }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ fileId }, { sql, access, caller }): Promise<undefined> {
    // The lock keeps new comments off files that are about to be deleted.
    await sql`select f.id from ${access} join files f on f.id = ${fileId} for update of f`
    // The clean-up deletes the bytes once nothing else refers to them.
    await sql`with ${deletedFiles(fragment`f.id = ${fileId}`)} ${emit(...deletedFileEvents(caller))}`
  },
})
