import { z } from 'zod'
import { anyRole, type Caller, managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { commentEvent } from '../../events/resource-events.ts'
import { lockComment } from './lock-comment.ts'

export const deleteComment = defineOperation({
  http: 'DELETE /api/comments/:commentId',
  client: 'comments.delete',
  summary:
    'Delete a comment. If it has replies, the thread stays and only the content of the comment is deleted.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ commentId: CommentId }),
  output: [204],

  transaction: true,
  joinsAccess: true,
  async handler({ commentId }, { sql, access, caller }): Promise<undefined> {
    const { own, role, parentId } = await lockComment(sql, access, commentId)
    if (!own && !managers.includes(role)) throw notYours()
    if (await empty(sql, caller, commentId)) return
    await sql`
      with deleted as (
        delete from comments where id = ${commentId} returning id, project_id, file_id, parent_id
      )
      ${emit(commentEvent('comment.deleted', caller, fragment`deleted it`))}`
    if (parentId !== null) await deleteEndedThread(sql, parentId)
  },
})

/** Clears a comment with replies. Its place stays in the row, because exports put the replies there. */
async function empty(sql: Sql, caller: Caller, commentId: string): Promise<boolean> {
  const emptied = await sql`
    with emptied as (
      update comments
      set content = null, annotation = null, author_id = null, agent = false, has_mentions = null,
        mentions_everyone = null, deleted_at = now(), updated_at = clock_timestamp()
      where id = ${commentId} and exists (select from comments reply where reply.parent_id = ${commentId})
      returning id, project_id, file_id, parent_id
    ), emitted as (${emit(commentEvent('comment.deleted', caller, fragment`emptied it`))})
    select id from emptied`
  if (emptied.length === 0) return false
  await sql`delete from comment_attachments where comment_id = ${commentId}`
  await sql`delete from comment_reactions where comment_id = ${commentId}`
  await sql`delete from comment_mentions where comment_id = ${commentId}`
  return true
}

/**
 * Deletes the row of a deleted comment along with its last reply, without another event. The lock is taken before the
 * check, so that requests that delete the last two replies, or the last reply and the comment, take turns.
 */
async function deleteEndedThread(sql: Sql, commentId: string): Promise<void> {
  const [comment] = await sql<{ deleted: boolean }>`
    select deleted_at is not null as deleted from comments where id = ${commentId} for update`
  if (!comment?.deleted) return
  await sql`
    delete from comments c
    where c.id = ${commentId} and not exists (select from comments reply where reply.parent_id = c.id)`
}

function notYours(): ApiError {
  const message = `Only ${managers.join(' or ')} may delete comments of other users.`
  return new ApiError('insufficient_role', { message })
}
