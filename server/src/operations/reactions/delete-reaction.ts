import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CommentId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { reactionEvent } from '../../events/resource-events.ts'
import { ReactionType, requireEmoji } from './reaction-type.ts'

export const deleteReaction = defineOperation({
  http: 'DELETE /api/comments/:commentId/reactions',
  client: 'reactions.delete',
  tool: 'remove_reaction',
  summary: 'Remove your own reaction from a comment.',
  toolUse: 'Use it to take a reaction back.',

  scope: 'comments:write',
  project: 'commentId',
  roles: anyRole,
  share: 'comment',
  tier: 4,

  input: z.strictObject({ commentId: CommentId, type: ReactionType }),
  output: [204],

  joinsAccess: true,
  async handler({ commentId, type }, { sql, access, caller }): Promise<undefined> {
    const emoji = requireEmoji(type)
    const deleted = await sql`
      with deleted as (
        delete from comment_reactions r using ${access}, comments c
        where r.comment_id = ${commentId} and r.type = ${emoji} and r.user_id = access.user_id and c.id = r.comment_id
        returning c.id, c.project_id, c.file_id, r.type as reaction
      ), emitted as (${emit(reactionEvent('reaction.deleted', caller, fragment`deleted it`))})
      select id from deleted`
    if (deleted.length === 0) throw new ApiError('not_found')
  },
})
