import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { deletedFileEvents, deletedFiles } from '../../events/deleted-files.ts'
import { emit } from '../../events/outbox.ts'
import { FileReferences, lockSelection, maxSelection } from './file-selection.ts'

export const deleteFiles = defineOperation({
  http: 'POST /api/projects/:projectId/files/delete',
  client: 'files.deleteMany',
  tool: 'delete_files',
  summary: 'Delete up to 100 files and their comments. Deletes nothing if one of the files is unknown.',
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
  }),
  output: [204],

  transaction: true,
  async handler({ files }, { sql, projectId, caller }) {
    // The lock keeps new comments off files that are about to be deleted.
    const ids = await lockSelection(sql, projectId, files, 'update')
    await sql`with ${deletedFiles(fragment`f.id = any(${ids}::text[])`)} ${emit(...deletedFileEvents(caller))}`
    return undefined
  },
})
