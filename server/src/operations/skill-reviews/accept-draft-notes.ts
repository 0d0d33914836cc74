import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { SkillReviewId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { Comment } from '../../records/comment.ts'
import { commentConflicts, commentViolations } from '../comments/insert-comment.ts'
import { lockDrafts, publishDraft, readComments } from './publish-drafts.ts'
import { requirePerson } from './require-person.ts'

export const acceptDraftNotes = defineOperation({
  http: 'POST /api/skill-reviews/:skillReviewId/accept',
  client: 'draftNotes.acceptAll',
  summary: 'Accept all draft notes of a review that are not decided yet, as they are. Connected apps cannot.',

  scope: 'comments:write',
  project: 'skillReviewId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({ skillReviewId: SkillReviewId }),
  output: [
    200,
    z.object({ comments: z.array(Comment).describe('The new comments; none if all were decided.') }),
  ],

  violations: { ...commentViolations, comment_skills_draft_note_key: 'draft_note_decided' },
  conflicts: [...commentConflicts, 'draft_note_decided'],

  transaction: true,
  async handler({ skillReviewId }, context) {
    requirePerson(context.caller)
    const drafts = await lockDrafts(
      context,
      fragment`d.skill_review_id = ${skillReviewId} and d.state = 'DRAFT'`,
    )
    const ids: string[] = []
    for (const draft of drafts) ids.push(await publishDraft(context, draft, undefined))
    return { comments: await readComments(context, ids) }
  },
})
