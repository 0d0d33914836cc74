import type { ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'

export type LockedComment = {
  role: ProjectRole
  own: boolean
  parentId: string | null
  /** null for a comment on the project. */
  kind: FileKind | null
  anchor: number | null
  duration: number | null
  frame: number | null
  hasContent: boolean
  hasAnnotation: boolean
  hasAttachments: boolean
  hasMentions: boolean | null
  /** null: never mentioned; false: an edit has removed the mention. */
  mentionsEveryone: boolean | null
  fileId: string | null
}

/** Locks a comment, and with it new replies, until the transaction ends. A deleted comment is not found. */
export async function lockComment(sql: Sql, access: Fragment, commentId: string): Promise<LockedComment> {
  const [comment] = await sql<LockedComment & { deleted: boolean }>`
    select access.role, c.author_id is not distinct from access.user_id as own, c.parent_id as "parentId",
      (select ${fileKind} from files f where f.id = c.file_id) as kind, c.anchor, c.duration, c.frame,
      c.content is not null as "hasContent", c.annotation is not null as "hasAnnotation",
      exists (select from comment_attachments a where a.comment_id = c.id) as "hasAttachments",
      c.deleted_at is not null as deleted, c.file_id as "fileId",
      c.has_mentions as "hasMentions", c.mentions_everyone as "mentionsEveryone"
    from ${access} join comments c on c.id = ${commentId}
    for update of c`
  if (!comment || comment.deleted) throw new ApiError('not_found')
  return comment
}
