import { type Caller, contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { commentEvent } from '../../events/resource-events.ts'

/** Resolves or reopens a thread. A thread in the wanted state stays as it is. */
export async function setResolved(
  sql: Sql,
  access: Fragment,
  caller: Caller,
  commentId: string,
  resolved: boolean,
): Promise<undefined> {
  const [comment] = await sql<{ allowed: boolean; reply: boolean }>`
    with comment as (
      select c.id, c.is_reply as reply, access.user_id,
        access.role = any(${contributors}) or c.author_id is not distinct from access.user_id as allowed
      from ${access} join comments c on c.id = ${commentId}
    ), changed as (
      update comments c
      set resolved_at = case when ${resolved} then clock_timestamp() end,
        resolved_by = case when ${resolved} then comment.user_id end
      from comment
      where c.id = comment.id and comment.allowed and not comment.reply and (c.resolved_at is null) = ${resolved}
      returning c.id, c.project_id, c.file_id, c.parent_id
    ), emitted as (
      ${emit(commentEvent(resolved ? 'comment.resolved' : 'comment.reopened', caller, fragment`changed it`))}
    )
    select allowed, reply from comment`
  if (!comment) throw new ApiError('not_found')
  if (!comment.allowed) throw notYours()
  if (comment.reply) throw new ApiError('comment_is_reply')
}

function notYours(): ApiError {
  const message = `Only ${contributors.join(' or ')} may resolve or reopen comments of other users.`
  return new ApiError('insufficient_role', { message })
}
