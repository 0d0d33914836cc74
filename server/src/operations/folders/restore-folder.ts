import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FolderId } from '../../core/schemas.ts'
import { lockEntry } from '../trash/locked-entries.ts'
import { restoreFolder as restore } from '../trash/trash-folders.ts'
import { lockFolderTree } from './lock-folder-tree.ts'

export const restoreFolder = defineOperation({
  http: 'POST /api/folders/:trashedFolderId/restore',
  client: 'folders.restore',
  tool: 'restore_folder',
  summary:
    'Restore a deleted folder with everything in it. It returns to its place, or to the root of the project when that is gone; if its name was taken meanwhile, it gets a number.',
  toolUse: 'Use it to undo delete_folder.',

  scope: 'folders:write',
  project: 'trashedFolderId',
  roles: contributors,
  tier: 3,
  audit: {
    action: 'trash.restored',
    target: { of: 'folder', after: ({ trashedFolderId }) => trashedFolderId },
    details: () => ({ kind: 'FOLDER' }),
  },

  input: z.strictObject({ trashedFolderId: FolderId }),
  output: [
    200,
    z.object({
      id: FolderId,
      name: z.string(),
      parent: z.object({ id: FolderId }).nullable().describe('Where it is now; null for the root.'),
    }),
  ],

  // The place was deleted, or its name taken, after it was chosen.
  violations: { folders_parent_fkey: 'conflict', folders_name_key: 'conflict' },

  transaction: true,
  joinsAccess: true,
  async handler({ trashedFolderId }, { sql, access, caller }) {
    await lockFolderTree(sql, access)
    const entry = await lockEntry(sql, access, trashedFolderId)
    const { id, name, parentId } = await restore(sql, caller, entry)
    return { id, name, parent: parentId === null ? null : { id: parentId } }
  },
})
