import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { restoreFiles as restore } from '../trash/trash-files.ts'
import { FileReferences, maxSelection, refuseUnknown, selectedIds } from './file-selection.ts'
import { RestoredFile, restoredFile } from './restored-file.ts'

export const restoreFiles = defineOperation({
  http: 'POST /api/projects/:projectId/files/restore',
  client: 'files.restoreMany',
  tool: 'restore_files',
  summary:
    'Restore up to 100 deleted files with their comments, to their folders and versions. If a folder is gone, its files return to the root of the project. Restores nothing if one of the files is not in the trash.',
  toolUse: 'Use it to undo delete_files.',

  scope: 'files:write',
  project: 'projectId',
  roles: contributors,
  tier: 'default',
  audit: {
    action: 'trash.restored',
    target: { of: 'file', after: ({ files }) => files.map(({ id }) => id) },
    details: () => ({ kind: 'FILE' }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    files: FileReferences.min(1).max(maxSelection).describe('Deleted files of this project, each once.'),
  }),
  output: [200, z.array(RestoredFile).describe('In the order of the request.')],

  // A folder was deleted after it was found.
  violations: { files_folder_fkey: 'conflict' },

  transaction: true,
  async handler({ files }, { sql, projectId, caller }) {
    const ids = selectedIds(files)
    const entries = await sql<{ id: string; fileId: string }>`
      select t.id, t.record_id as "fileId" from trash t
      where t.project_id = ${projectId} and t.kind = 'FILE' and t.record_id = any(${ids}::text[]) and t.purged_at is null
      order by t.id for update of t`
    const found = new Set(entries.map(({ fileId }) => fileId))
    refuseUnknown(ids.flatMap((id, place) => (id !== null && found.has(id) ? [] : [place])))
    const restored = await restore(
      sql,
      caller,
      entries.map(({ id }) => id),
    )
    const byId = new Map(restored.map((file) => [file.id, file]))
    return ids.map((id) => restoredFile(byId.get(id!)!))
  },
})
