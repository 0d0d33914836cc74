import { z } from 'zod'
import { FolderId } from '../core/schemas.ts'

export const Folder = z
  .object({
    id: FolderId,
    name: z.string(),
    parent: z.object({ id: FolderId }).nullable().describe('The folder it lies in; null: the project root.'),
  })
  .meta({ id: 'Folder' })

export type FolderRow = { id: string; name: string; parentId: string | null }

export function folderRecord({ id, name, parentId }: FolderRow): z.output<typeof Folder> {
  return { id, name, parent: parentId === null ? null : { id: parentId } }
}
