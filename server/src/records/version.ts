import { z } from 'zod'
import { FileId, ProjectId, Timestamp, UserSummary, VersionId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'

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

/** Where a version can move from each status. The database makes it start at NEED_REVIEW. */
export const versionTransitions: Record<VersionStatus, readonly VersionStatus[]> = {
  IN_PROGRESS: ['NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  NEED_REVIEW: ['APPROVED', 'NEED_EDIT', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED'],
  NEED_EDIT: ['IN_PROGRESS', 'NEED_REVIEW', 'ON_HOLD', 'CLOSED'],
  ON_HOLD: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  APPROVED: ['NEED_REVIEW', 'CLOSED'],
  REJECTED: ['IN_PROGRESS', 'NEED_REVIEW', 'CLOSED'],
  CLOSED: ['IN_PROGRESS'],
}

/** What a review ends with: the moves that reviewers may make. */
export const verdicts: readonly VersionStatus[] = ['APPROVED', 'NEED_EDIT', 'REJECTED']

const Person = UserSummary.omit({ email: true })

export const Version = z
  .object({
    id: VersionId,
    name: z.string(),
    description: z.string().nullable(),
    status: VersionStatus,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    project: z.object({ id: ProjectId }),
    statusChangedAt: Timestamp.nullable().describe(
      'When it was moved to its status; null: it has the status that it was created with.',
    ),
    statusChangedBy: Person.nullable().describe(
      'Who moved it to its status, such as who approved it; null: nobody, or the account is gone.',
    ),
  })
  .meta({ id: 'Version' })

export const VersionDetails = Version.extend({
  allowRestricted: z.boolean().describe('Whether restricted reviewers see it.'),
  files: z
    .array(
      z.object({
        id: FileId,
        name: z.string(),
        mimeType: z.string().nullable().describe('What its bytes are; null until they are there.'),
        thumbnail: z
          .string()
          .nullable()
          .describe('URL of a small picture of it; null: there is none, or not yet.'),
      }),
    )
    .describe('The files under review, in order; to a restricted reviewer those marked for them.'),
  author: Person.nullable().describe('null: the account is gone.'),
}).meta({ id: 'VersionDetails' })

/** The columns of `versions v` that make a Version, but for the project's id. They need `deciderJoin`. */
export const versionColumns = fragment`v.id, v.name, v.description, v.status,
  v.created_at as "createdAt", v.updated_at as "updatedAt", v.status_changed_at as "statusChangedAt",
  case when decider.id is not null then json_build_object('id', decider.id,
    'name', coalesce(decider_here.display_name, decider.name),
    'avatarUrl', coalesce(decider_here.avatar_url, decider.avatar_url)) end as "statusChangedBy"`

/** Who moved `versions v` to its status, as the workspace of `access` knows them. */
export const deciderJoin = fragment`left join users decider on decider.id = v.status_changed_by
  left join workspace_members decider_here
    on decider_here.workspace_id = access.workspace_id and decider_here.user_id = decider.id`

export type VersionRow = Omit<z.output<typeof Version>, 'project'> & { projectId: string }

export function versionRecord(row: VersionRow): z.output<typeof Version> {
  const { id, name, description, status, createdAt, updatedAt, projectId } = row
  const { statusChangedAt, statusChangedBy } = row
  const project = { id: projectId }
  return { id, name, description, status, createdAt, updatedAt, project, statusChangedAt, statusChangedBy }
}
