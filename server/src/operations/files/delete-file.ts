import { z } from 'zod'
import { contributors, type ProjectRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { permanentInput, requirePermanent } from '../trash/entries.ts'
import { trashFiles } from '../trash/trash-files.ts'

export const deleteFile = defineOperation({
  http: 'DELETE /api/files/:fileId',
  client: 'files.delete',
  summary:
    'Move a file and its comments to the trash. Other revisions of the file stay. It can be restored until it is purged, 30 days later by default.',

  scope: 'files:write',
  project: 'fileId',
  roles: contributors,
  tier: 'default',
  audit: {
    action: 'file.deleted',
    target: { of: 'file', before: ({ fileId }) => fileId },
    details: ({ permanent }) => ({ permanent }),
  },

  input: z.strictObject({ fileId: FileId, permanent: permanentInput }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ fileId, permanent }, { sql, access, caller, trashDays }): Promise<undefined> {
    // The lock keeps new comments off files that are about to be deleted.
    const [file] = await sql<{ role: ProjectRole }>`
      select access.role from ${access} join files f on f.id = ${fileId} for update of f`
    if (permanent) requirePermanent(caller, file!.role)
    await trashFiles(sql, { caller, trashDays, permanent }, [fileId])
  },
})
