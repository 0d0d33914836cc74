// An entry of the trash on the wire.
import { z } from 'zod'
import { FileId, FolderId, Timestamp, TrashId, UserSummary } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { TrashKind } from './trash-kind.ts'

/** Selected from `trash t` and `deleterJoins`. */
const columns = {
  id: column(TrashId, 't.id'),
  kind: column(TrashKind, 't.kind'),
  record: object(
    z
      .object({ id: z.string() })
      .describe('The deleted file, folder, comment, version or skill. Restore it by this ID.'),
    { id: 't.record_id' },
  ),
  name: column(
    z.string().describe('The name when it was deleted; for a comment, the beginning of its text.'),
    't.name',
  ),
  folder: object(
    z
      .object({ id: FolderId })
      .nullable()
      .describe('The folder that contained it; null for the root. It may be deleted by now.'),
    { id: 't.folder_id' },
  ),
  path: column(
    z
      .string()
      .nullable()
      .describe('The names of that folder and of those above it, `Shots / Day 1`; null for the root.'),
    't.path',
  ),
  file: object(z.object({ id: FileId }).nullable().describe('The file that a comment was on.'), {
    id: 't.file_id',
  }),
  files: column(z.int().describe('Number of files that were deleted with it.'), 't.files'),
  comments: column(z.int().describe('Number of comments that were deleted with it.'), 't.comments'),
  size: column(
    z.int().describe('Bytes of its files or attachments. They count until it is purged.'),
    't.size',
  ),
  deletedBy: object(
    UserSummary.omit({ email: true }).nullable().describe('null if the account is deleted.'),
    userProperties,
  ),
  agent: column(z.boolean().describe('Whether a tool deleted it for the person.'), 't.agent'),
  deletedAt: column(Timestamp, 't.deleted_at'),
  purgesAt: column(Timestamp.describe('When it is deleted for good.'), 't.purge_at'),
}

export const TrashEntry = wireSchema('TrashEntry', columns)
export const trashColumns = selectList(columns)
export type TrashRow = Row<typeof columns>
export const trashRecord = recordMapper(columns)

/** The person who deleted `trash t`, as its workspace knows them. */
export const deleterJoins = fragment`left join users u on u.id = t.deleted_by
  left join workspace_members w on w.workspace_id = t.workspace_id and w.user_id = u.id`
