import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Day, ProjectId, Timestamp } from '../core/schemas.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { type Derivative, pictureUrl } from './media.ts'

export const AccessRange = z
  .enum(['ONLY_PROJECT_MEMBER', 'ALLOW_WORKSPACE_MEMBER'])
  .describe('Who may see it: its members only, or also, as reviewers, all of the workspace but its guests.')

export const Project = z
  .object({
    id: ProjectId,
    name: z.string(),
    description: z.string().nullable(),
    thumbnail: z
      .string()
      .nullable()
      .describe(
        'URL of a picture: the one it was given, else that of its newest file with one that you can see.',
      ),
    accessRange: AccessRange,
    deadline: Day.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    destroyedAt: Timestamp.nullable().describe('When it will be gone; set while its deletion is scheduled.'),
    archivedAt: Timestamp.nullable().describe(
      'When it was put away: lists show it only where they are asked to.',
    ),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>

/** The columns of `projects p` in the shape of the record, but for the picture of a file. */
export const projectColumns = fragment`p.id, p.name, p.description, p.thumbnail, p.access_range as "accessRange",
  p.deadline, p.created_at as "createdAt", p.updated_at as "updatedAt", p.destroyed_at as "destroyedAt",
  p.archived_at as "archivedAt"`

/** A project whose time has come is gone, even before the job has deleted it. */
export const notDestroyed = fragment`(p.destroyed_at is null or p.destroyed_at > now())`

/** What `pictureJoin` finds: a file's picture in the place of one that the project was given. */
export const pictureColumn = fragment`picture.derivative as "filePicture"`

/**
 * Joined to the projects `p` of a page: the small picture of the newest file that has one and that the caller sees. Each
 * half is one look into an index of its own, and only one of them runs.
 */
export function pictureJoin({ userId }: Caller): Fragment {
  const newest = (seen: Fragment) => fragment`(
    select f.id from files f where f.project_id = p.id and f.has_thumbnail and ${seen}
    order by f.created_at desc, f.id desc limit 1)`
  return fragment`left join lateral (
    select (select true from project_members own where own.project_id = p.id and own.user_id = ${userId}
      and own.role = 'PROJECT_RESTRICTED_REVIEWER') is true as restricted
  ) looks on p.thumbnail is null
  left join lateral (
    select json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type) as derivative
    from (${newest(fragment`not looks.restricted`)} union all ${newest(fragment`looks.restricted and f.allow_restricted`)}) f
    join media_derivatives d on d.file_id = f.id and d.name like 'thumbnail.%'
    join objects o on o.id = d.object_id
  ) picture on true`
}

export type ProjectRow = Project & { filePicture: Derivative | null }

export async function projectRecord(storage: FileUrls, row: ProjectRow): Promise<Project> {
  const { filePicture, ...project } = row
  return filePicture === null ? project : { ...project, thumbnail: await pictureUrl(storage, filePicture) }
}
