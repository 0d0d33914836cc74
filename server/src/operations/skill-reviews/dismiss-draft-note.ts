import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { DraftNoteId, text } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'
import { requirePerson } from './require-person.ts'

export const dismissDraftNote = defineOperation({
  http: 'POST /api/draft-notes/:draftNoteId/dismiss',
  client: 'draftNotes.dismiss',
  summary: 'Dismiss a draft note. The skill reads the reason with the next revision. Connected apps cannot.',

  scope: 'comments:write',
  project: 'draftNoteId',
  roles: contributors,
  tier: 4,

  input: z.strictObject({
    draftNoteId: DraftNoteId,
    reason: text(1, 1000).describe('Why the note is not right, for people and for the skill.'),
  }),
  output: [204],

  conflicts: ['draft_note_decided'],

  async handler({ draftNoteId, reason }, { sql, caller }): Promise<undefined> {
    requirePerson(caller)
    const dismissed = await sql`
      with dismissed as (
        update draft_notes set state = 'DISMISSED', reason = ${reason}, decided_by = ${caller.userId}, decided_at = clock_timestamp()
        where id = ${draftNoteId} and state = 'DRAFT' returning file_id
      ), changed as (
        select f.id, f.project_id, f.allow_restricted from dismissed join files f on f.id = dismissed.file_id
      ), emitted as (${emit(fileEvent('file.updated', caller, fragment`changed it`, { changed: ['skillReviews'] }))})
      select file_id from dismissed`
    if (dismissed.length === 0) throw new ApiError('draft_note_decided')
  },
})
