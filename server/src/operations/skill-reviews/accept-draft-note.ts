import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { DraftNoteId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { Comment } from '../../records/comment.ts'
import { commentConflicts, commentViolations } from '../comments/insert-comment.ts'
import { lockDrafts, publishDraft, readComments } from './publish-drafts.ts'
import { requirePerson } from './require-person.ts'

export const acceptDraftNote = defineOperation({
  http: 'POST /api/draft-notes/:draftNoteId/accept',
  client: 'draftNotes.accept',
  summary:
    'Accept a draft note: it becomes a comment by the caller, marked with the skill and its version. Connected apps cannot.',

  scope: 'comments:write',
  project: 'draftNoteId',
  roles: contributors,
  tier: 4,

  input: z.strictObject({
    draftNoteId: DraftNoteId,
    text: text(1, 5000).nullish().describe('Text of the comment. Default: that of the draft note.'),
  }),
  output: [201, Comment],

  violations: { ...commentViolations, comment_skills_draft_note_key: 'draft_note_decided' },
  conflicts: [...commentConflicts, 'draft_note_decided'],

  transaction: true,
  async handler({ draftNoteId, text: edited }, context) {
    requirePerson(context.caller)
    const [draft] = await lockDrafts(context, fragment`d.id = ${draftNoteId}`)
    if (!draft) throw new ApiError('not_found')
    const id = await publishDraft(context, draft, edited ?? undefined)
    const [comment] = await readComments(context, [id])
    return comment!
  },
})
