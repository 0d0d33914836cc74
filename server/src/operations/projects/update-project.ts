import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { Day, FileId, ProjectId, text } from '../../core/schemas.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { changedData, changedFields, projectEvent, whereChanged } from '../../events/resource-events.ts'
import { AccessRange } from '../../records/project.ts'
import { reviewStatuses } from '../../records/version.ts'
import { ReviewRuleInput, requireNamedPerson, ruleColumns } from '../reviews/review-rule.ts'
import { settleReviews } from '../reviews/settle-status.ts'

const ImageUrl = text(1, 2048)
  .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), 'Must be an http or https URL.')
  .meta({ format: 'uri' })

export const updateProject = defineOperation({
  http: 'PATCH /api/projects/:projectId',
  client: 'projects.update',
  tool: 'update_project',
  summary: 'Change a project. Omitted fields stay as they are; null clears a field.',
  toolUse: 'Use it to rename, describe or archive a project, or to change its deadline or rules.',

  scope: 'projects:write',
  project: 'projectId',
  roles: managers,
  tier: 'default',
  audit: {
    action: 'project.updated',
    target: { of: 'project', before: ({ projectId }) => projectId },
    details: ({ projectId: _, ...changes }) => ({
      changed: givenFields(changes),
      accessRange: changes.accessRange,
    }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 100).optional().describe('Name of the project.'),
    description: text(0, 2000).nullish().describe('Description; null clears it.'),
    thumbnail: ImageUrl.nullish().describe('URL of an image; null clears it.'),
    cover: z
      .strictObject({ file: z.strictObject({ id: FileId }) })
      .nullish()
      .describe(
        'A file of the project whose thumbnail represents it; null for the newest file with a thumbnail.',
      ),
    accessRange: AccessRange.optional(),
    deadline: Day.nullish().describe('Due date, `YYYY-MM-DD`; null clears it.'),
    archived: z
      .boolean()
      .optional()
      .describe('true archives the project: it stays usable, and lists omit it. false unarchives it.'),
    reviewRule: ReviewRuleInput.nullish().describe(
      'Review rule of versions without a rule of their own; null for ANY_ONE.',
    ),
    agentVerdictsCount: z
      .boolean()
      .optional()
      .describe('Whether verdicts that tools give for people count towards the review rule.'),
  }),
  output: [204],

  violations: { project_covers_file_fkey: { reference: '/cover/file/id' } },

  transaction: true,
  joinsAccess: true,
  async handler({ projectId, ...changes }, { sql, access, caller }) {
    const { archived, reviewRule, agentVerdictsCount = null } = changes
    const rules = reviewRule !== undefined
    const rule = ruleColumns(reviewRule)
    const cover = changes.cover === null ? null : changes.cover?.file.id
    const changed = Object.values(changes).some((value) => value !== undefined)
    const [updated] = await sql`
      with before as (
        select p.id, p.name, p.description, p.thumbnail, p.access_range, p.deadline, p.archived_at,
          p.review_rule, p.review_rule_user_id, p.agent_verdicts_count, (
          select c.file_id from project_covers c where c.project_id = p.id) as cover_file_id
        from ${access} join projects p on p.id = access.project_id for no key update of p
      ), updated as (
        update projects p set
          name = ${given(changes.name, fragment`p.name`)},
          description = ${given(changes.description, fragment`p.description`)},
          thumbnail = ${given(changes.thumbnail, fragment`p.thumbnail`)},
          access_range = ${given(changes.accessRange, fragment`p.access_range`)},
          deadline = ${given(changes.deadline, fragment`p.deadline`)},
          archived_at = case when ${archived ?? null}::boolean then coalesce(p.archived_at, now())
            when not ${archived ?? null}::boolean then null else p.archived_at end,
          review_rule = case when ${rules} then ${rule.type} else p.review_rule end,
          review_rule_user_id = case when ${rules} then ${rule.userId}::uuid else p.review_rule_user_id end,
          agent_verdicts_count = coalesce(${agentVerdictsCount}, p.agent_verdicts_count),
          updated_at = case when ${changed} then now() else p.updated_at end
        from before where p.id = before.id
        returning p.id, p.workspace_id, ${changedColumns(cover)} as changed
      ), covered as (
        insert into project_covers (project_id, file_id)
        select id, ${cover ?? null} from updated where ${typeof cover === 'string'}::boolean
        on conflict (project_id) do update set file_id = excluded.file_id
      ), uncovered as (
        delete from project_covers c using updated where c.project_id = updated.id and ${cover === null}::boolean
      ), emitted as (${emit(projectEvent('project.updated', caller, whereChanged('updated'), changedData))})
      select id from updated`
    if (!updated) throw new ApiError('not_found')
    await requireNamedPerson(
      sql,
      reviewRule,
      fragment`(select ${projectId}::uuid as project_id, true as allow_restricted)`,
    )
    // All three decide which verdicts the status of a version waits for.
    if (rules || agentVerdictsCount !== null || changes.accessRange !== undefined)
      await settleReviews(
        sql,
        caller,
        fragment`v.project_id = ${projectId} and v.status = any(${reviewStatuses}::text[])`,
      )
    return undefined
  },
})

const changedColumns = (cover: string | null | undefined) =>
  changedFields({
    name: fragment`p.name <> before.name`,
    description: fragment`p.description is distinct from before.description`,
    thumbnail: fragment`p.thumbnail is distinct from before.thumbnail`,
    cover: fragment`${cover !== undefined}::boolean and before.cover_file_id is distinct from ${cover ?? null}::text`,
    accessRange: fragment`p.access_range <> before.access_range`,
    deadline: fragment`p.deadline is distinct from before.deadline`,
    archivedAt: fragment`p.archived_at is distinct from before.archived_at`,
    reviewRule: fragment`(p.review_rule, p.review_rule_user_id)
      is distinct from (before.review_rule, before.review_rule_user_id)`,
    agentVerdictsCount: fragment`p.agent_verdicts_count <> before.agent_verdicts_count`,
  })

/** One statement for every combination of fields: 64 texts would be 64 prepared statements on each connection. */
function given(value: string | null | undefined, current: Fragment): Fragment {
  return fragment`case when ${value !== undefined} then ${value ?? null} else ${current} end`
}
