// Skills that review the files of a project, their runs, and the notes that they draft.
import { z } from 'zod'
import {
  CommentId,
  DraftNoteId,
  FileId,
  ProjectId,
  SkillId,
  SkillReviewerId,
  SkillReviewId,
  SkillVersionId,
  Timestamp,
  text,
  UserSummary,
} from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import { column, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'

export const reviewedKinds = ['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL'] as const
export const skillReviewStates = ['QUEUED', 'PREPARING', 'SENDING', 'READY', 'FAILED', 'CANCELLED'] as const
export const noteOutcomes = ['ADDRESSED', 'STILL_OPEN', 'CANNOT_TELL'] as const

export const ReviewedKinds = z.array(z.enum(reviewedKinds)).min(1).max(reviewedKinds.length)
export const ReviewTrigger = z.enum(['NEW_REVISIONS', 'ON_REQUEST'])
export const ReviewBrief = text(1, 10_000)
export const ReviewModel = text(1, 200)
export const MonthlyUsd = z.number().min(0).max(1_000_000)

const Person = UserSummary.omit({ email: true })

/** Joins the user of this column as `u`, and `w` as the workspace of `access` knows them. */
export function personJoins(column: string): Fragment {
  return fragment`left join users u on u.id = ${verbatim(column)}
    left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`
}

/** Selected from `access`, `skill_reviewers r`, `all_skills s` and the person who created it. */
const reviewerColumns = {
  id: column(SkillReviewerId, 'r.id'),
  project: object(z.object({ id: ProjectId }), { id: 'r.project_id' }),
  skill: object(z.object({ id: SkillId, name: z.string() }), { id: 's.id', name: 's.name' }),
  kinds: column(ReviewedKinds.describe('Kinds of files that it reviews.'), 'r.kinds'),
  trigger: column(
    ReviewTrigger.describe('NEW_REVISIONS: also reviews each new file and revision by itself.'),
    'r.trigger',
  ),
  model: column(
    z
      .string()
      .nullable()
      .describe('The vision model, as REVIEW_MODEL names it. null: uses the checks alone, without cost.'),
    'r.model',
  ),
  brief: column(z.string().nullable().describe('What the files should achieve, for the model.'), 'r.brief'),
  createdBy: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  createdAt: column(Timestamp, 'r.created_at'),
  updatedAt: column(Timestamp, 'r.updated_at'),
}

export const SkillReviewer = wireSchema('SkillReviewer', reviewerColumns)
export const skillReviewerColumns = selectList(reviewerColumns)
export type SkillReviewerRow = Row<typeof reviewerColumns>
export const skillReviewerRecord = recordMapper(reviewerColumns)

export const ReviewBudget = z
  .object({
    monthlyUsd: z.number().nullable().describe('Limit of a calendar month (UTC); null for none.'),
    spentUsd: z.number().describe('Spent this month, and reserved for reviews that are under way.'),
    month: z.string().describe('This month, `YYYY-MM`.'),
  })
  .meta({ id: 'ReviewBudget' })

const Failure = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean().describe('Whether the same review is likely to succeed later.'),
})

const NoteOutcome = z.object({
  comment: z.object({ id: CommentId }),
  outcome: z.enum(noteOutcomes),
  reason: z.string(),
})

const skill = object(z.object({ id: SkillId, name: z.string() }), {
  id: 'r.skill_id',
  name: 'r.skill_name',
})
const SkillVersionNumber = z.object({ id: SkillVersionId, version: z.int() })
const version = { id: 'r.skill_version_id', version: 'r.skill_version' }

/** Selected from `access`, `skill_reviews r` and the person who started it. */
const reviewColumns = {
  id: column(SkillReviewId, 'r.id'),
  file: object(z.object({ id: FileId }), { id: 'r.file_id' }),
  skillReviewer: object(z.object({ id: SkillReviewerId }).nullable().describe('null if it was deleted.'), {
    id: 'r.skill_reviewer_id',
  }),
  skill,
  skillVersion: object(
    SkillVersionNumber.nullable().describe('The published version that was used; null until it is chosen.'),
    version,
  ),
  model: column(z.string().nullable().describe('null: by the checks alone.'), 'r.model'),
  state: column(
    z
      .enum(skillReviewStates)
      .describe('PREPARING: frames and texts are collected. SENDING: the model is asked, and may be paid.'),
    'r.state',
  ),
  failure: object(Failure.nullable(), {
    code: 'r.failure_code',
    message: 'r.failure_message',
    retryable: 'r.failure_retryable',
  }),
  costUsd: column(
    z
      .number()
      .nullable()
      .describe('What the model charged, by the configured prices; null if it is not known.'),
    fragment`(select sum(p.cost_usd)::double precision from review_payments p where p.skill_review_id = r.id)`,
  ),
  inputTokens: column(z.int().nullable(), 'r.input_tokens'),
  outputTokens: column(z.int().nullable(), 'r.output_tokens'),
  frames: column(
    z.array(z.int()).describe('Frames of a video, or pages of a document, whose images the model got.'),
    'r.frames',
  ),
  notes: column(
    z.array(NoteOutcome).describe('What became of the open comments on the revision before.'),
    'r.notes',
  ),
  draftCount: column(
    z.int().describe('Notes that the skill drafted, decided or not.'),
    fragment`(select count(*)::integer from draft_notes d where d.skill_review_id = r.id)`,
  ),
  createdBy: object(
    Person.nullable().describe('null if a new revision started it, or if the account is deleted.'),
    userProperties,
  ),
  createdAt: column(Timestamp, 'r.created_at'),
  endedAt: column(Timestamp.nullable(), 'r.ended_at'),
}

export const SkillReview = wireSchema('SkillReview', reviewColumns)
export const skillReviewColumns = selectList(reviewColumns)
export type SkillReviewRow = Row<typeof reviewColumns>
export const skillReviewRecord = recordMapper(reviewColumns)

const share = z.number().min(0).max(1)
export const NoteArea = z
  .object({ x: share, y: share, width: share, height: share })
  .describe('Part of the image, from 0 at the left and the top to 1.')
export type NoteArea = z.output<typeof NoteArea>

/** Selected from `access`, `draft_notes d`, `skill_reviews r` and the person who decided. */
const draftColumns = {
  id: column(DraftNoteId, 'd.id'),
  skillReview: object(z.object({ id: SkillReviewId }), { id: 'd.skill_review_id' }),
  skill,
  skillVersion: object(SkillVersionNumber, version),
  firstFrame: column(
    z.int().nullable().describe('First frame of a video, from 0; null for the whole file.'),
    'd.first_frame',
  ),
  lastFrame: column(z.int().nullable(), 'd.last_frame'),
  firstMs: column(z.int().nullable().describe('Start on audio, in milliseconds.'), 'd.first_ms'),
  lastMs: column(z.int().nullable(), 'd.last_ms'),
  page: column(z.int().nullable().describe('Page of a document, from 1.'), 'd.page'),
  area: column(NoteArea.nullable(), 'd.area'),
  text: column(z.string(), 'd.content'),
  confidence: column(share.describe('How sure the skill is.'), 'd.confidence'),
  state: column(z.enum(['DRAFT', 'ACCEPTED', 'DISMISSED']), 'd.state'),
  reason: column(
    z
      .string()
      .nullable()
      .describe('Why it was dismissed. The skill reads it when it reviews the next revision.'),
    'd.reason',
  ),
  comment: object(
    z.object({ id: CommentId }).nullable().describe('The comment that it became; null if that was deleted.'),
    {
      id: fragment`(select k.comment_id from comment_skills k join comments live on live.id = k.comment_id
        where k.draft_note_id = d.id)`,
    },
  ),
  decidedBy: object(Person.nullable(), userProperties),
  decidedAt: column(Timestamp.nullable(), 'd.decided_at'),
}

export const DraftNote = wireSchema('DraftNote', draftColumns)
export const draftNoteColumns = selectList(draftColumns)
export type DraftNoteRow = Row<typeof draftColumns>
export const draftNoteRecord = recordMapper(draftColumns)
