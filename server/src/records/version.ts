import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { FileId, ProjectId, Timestamp, UserId, UserSummary, VersionId } from '../core/schemas.ts'
import { fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { seesFile, seesPerson, unlessGuest } from '../core/visibility.ts'
import { ApprovalBlocker, blockersColumn } from './approval.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { type Derivative, thumbnailJoin } from './media.ts'
import { type Marks, pictureFor } from './media-for.ts'
import { userProperties } from './member.ts'

export const versionStatuses = [
  'IN_PROGRESS',
  'NEED_REVIEW',
  'NEED_EDIT',
  'ON_HOLD',
  'APPROVED',
  'REJECTED',
  'CLOSED',
] as const
export const VersionStatus = z.enum(versionStatuses)
export type VersionStatus = z.output<typeof VersionStatus>

/** The statuses that a version can change to, by its current one. The database sets the first, NEED_REVIEW. */
export const versionTransitions: Record<VersionStatus, readonly VersionStatus[]> = {
  IN_PROGRESS: ['NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  NEED_REVIEW: ['APPROVED', 'NEED_EDIT', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED'],
  NEED_EDIT: ['IN_PROGRESS', 'NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  ON_HOLD: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  APPROVED: ['NEED_REVIEW', 'CLOSED'],
  REJECTED: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
}

/** Decisions that end a review: the changes of status that reviewers may make. */
export const Verdict = VersionStatus.extract(['APPROVED', 'NEED_EDIT', 'REJECTED'])
export type Verdict = z.output<typeof Verdict>
export const verdicts: readonly VersionStatus[] = Verdict.options

/** Among these the review rule chooses; from any other status, only a person moves a version on. */
export const reviewStatuses: readonly VersionStatus[] = ['NEED_REVIEW', ...verdicts]

const Person = UserSummary.omit({ email: true })

/** Selected from `versions v`, `access` and `deciderJoin`. */
const columns = {
  id: column(VersionId, 'v.id'),
  name: column(z.string(), 'v.name'),
  description: column(z.string().nullable(), 'v.description'),
  status: column(VersionStatus, 'v.status'),
  createdAt: column(Timestamp, 'v.created_at'),
  updatedAt: column(Timestamp, 'v.updated_at'),
  project: object(z.object({ id: ProjectId }), { id: 'access.project_id' }),
  statusChangedAt: column(
    Timestamp.nullable().describe('When the status last changed; null if it never changed.'),
    'v.status_changed_at',
  ),
  statusChangedBy: object(
    Person.nullable().describe(
      'User who last changed the status. For APPROVED, NEED_EDIT and REJECTED: the user whose verdict decided. null if it never changed or the account is deleted.',
    ),
    {
      id: 'decider.id',
      name: 'coalesce(decider_here.display_name, decider.name)',
      avatarUrl: 'coalesce(decider_here.avatar_url, decider.avatar_url)',
    },
  ),
  decidedByAgent: column(
    z.boolean().describe('Whether a tool gave the verdict that decided, for the user of `statusChangedBy`.'),
    'coalesce(decision.agent, false)',
  ),
}

export const Version = wireSchema('Version', columns)
export const versionColumns = selectList(columns)
export type VersionRow = Row<typeof columns>
export const versionRecord = recordMapper(columns)

/** The user who last changed the status of `versions v`, as the workspace of `access` knows them, and their verdict. */
export const deciderJoin = fragment`left join users decider on decider.id = v.status_changed_by
  left join workspace_members decider_here
    on decider_here.workspace_id = access.workspace_id and decider_here.user_id = decider.id
  left join verdicts decision on decision.version_id = v.id and decision.user_id = v.status_changed_by
    and decision.verdict = v.status`

const VersionFile = z.object({
  id: FileId,
  name: z.string(),
  mimeType: z.string().nullable().describe('Content type; null until the upload is complete.'),
  thumbnail: z.string().nullable().describe('URL of a thumbnail; null until there is one.'),
})

type VersionFileRow = Omit<z.output<typeof VersionFile>, 'thumbnail'> & { thumbnail: Derivative | null }

const filesColumn = fragment`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type,
      'thumbnail', case when t.object_id is not null then json_build_object(
        'objectId', t.object_id, 'name', t.name, 'mimeType', t.mime_type) end) order by vf.position), '[]')
  from version_files vf join files f on f.id = vf.file_id ${thumbnailJoin}
  where vf.version_id = v.id and ${seesFile('f')})`

/** How the status of a version follows from verdicts. */
export const ReviewRule = z
  .object({
    type: z
      .enum(['ANY_ONE', 'ALL_REQUESTED', 'NAMED_PERSON'])
      .describe(
        'ANY_ONE: one approval is enough. ALL_REQUESTED: everybody who was asked must approve. NAMED_PERSON: only the verdict of `user` counts.',
      ),
    user: z.object({ id: UserId }).nullable().describe('The named person; null for the other types.'),
  })
  .meta({ id: 'ReviewRule' })

/** The rule of `versions v` or `projects p`; null where none is set. */
export function reviewRuleColumn(table: 'v' | 'p') {
  const rule = verbatim(`${table}.review_rule`)
  const user = verbatim(`${table}.review_rule_user_id`)
  return fragment`case when ${rule} is not null then json_build_object('type', ${rule},
    'user', case when ${user} is not null then json_build_object('id', ${user}) end) end`
}

/** Selected from what a Version is selected from and `versionAuthorJoins`. */
const detailColumns = {
  ...columns,
  statusChangedBy: {
    ...columns.statusChangedBy,
    properties: {
      ...columns.statusChangedBy.properties,
      id: fragment`case when ${seesPerson('decider.id')} then decider.id end`,
    },
  },
  allowRestricted: column(
    z.boolean().describe('Whether restricted reviewers can see it.'),
    'v.allow_restricted',
  ),
  files: computed(
    z
      .array(VersionFile)
      .describe('The files under review, in order. Restricted reviewers see only the files marked for them.'),
    { files: column(z.custom<VersionFileRow[]>(), filesColumn) },
  ),
  author: object(Person.nullable().describe('null if the account is deleted.'), userProperties),
  reviewRule: column(
    ReviewRule.nullable().describe(
      'The review rule of this version; null for that of the project, and for guests of a share.',
    ),
    unlessGuest(reviewRuleColumn('v')),
  ),
  requireNoProblems: column(
    z.boolean().describe('Whether approval needs checks of its files without open problems.'),
    'v.require_no_problems',
  ),
  blockers: column(
    z
      .array(ApprovalBlocker)
      .nullable()
      .describe('The files that keep the version from approval, in order; null for guests of a share.'),
    unlessGuest(blockersColumn),
  ),
}

export const VersionDetails = wireSchema('VersionDetails', detailColumns)
export const versionDetailColumns = selectList(detailColumns)
export type VersionDetailsRow = Row<typeof detailColumns>
const detailsRecord = recordMapper(detailColumns)

/** Joins the author of `versions v` as the workspace of `access` knows them. */
export const versionAuthorJoins = fragment`left join users u on u.id = v.created_by
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`

export async function versionDetailsRecord(
  caller: Caller,
  services: { storage: FileUrls; marks: Marks },
  row: VersionDetailsRow,
): Promise<z.output<typeof VersionDetails>> {
  const files = row.files.map(async ({ thumbnail, ...file }) => ({
    ...file,
    thumbnail: thumbnail && (await pictureFor(caller, services, file.id, thumbnail)),
  }))
  return detailsRecord(row, { files: await Promise.all(files) })
}
