import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { Day, FileId, ProjectId, Timestamp } from '../core/schemas.ts'
import { type Fragment, flat, fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { roleSeesAll } from '../core/visibility.ts'
import { type Computed, column, computed, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { type Derivative, pictureText, pictureUrl } from './media.ts'
import { ReviewRule, reviewRuleColumn } from './version.ts'

export const AccessRange = z
  .enum(['ONLY_PROJECT_MEMBER', 'ALLOW_WORKSPACE_MEMBER'])
  .describe(
    'Who can see the project: only its members, or also everybody in the workspace except guests, as reviewers.',
  )

/** Selected from `projects p`. Thumbnail and cover also need `thumbnailColumns`, which are joined for one page only. */
export const projectFields = {
  id: column(ProjectId, 'p.id'),
  name: column(z.string(), 'p.name'),
  description: column(z.string().nullable(), 'p.description'),
  thumbnail: computed(
    z
      .string()
      .nullable()
      .describe(
        'URL of an image: the thumbnail of the cover, else the uploaded thumbnail, else that of the newest file that you can see.',
      ),
    { thumbnail: column(z.string().nullable(), 'p.thumbnail') },
  ),
  cover: computed(
    z
      .object({ file: z.object({ id: FileId }) })
      .nullable()
      .describe('The file chosen as cover; null if there is none or you cannot see it.'),
  ),
  accessRange: column(AccessRange, 'p.access_range'),
  deadline: column(Day.nullable(), 'p.deadline'),
  createdAt: column(Timestamp, 'p.created_at'),
  updatedAt: column(Timestamp, 'p.updated_at'),
  destroyedAt: column(
    Timestamp.nullable().describe('When the project will be deleted; null unless its deletion is scheduled.'),
    'p.destroyed_at',
  ),
  archivedAt: column(
    Timestamp.nullable().describe(
      'When the project was archived. Lists show archived projects on request only.',
    ),
    'p.archived_at',
  ),
}

export const projectColumns = selectList(projectFields)

const detailFields = {
  ...projectFields,
  reviewRule: column(
    ReviewRule.describe('The review rule of versions without a rule of their own.'),
    fragment`coalesce(${reviewRuleColumn('p')}, '{"type":"ANY_ONE","user":null}')`,
  ),
  agentVerdictsCount: column(
    z.boolean().describe('Whether verdicts that tools give for people count towards the review rule.'),
    'p.agent_verdicts_count',
  ),
}

export const Project = wireSchema('Project', detailFields)
export type Project = z.output<typeof Project>
export const projectDetailColumns = selectList(detailFields)
const mapDetails = recordMapper(detailFields)

/** Selected from `thumbnailSourceJoin`: the cover, if the caller sees it, and the thumbnail of a file. */
const thumbnailSource = {
  coverId: column(z.string().nullable(), 'source.cover_id'),
  fileThumbnail: column(z.custom<Derivative | null>(), 'source.derivative'),
}
export const thumbnailColumns = selectList(thumbnailSource)

export type ProjectRow = Row<typeof projectFields> & Row<typeof thumbnailSource>
export type ProjectDetailsRow = Row<typeof detailFields> & Row<typeof thumbnailSource>

export async function computedProjectFields(
  storage: FileUrls,
  { coverId, fileThumbnail, thumbnail }: ProjectRow,
): Promise<Computed<typeof projectFields>> {
  return {
    thumbnail: fileThumbnail === null ? thumbnail : await pictureUrl(storage, fileThumbnail),
    cover: coverId === null ? null : { file: { id: coverId } },
  }
}

export async function projectRecord(storage: FileUrls, row: ProjectDetailsRow): Promise<Project> {
  return mapDetails(row, await computedProjectFields(storage, row))
}

/** A project is gone at the time of its scheduled deletion, even before the job has deleted it. */
export const notDestroyed = fragment`(p.destroyed_at is null or p.destroyed_at > now())`

/** Whether the caller is a restricted reviewer of the project `p` and sees only what is marked for them. */
export function restrictedJoin({ userId }: Caller): Fragment {
  return fragment`left join lateral (
    select (select true from project_members own where own.project_id = p.id and own.user_id = ${userId}
      and not ${roleSeesAll('own.role')}) is true as restricted
  ) viewer on true`
}

const newestThumbnail = (seen: Fragment) => fragment`(
  select f.id from files f where f.project_id = p.id and f.has_thumbnail ${seen}
  order by f.created_at desc, f.id desc limit 1)`

const derivativeJson = verbatim(
  `json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type)`,
)

/**
 * Joined to the projects `p` of a page, after `restrictedJoin`: the thumbnail of the cover; for a project without cover
 * and without a thumbnail of its own, that of the newest file. Only files that the caller sees, each by one index lookup.
 */
export const thumbnailSourceJoin = thumbnailJoinOf(derivativeJson)
/** The same with the place of the thumbnail in JSON text. */
export const thumbnailTextJoin = thumbnailJoinOf(pictureText('d', 'o'))

function thumbnailJoinOf(derivative: Fragment): Fragment {
  return flat(fragment`left join lateral (
  select cover.id as cover_id, (
    select ${derivative}
    from media_derivatives d join objects o on o.id = d.object_id
    where d.name like 'thumbnail.%' and d.file_id = case
      when cover.has_thumbnail then cover.id
      when p.thumbnail is not null then null
      when viewer.restricted then ${newestThumbnail(fragment`and f.allow_restricted`)}
      else ${newestThumbnail(fragment``)} end) as derivative
  from (values (true)) one
  left join project_covers chosen on chosen.project_id = p.id
  left join files cover on cover.id = chosen.file_id and (cover.allow_restricted or not viewer.restricted)
) source on true`)
}
