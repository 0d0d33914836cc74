import { z } from 'zod'
import { anyRole, managers, type ProjectRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { lockEntry } from '../trash/locked-entries.ts'
import { restoreComment as restore } from '../trash/trash-comments.ts'
import { notYours } from './not-yours.ts'

export const restoreComment = defineOperation({
  http: 'POST /api/comments/:trashedCommentId/restore',
  client: 'comments.restore',
  tool: 'restore_comment',
  summary:
    'Restore a deleted comment, with its attachments and reactions. A reply returns to its thread. Its author and managers may.',
  toolUse: 'Use it to undo delete_comment.',

  scope: 'comments:write',
  project: 'trashedCommentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,
  audit: {
    action: 'trash.restored',
    target: { of: 'comment', after: ({ trashedCommentId }) => trashedCommentId },
    details: () => ({ kind: 'COMMENT' }),
  },

  input: z.strictObject({ trashedCommentId: CommentId }),
  output: [204],

  // The file was deleted after the check.
  violations: { comments_file_fkey: 'file_in_trash' },
  conflicts: ['file_in_trash'],

  transaction: true,
  joinsAccess: true,
  async handler({ trashedCommentId }, { sql, access, caller }): Promise<undefined> {
    const entry = await lockEntry(sql, access, trashedCommentId)
    if (entry.fileId !== null) await requireFile(sql, entry.fileId)
    await requireAuthor(sql, access, entry.id)
    await restore(sql, caller, entry, trashedCommentId)
  },
})

/** The author is known from the row with the content: a placeholder has none. */
async function requireAuthor(sql: Sql, access: Fragment, entryId: string): Promise<void> {
  const [comment] = await sql<{ role: ProjectRole; own: boolean }>`
    select access.role, bool_or(c.author_id is not distinct from access.user_id) as own
    from ${access} join all_comments c on c.trash_id = ${entryId} and c.deleted_at is null
    group by access.role`
  if (!comment!.own && !managers.includes(comment!.role)) throw notYours('restore')
}

async function requireFile(sql: Sql, fileId: string): Promise<void> {
  const found = await sql`select from files where id = ${fileId} for key share`
  if (found.length === 0) throw new ApiError('file_in_trash')
}
