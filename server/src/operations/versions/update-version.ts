import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { text, VersionId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import {
  changedDataWithVisibility,
  changedFields,
  versionEvent,
  whereChanged,
} from '../../events/resource-events.ts'
import { RequireNoProblems } from '../reviews/approval-gate.ts'
import { ReviewRuleInput, requireNamedPerson, ruleColumns } from '../reviews/review-rule.ts'
import { settleReviews } from '../reviews/settle-status.ts'
import { lockVersion } from './lock-version.ts'

export const updateVersion = defineOperation({
  http: 'PATCH /api/versions/:versionId',
  client: 'versions.update',
  tool: 'update_version',
  summary:
    'Change the name, the description, the visibility, the review rule or the required checks of a version. Supports If-Match.',
  toolUse: 'Use it to rename or describe a review, or to change its rule.',

  scope: 'projects:write',
  project: 'versionId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    versionId: VersionId,
    name: text(1, 100).optional().describe('Name of the version.'),
    description: text(0, 2000).nullable().optional().describe('Description; null clears it.'),
    allowRestricted: z.boolean().optional().describe('Whether restricted reviewers can see it.'),
    reviewRule: ReviewRuleInput.nullish().describe(
      'Review rule of this version; null for that of the project.',
    ),
    requireNoProblems: RequireNoProblems.optional(),
  }),
  output: [204],

  revision: true,

  transaction: true,
  joinsAccess: true,
  async handler({ versionId, ...changes }, context): Promise<undefined> {
    const { sql, access, caller, requireMatch, setRevision } = context
    const { revision } = await lockVersion(sql, access, versionId)
    requireMatch(revision)
    setRevision(revision)
    const { name = null, description = null, allowRestricted = null, requireNoProblems = null } = changes
    const describes = changes.description !== undefined
    const rules = changes.reviewRule !== undefined
    if (Object.values(changes).every((value) => value === undefined)) return
    const rule = ruleColumns(changes.reviewRule)
    const version = fragment`(select project_id, coalesce(${allowRestricted}, allow_restricted) as allow_restricted
      from versions where id = ${versionId})`
    await requireNamedPerson(sql, changes.reviewRule, version)
    await sql`
      with updated as (
        update versions v
        set name = coalesce(${name}, v.name),
          description = case when ${describes} then ${description} else v.description end,
          allow_restricted = coalesce(${allowRestricted}, v.allow_restricted),
          review_rule = case when ${rules} then ${rule.type} else v.review_rule end,
          review_rule_user_id = case when ${rules} then ${rule.userId}::uuid else v.review_rule_user_id end,
          require_no_problems = coalesce(${requireNoProblems}, v.require_no_problems),
          revision = v.revision + 1, updated_at = now()
        from versions before where v.id = ${versionId} and before.id = v.id
        returning v.id, v.project_id, v.allow_restricted, ${changedColumns} as changed
      )
      ${emit(versionEvent('version.updated', caller, whereChanged('updated'), changedDataWithVisibility))}`
    // All decide which verdicts, and what else, the status waits for.
    const settles = rules || allowRestricted !== null || requireNoProblems !== null
    const settled = settles ? await settleReviews(sql, caller, fragment`v.id = ${versionId}`) : []
    setRevision(settled[0]?.revision ?? revision + 1)
  },
})

const changedColumns = changedFields({
  name: fragment`v.name <> before.name`,
  description: fragment`v.description is distinct from before.description`,
  allowRestricted: fragment`v.allow_restricted <> before.allow_restricted`,
  reviewRule: fragment`(v.review_rule, v.review_rule_user_id)
    is distinct from (before.review_rule, before.review_rule_user_id)`,
  requireNoProblems: fragment`v.require_no_problems <> before.require_no_problems`,
})
