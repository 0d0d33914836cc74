import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { permanentInput, requirePermanent } from '../trash/entries.ts'
import { trashFiles } from '../trash/trash-files.ts'
import { FileReferences, lockSelection, maxSelection } from './file-selection.ts'

export const deleteFiles = defineOperation({
  http: 'POST /api/projects/:projectId/files/delete',
  client: 'files.deleteMany',
  tool: 'delete_files',
  summary:
    'Move up to 100 files and their comments to the trash. Deletes nothing if one of the files is unknown. They can be restored until they are purged, 30 days later by default.',
  toolUse: 'Use it only when the user asked for it, and say which files first.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 'default',
  audit: {
    action: 'file.deleted',
    target: { of: 'file', before: ({ files }) => files.map(({ id }) => id) },
  },

  input: z.strictObject({
    projectId: ProjectId,
    files: FileReferences.min(1)
      .max(maxSelection)
      .describe('Files of this project, each once. Their other revisions stay.'),
    permanent: permanentInput,
  }),
  output: [204],

  transaction: true,
  async handler({ files, permanent }, { sql, projectId, role, caller, trashDays }) {
    if (permanent) requirePermanent(caller, role)
    // The lock keeps new comments off files that are about to be deleted.
    const ids = await lockSelection(sql, projectId, files, 'update')
    await trashFiles(sql, { caller, trashDays, permanent }, ids)
    return undefined
  },
})
