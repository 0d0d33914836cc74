import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { FileId } from '../../core/schemas.ts'
import {
  DraftNote,
  type DraftNoteRow,
  draftNoteColumns,
  draftNoteRecord,
  personJoins,
  SkillReview,
  type SkillReviewRow,
  skillReviewColumns,
  skillReviewRecord,
} from '../../records/skill-review.ts'

const maxReviews = 100

export const listSkillReviews = defineOperation({
  http: 'GET /api/files/:fileId/skill-reviews',
  client: 'skillReviews.list',
  summary:
    'List the reviews of a file by skills, newest first, and the notes that they drafted. Only members see them.',

  scope: 'comments:read',
  project: 'fileId',
  roles: contributors,
  tier: 4,

  input: z.strictObject({ fileId: FileId }),
  output: [
    200,
    z.object({
      skillReviews: z.array(SkillReview).max(maxReviews).describe('The newest 100.'),
      draftNotes: z.array(DraftNote).describe('Of these reviews, in their order and that of the file.'),
    }),
  ],

  async handler({ fileId }, { sql, caller }) {
    const reviews = await sql<SkillReviewRow>`
      select ${skillReviewColumns}
      from (select ${caller.workspaceId}::uuid as workspace_id) access
      join (
        select * from skill_reviews where file_id = ${fileId} order by created_at desc, id desc limit ${maxReviews}
      ) r on true ${personJoins('r.created_by')}
      order by r.created_at desc, r.id desc`
    const drafts = await sql<DraftNoteRow>`
      select ${draftNoteColumns}
      from (select ${caller.workspaceId}::uuid as workspace_id) access
      join draft_notes d on d.file_id = ${fileId} and d.skill_review_id = any(${reviews.map(({ id }) => id)}::uuid[])
      join skill_reviews r on r.id = d.skill_review_id ${personJoins('d.decided_by')}
      order by r.created_at desc, r.id desc, coalesce(d.first_frame, d.first_ms, d.page, -1), d.position`
    return { skillReviews: reviews.map(skillReviewRecord), draftNotes: drafts.map(draftNoteRecord) }
  },
})
