import { z } from 'zod'
import { FolderId } from '../core/schemas.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'

/** Selected from `folders f`. */
const columns = {
  id: column(FolderId, 'f.id'),
  name: column(z.string(), 'f.name'),
  parent: object(
    z.object({ id: FolderId }).nullable().describe('The folder that contains it; null for the project root.'),
    { id: 'f.parent_id' },
  ),
}

export const Folder = wireSchema('Folder', columns)
export const folderColumns = selectList(columns)
export type FolderRow = Row<typeof columns>
export const folderRecord = recordMapper(columns)
