import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import { lockEntry } from '../trash/locked-entries.ts'
import { restoreFiles } from '../trash/trash-files.ts'
import { RestoredFile, restoredFile } from './restored-file.ts'

export const restoreFile = defineOperation({
  http: 'POST /api/files/:trashedFileId/restore',
  client: 'files.restore',
  summary:
    'Restore a deleted file with its comments, to its folder and its versions. If the folder is gone, it returns to the root of the project.',

  scope: 'files:write',
  project: 'trashedFileId',
  roles: contributors,
  tier: 'default',
  audit: {
    action: 'trash.restored',
    target: { of: 'file', after: ({ trashedFileId }) => trashedFileId },
    details: () => ({ kind: 'FILE' }),
  },

  input: z.strictObject({ trashedFileId: FileId }),
  output: [200, RestoredFile],

  // The folder was deleted after it was found.
  violations: { files_folder_fkey: 'conflict' },

  transaction: true,
  joinsAccess: true,
  async handler({ trashedFileId }, { sql, access, caller }) {
    const entry = await lockEntry(sql, access, trashedFileId)
    const [restored] = await restoreFiles(sql, caller, [entry.id])
    return restoredFile(restored!)
  },
})
