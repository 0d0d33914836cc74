import { z } from 'zod'
import { type Caller, managers } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, SkillId } from '../../core/schemas.ts'
import { fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { projectEvent } from '../../events/resource-events.ts'
import {
  ReviewBrief,
  ReviewedKinds,
  ReviewModel,
  ReviewTrigger,
  SkillReviewer,
} from '../../records/skill-review.ts'
import { findSkillReviewer } from './find-skill-reviewer.ts'
import { requireReviewModel } from './require-review-model.ts'

export const createSkillReviewer = defineOperation({
  http: 'POST /api/projects/:projectId/skill-reviewers',
  client: 'skillReviewers.create',
  summary: 'Make a published skill a reviewer of a project: it drafts notes, which people accept or dismiss.',

  scope: 'projects:write',
  project: 'projectId',
  roles: managers,
  power: 'spend',
  tier: 3,
  audit: {
    action: 'skill_reviewer.created',
    target: { of: 'skillReviewer', after: (_, { id }) => id },
    details: ({ trigger, model, kinds }) => ({ trigger: trigger ?? 'ON_REQUEST', model, kinds }),
  },

  input: z.strictObject({
    projectId: ProjectId,
    skillId: SkillId.describe('A skill of the workspace, with a published version.'),
    kinds: ReviewedKinds.describe('Kinds of files that it reviews.'),
    trigger: ReviewTrigger.nullish().describe(
      'NEW_REVISIONS: reviews each new file and revision by itself. Default: ON_REQUEST.',
    ),
    model: ReviewModel.nullish().describe(
      'The model of this server, which List Skill Reviewers shows. Default: null, the checks alone, without cost.',
    ),
    brief: ReviewBrief.nullish().describe('What the files should achieve, for the model.'),
  }),
  output: [201, SkillReviewer],

  violations: { skill_reviewers_skill_key: 'skill_reviewer_exists' },
  conflicts: ['review_model_unavailable', 'skill_not_published', 'skill_reviewer_exists'],

  transaction: true,
  async handler({ projectId, skillId, kinds, trigger, model, brief }, context) {
    const { sql, caller } = context
    requireSkillScope(caller)
    requireReviewModel(model, context)
    const [skill] = await sql<{ published: boolean }>`
      select s.default_version_id is not null as published from skills s
      where s.id = ${skillId} and s.workspace_id = ${caller.workspaceId} for key share`
    if (!skill) throw new ApiError('invalid_request', { errors: [unknownReference('/skillId')] })
    if (!skill.published) throw new ApiError('skill_not_published')
    const id = newUuid()
    await sql`
      with created as (
        insert into skill_reviewers (id, project_id, skill_id, kinds, trigger, model, brief, created_by)
        values (${id}, ${projectId}, ${skillId}, ${[...new Set(kinds)]}::text[], ${trigger ?? 'ON_REQUEST'}, ${model ?? null},
          ${brief ?? null}, ${caller.userId})
        returning project_id
      ), changed as (
        select p.id, p.workspace_id from created join projects p on p.id = created.project_id
      )
      ${emit(projectEvent('project.updated', caller, fragment`changed it`, { changed: ['skillReviewers'] }))}`
    return findSkillReviewer(context, id)
  },
})

/** The reviewer shows and uses the skill: the caller must be able to read skills. */
function requireSkillScope({ scopes }: Caller): void {
  if (scopes.has('skills:read')) return
  const message = 'Making a skill a reviewer also needs the scope skills:read, which the credential lacks.'
  const challenge = 'Bearer error="insufficient_scope", scope="skills:read"'
  throw new ApiError('insufficient_scope', { message, headers: { 'WWW-Authenticate': challenge } })
}
