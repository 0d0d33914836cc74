import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reactionEvent } from '../../events/resource-events.ts'
import { ReactionType, requireEmoji } from './reaction-type.ts'

export const createReaction = defineOperation({
  http: 'POST /api/comments/:commentId/reactions',
  client: 'reactions.create',
  tool: 'add_reaction',
  summary: 'React to a comment with an emoji. Each user can add an emoji to a comment once.',
  toolUse: 'Use it to acknowledge a comment without words.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ commentId: CommentId, type: ReactionType }),
  output: [204],

  violations: {
    comment_reactions_pkey: 'already_reacted',
    comment_reactions_comment_fkey: 'not_found',
  },

  joinsAccess: true,
  async handler({ commentId, type }, { sql, access, caller }): Promise<undefined> {
    const emoji = requireEmoji(type)
    // The lock waits for a concurrent deletion of the comment, after which it accepts no reactions.
    const created = await sql`
      with comment as (
        select c.id, c.project_id, c.file_id, access.user_id
        from ${access} join comments c on c.id = ${commentId} and c.deleted_at is null
        for key share of c
      ), created as (
        insert into comment_reactions (comment_id, type, user_id)
        select id, ${emoji}, user_id from comment
        returning comment_id, type
      ), on_comment as (
        select comment.id, comment.project_id, comment.file_id, created.type as reaction from created, comment
      ), emitted as (${emit(reactionEvent('reaction.created', caller, fragment`on_comment it`))})
      select comment_id from created`
    if (created.length === 0) throw new ApiError('not_found')
  },
})
