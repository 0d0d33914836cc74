// The checks of a file on the wire: what was measured, and where the file is outside of its check profile.
import { z } from 'zod'
import { CommentId, FileId, Timestamp, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment } from '../core/sql.ts'

export const FindingId = z.uuid().describe('Finding ID.')

export const CheckLevel = z
  .enum(['PROBLEM', 'WARNING', 'INFO'])
  .describe('How much it matters, by the check profile.')
export type CheckLevel = z.output<typeof CheckLevel>

export const CheckOutcome = z
  .enum(['PASSED', 'FOUND', 'NOT_APPLICABLE', 'NOT_MEASURED'])
  .describe(
    'FOUND: see `findings`. NOT_APPLICABLE: the file has nothing of this kind, such as audio. NOT_MEASURED: see `reason`. The last two are never a pass.',
  )

const value = z.union([z.number(), z.string()]).nullable()
const measured = value.describe('Measured value: a number in `unit`, or a text.')
const limit = value.describe('The limit of the check profile.')
const unit = z.string().nullable().describe('Such as s, LUFS, dBTP or frames; null for none.')

export const CheckRule = z
  .object({
    rule: z.string().describe('Name of the rule in the check profile, such as `black`.'),
    level: CheckLevel,
    outcome: CheckOutcome,
    reason: z.string().nullable().describe('Why it was not measured, or not applicable; null otherwise.'),
    ...{ measured, limit, unit },
  })
  .meta({ id: 'CheckRule' })
export type CheckRule = z.output<typeof CheckRule>

export const CheckWaiver = z
  .object({
    id: z.uuid(),
    reason: z.string(),
    user: UserSummary.omit({ email: true }).nullable().describe('null if the account is deleted.'),
    createdAt: Timestamp,
    file: z.object({ id: FileId }).describe('The revision that it was given for. It may be deleted by now.'),
  })
  .meta({ id: 'CheckWaiver' })
export type CheckWaiver = z.output<typeof CheckWaiver>

const place = {
  firstFrame: z
    .int()
    .nullable()
    .describe('First frame, from 0; null for the whole file and for files without frames.'),
  lastFrame: z.int().nullable().describe('Last frame, included.'),
  firstMs: z
    .int()
    .nullable()
    .describe('Milliseconds from the start of the file; null for the whole file and for files without time.'),
  lastMs: z.int().nullable().describe('End, in milliseconds from the start of the file.'),
  page: z.int().nullable().describe('Page of a document, from 1; null for none.'),
}

/** A finding that is not stored, of a preview. */
export const PreviewedFinding = z
  .object({
    rule: CheckRule.shape.rule,
    level: CheckLevel,
    ...place,
    ...{ measured, limit, unit },
    message: z.string().describe('A sentence in plain English.'),
    confidence: z.number().min(0).max(1).describe('From 0 to 1.'),
    waiver: CheckWaiver.nullable().describe('Who accepted it, and why; null: the finding is open.'),
  })
  .meta({ id: 'PreviewedFinding' })
export type PreviewedFinding = z.output<typeof PreviewedFinding>

export const Finding = z
  .object({
    id: FindingId,
    ...PreviewedFinding.shape,
    comment: z.object({ id: CommentId }).nullable().describe('The comment made of it; null for none.'),
  })
  .meta({ id: 'Finding' })
export type Finding = z.output<typeof Finding>

export const CheckCounts = z
  .object({
    problems: z.int().describe('Open findings of the level PROBLEM.'),
    warnings: z.int(),
    infos: z.int(),
    waived: z.int().describe('Findings with a waiver, of all levels.'),
  })
  .meta({ id: 'CheckCounts' })
export type CheckCounts = z.output<typeof CheckCounts>

const Failure = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean().describe('Whether running the checks again may help.'),
})

export const CheckState = z
  .enum(['NONE', 'QUEUED', 'MEASURING', 'READY', 'FAILED', 'OFF'])
  .describe(
    'NONE: never checked, such as files from before checks existed, and files without previews. OFF: checks are turned off for the project or the server.',
  )
export type CheckState = z.output<typeof CheckState>

export const Checks = z
  .object({
    file: z.object({ id: FileId }),
    state: CheckState,
    progress: z.number().nullable().describe('From 0 to 1 while MEASURING; null otherwise.'),
    failure: Failure.nullable().describe('Why the checks failed; null unless FAILED.'),
    profile: z
      .object({
        id: z.string().describe('web, ebu, social, vfx or the ID of a check profile.'),
        name: z.string(),
        version: z.int(),
      })
      .nullable()
      .describe('The check profile of the results; null before the first.'),
    measuredAt: Timestamp.nullable(),
    measuredSeconds: z
      .number()
      .nullable()
      .describe('Set when the file is longer than ten hours: the part that was measured, in seconds.'),
    rules: z.array(CheckRule).describe('The outcome of each rule of the check profile.'),
    counts: CheckCounts,
    findings: z.array(Finding).describe('In order of time. Of one rule, at most 200.'),
  })
  .meta({ id: 'Checks' })
export type Checks = z.output<typeof Checks>

/** The outcome of checks that are not stored. */
export const CheckPreview = z
  .object({ rules: z.array(CheckRule), counts: CheckCounts, findings: z.array(PreviewedFinding) })
  .meta({ id: 'CheckPreview' })
export type CheckPreview = z.output<typeof CheckPreview>

/**
 * The waivers `w` of the finding `fi` in the file `f`: of the same rule, given for this revision or an earlier one, where the
 * places overlap. Findings without a place in time must be on the same page, and about the same text.
 */
export const waiversOf: Fragment = fragment`check_waivers w
  where w.stack_id = f.stack_id and w.rule = fi.rule and w.stack_number <= f.stack_number and case
    when fi.first_frame is not null and w.first_frame is not null
      then w.first_frame <= fi.last_frame and w.last_frame >= fi.first_frame
    when fi.first_ms is not null or w.first_ms is not null or fi.first_frame is not null or w.first_frame is not null
      then coalesce(w.first_ms < fi.last_ms and w.last_ms > fi.first_ms, false)
    else w.page is not distinct from fi.page
      and (coalesce(jsonb_typeof(fi.measured), '') <> 'string' or w.measured is not distinct from fi.measured) end`

/** The latest of them, as `waiver`. */
export const waiverJoin: Fragment = fragment`left join lateral (
  select w.id, w.reason, w.user_id, w.created_at, w.file_id from ${waiversOf} order by w.created_at desc, w.id limit 1
) waiver on true`

/** The counts of findings `fi` with their `waiver`, as columns. */
export const countColumns: Fragment = fragment`
  count(*) filter (where fi.level = 'PROBLEM' and waiver.id is null)::integer as problems,
  count(*) filter (where fi.level = 'WARNING' and waiver.id is null)::integer as warnings,
  count(*) filter (where fi.level = 'INFO' and waiver.id is null)::integer as infos,
  count(waiver.id)::integer as waived`
