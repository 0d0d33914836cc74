import { z } from 'zod'
import { FileId, FolderId } from '../../core/schemas.ts'
import type { RestoredFile as Row } from '../trash/trash-files.ts'

export const RestoredFile = z.object({
  id: FileId,
  name: z.string(),
  folder: z.object({ id: FolderId }).nullable().describe('Where it is now; null for the root.'),
})

export function restoredFile({ id, name, folderId }: Row): z.output<typeof RestoredFile> {
  return { id, name, folder: folderId === null ? null : { id: folderId } }
}
