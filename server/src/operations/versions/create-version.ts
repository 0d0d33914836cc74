import { z } from 'zod'
import { contributors } from '../../core/access.ts'
import { newUuid } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, text, VersionId } from '../../core/schemas.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { versionEvent } from '../../events/resource-events.ts'
import { seesVersion } from '../../records/review.ts'
import { FileReferences, refuseUnknown, selectedIds } from '../files/file-selection.ts'
import { RequireNoProblems } from '../reviews/approval-gate.ts'
import { namedPersonUnknown, ReviewRuleInput, ruleColumns } from '../reviews/review-rule.ts'

export const createVersion = defineOperation({
  http: 'POST /api/projects/:projectId/versions',
  client: 'versions.create',
  tool: 'create_version',
  summary: 'Create a version: a named review of a fixed set of files. Its status is NEED_REVIEW.',
  toolUse: 'Use it to submit files for review.',

  scope: 'projects:write',
  project: 'projectId',
  roles: contributors,
  tier: 3,

  input: z.strictObject({
    projectId: ProjectId,
    name: text(1, 100).describe('Name of the version.'),
    description: text(0, 2000).nullish().describe('Description.'),
    files: FileReferences.max(500)
      .nullish()
      .describe('Files of this project to review, in this order, each once. They cannot be changed later.'),
    allowRestricted: z.boolean().default(false).describe('Whether restricted reviewers can see it.'),
    reviewRule: ReviewRuleInput.nullish().describe(
      'Review rule of this version; null for that of the project.',
    ),
    requireNoProblems: RequireNoProblems.default(false),
  }),
  output: [201, z.object({ id: VersionId })],

  // A file was deleted after the check.
  violations: { versions_project_fkey: 'not_found', version_files_file_fkey: 'conflict' },

  joinsAccess: true,
  async handler(input, { sql, access, caller }) {
    const { name, description = null, files, allowRestricted, reviewRule, requireNoProblems } = input
    const fileIds = selectedIds(files ?? [])
    const id = newUuid()
    const rule = ruleColumns(reviewRule)
    const [version] = await sql<{ unknown: number[]; named: boolean }>`
      with asked as (
        select access.project_id, access.user_id, array(
          select given.place::integer - 1 from unnest(${fileIds}::text[]) with ordinality as given (id, place)
          where not exists (select from files f where f.id = given.id and f.project_id = access.project_id)
          order by given.place) as unknown, ${namedSees(rule.userId)} as named
        from ${access} cross join lateral (select access.project_id, ${allowRestricted}::boolean as allow_restricted) v
      ), version as (
        insert into versions (id, project_id, name, description, allow_restricted, review_rule, review_rule_user_id,
          require_no_problems, created_by)
        select ${id}::uuid, project_id, ${name}, ${description}, ${allowRestricted}, ${rule.type},
          ${rule.userId}::uuid, ${requireNoProblems}, user_id
        from asked where cardinality(unknown) = 0 and named
        returning id, project_id, allow_restricted
      ), added as (
        insert into version_files (version_id, file_id, project_id, position)
        select version.id, given.id, version.project_id, given.place
        from version cross join unnest(${fileIds}::text[]) with ordinality as given (id, place)
      ), emitted as (${emit(versionEvent('version.created', caller, fragment`version it`))})
      select unknown, named from asked`
    refuseUnknown(version!.unknown)
    if (!version!.named) throw namedPersonUnknown()
    return { id }
  },
})

/** Whether the person that the rule names, if any, sees the new version `v`. */
const namedSees = (userId: string | null): Fragment =>
  userId === null ? fragment`true` : seesVersion(fragment`${userId}::uuid`)
