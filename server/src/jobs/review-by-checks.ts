// A review by a skill without a model: the checks that its front matter names are judged on the stored numbers, without cost.
import type { Sql } from '../core/sql.ts'
import { maxDraftNotes, type ReviewResult } from '../generation/review-answer.ts'
import { isWorthNote } from '../media/checks/judge-stored.ts'
import { namedProfile, type ProfileOfFile } from '../media/checks/profile-of.ts'
import type { DescribedFinding } from '../media/checks/results.ts'
import { readSkillFrontMatter } from '../media/checks/skill-front-matter.ts'
import { findingRows, resultsOf } from '../media/checks/store-results.ts'
import { waiverJoin } from '../records/checks.ts'
import { type MaterialServices, numbersOf } from './review-material.ts'
import type { ReviewFailure } from './review-rows.ts'

export async function reviewByChecks(
  services: Pick<MaterialServices, 'sql' | 'storage'>,
  { fileId, skillId, markdown }: { fileId: string; skillId: string; markdown: string },
): Promise<ReviewResult | ReviewFailure> {
  const { sql } = services
  const { checks } = readSkillFrontMatter(markdown)
  if (!checks) return noChecks
  const profile: ProfileOfFile | undefined =
    'rules' in checks
      ? { id: 'skill', name: 'Skill', version: 1, rules: checks.rules }
      : await namedProfile(sql, fileId, checks.profile)
  if (!profile) return noProfile
  const measured = await numbersOf(services, fileId)
  if (!measured) return notMeasured
  const findings = resultsOf(measured, profile).findings.filter(isWorthNote)
  const open = await openFindings(sql, fileId, skillId, findings)
  return {
    notes: open
      .slice(0, maxDraftNotes)
      .map(({ firstFrame, lastFrame, firstMs, lastMs, page, message, confidence }) => ({
        ...{ firstFrame, lastFrame, page, area: null, text: message, confidence },
        // Frames say it exactly.
        ...(firstFrame === null ? { firstMs, lastMs } : { firstMs: null, lastMs: null }),
      })),
    outcomes: [],
  }
}

/** Without those that somebody waived, or dismissed as a note of this skill before, and those that this file has as its notes. */
async function openFindings(
  sql: Sql,
  fileId: string,
  skillId: string,
  findings: readonly DescribedFinding[],
): Promise<DescribedFinding[]> {
  const rows = findings.map((finding, position) => ({ ...finding, position }))
  const open = await sql<{ position: number }>`
    select fi.position from files f cross join (
      select position, rule, "firstFrame" as first_frame, "lastFrame" as last_frame, "firstMs" as first_ms, "lastMs" as last_ms,
        page, measured, message
      from ${findingRows(rows)}
    ) fi ${waiverJoin}
    where f.id = ${fileId} and waiver.id is null and not exists (
      select from files s join draft_notes d on d.file_id = s.id and d.content = fi.message
        and (d.state = 'DISMISSED' or s.id = f.id)
      join skill_reviews r on r.id = d.skill_review_id and r.skill_id = ${skillId}
      where s.stack_id = f.stack_id)
    order by fi.position`
  return open.map(({ position }) => findings[position]!)
}

const noChecks: ReviewFailure = {
  code: 'skill_without_checks',
  message:
    'The skill reviewer has no model, and the skill names no checks. Add `checks:` to the front matter of the skill, or choose a model.',
  retryable: true,
}
const noProfile: ReviewFailure = {
  code: 'skill_without_checks',
  message:
    'The check profile that the skill names does not exist in this project. Change the skill, or create it.',
  retryable: true,
}
const notMeasured: ReviewFailure = {
  code: 'not_checked',
  message: 'The file was not measured: checks are turned off, or they failed. Run the checks, then retry.',
  retryable: true,
}
