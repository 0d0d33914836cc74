import { type Fragment, fragment } from '../core/sql.ts'

/** Whether an object is the original, a preview or an attachment of a file or comment that is in the trash. */
export function isInTrash(objectId: Fragment): Fragment {
  return fragment`(
    exists (select from all_files f where f.object_id = ${objectId} and f.trash_id is not null)
    or exists (select from media_derivatives d join all_files f on f.id = d.file_id
      where d.object_id = ${objectId} and f.trash_id is not null)
    or exists (select from watermark_derivatives d join watermarks w on w.id = d.watermark_id
      join all_files f on f.id = w.file_id where d.object_id = ${objectId} and f.trash_id is not null)
    or exists (select from comment_attachments a join all_comments c on c.id = a.comment_id
      where a.object_id = ${objectId} and c.trash_id is not null))`
}
