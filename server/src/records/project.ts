import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Day, FileId, ProjectId, Timestamp } from '../core/schemas.ts'
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
        'URL of a picture: that of its cover, else the one it was given, else that of its newest file with one that you can see.',
      ),
    cover: z
      .object({ file: z.object({ id: FileId }) })
      .nullable()
      .describe('The file that was chosen to stand for it; null: none that you can see.'),
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

/** The columns of `projects p` in the shape of the record, but for its pictures. */
export const projectColumns = fragment`p.id, p.name, p.description, p.thumbnail, p.access_range as "accessRange",
  p.deadline, p.created_at as "createdAt", p.updated_at as "updatedAt", p.destroyed_at as "destroyedAt",
  p.archived_at as "archivedAt"`

/** A project whose time has come is gone, even before the job has deleted it. */
export const notDestroyed = fragment`(p.destroyed_at is null or p.destroyed_at > now())`

/** What `pictureJoin` finds: the cover, if the caller sees it, and the picture of a file. */
export const pictureColumn = fragment`picture.cover_id as "coverId", picture.derivative as "filePicture"`

/** Whether the caller sees only what is marked for restricted reviewers of the project `p`. */
export function restrictedJoin({ userId }: Caller): Fragment {
  return fragment`left join lateral (
    select (select true from project_members own where own.project_id = p.id and own.user_id = ${userId}
      and own.role = 'PROJECT_RESTRICTED_REVIEWER') is true as restricted
  ) looks on true`
}

const newestPicture = (seen: Fragment) => fragment`(
  select f.id from files f where f.project_id = p.id and f.has_thumbnail ${seen}
  order by f.created_at desc, f.id desc limit 1)`

/**
 * Joined to the projects `p` of a page, after `restrictedJoin`: the small picture of the cover; else, for a project that
 * was given no picture, of the newest file that has one. Only what the caller sees, each by one look into an index.
 */
export const pictureJoin = fragment`left join lateral (
  select cover.id as cover_id, (
    select json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type)
    from media_derivatives d join objects o on o.id = d.object_id
    where d.name like 'thumbnail.%' and d.file_id = case
      when cover.has_thumbnail then cover.id
      when p.thumbnail is not null then null
      when looks.restricted then ${newestPicture(fragment`and f.allow_restricted`)}
      else ${newestPicture(fragment``)} end) as derivative
  from (values (true)) one
  left join project_covers chosen on chosen.project_id = p.id
  left join files cover on cover.id = chosen.file_id and (cover.allow_restricted or not looks.restricted)
) picture on true`

export type ProjectRow = Omit<Project, 'cover'> & {
  coverId: string | null
  filePicture: Derivative | null
}

export async function projectRecord(storage: FileUrls, row: ProjectRow): Promise<Project> {
  const { filePicture, coverId, ...rest } = row
  const project = { ...rest, cover: coverId === null ? null : { file: { id: coverId } } }
  return filePicture === null ? project : { ...project, thumbnail: await pictureUrl(storage, filePicture) }
}
