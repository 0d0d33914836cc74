import { z } from 'zod'
import { FileId, FolderId, ProjectId, Timestamp, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { Generation } from './generation.ts'
import { Media, pictureUrl } from './media.ts'
import { VersionStatus } from './version.ts'

export const FileMode = z
  .enum(['LOCAL', 'YOUTUBE', 'GENERATED'])
  .describe('Where it comes from: an upload, a link to YouTube, or a model. More values may come.')

export const FileStatus = z
  .enum(['UPLOADING', 'GENERATING', 'UPLOADED', 'FAILED'])
  .describe(
    'UPLOADED: its bytes are all there. More values may come: treat one that you do not know as not ready.',
  )

/** A tag has the words of a version's status, and moves freely between them. */
export const FileTag = VersionStatus

export const File = z
  .object({
    id: FileId,
    name: z.string(),
    description: z.string().nullable(),
    mode: FileMode,
    mimeType: z.string().nullable().describe('What its bytes are; null until they are there.'),
    status: FileStatus,
    tag: FileTag,
    size: z
      .int()
      .describe(
        'In bytes; as announced while it is being uploaded, 0 while unknown. `byteSize` tells 0 from unknown.',
      ),
    byteSize: z
      .int()
      .nullable()
      .describe(
        'In bytes; as announced while it is being uploaded. null: unknown, or the file has no bytes here.',
      ),
    allowRestricted: z.boolean().describe('Whether restricted reviewers see it.'),
    order: z.number().describe('Its place among others: the lowest first.'),
    folder: z.object({ id: FolderId }).nullable().describe('The folder it lies in; null: the project root.'),
    thumbnail: z
      .string()
      .nullable()
      .describe('URL of a small picture of it; null: there is none, or not yet.'),
    stack: z
      .object({
        id: z.string().describe('The same for all revisions of one file.'),
        number: z.int().describe('1 for the first revision.'),
        latest: z
          .boolean()
          .describe(
            'Whether there is no later one that you can see. One that is being uploaded or has failed is so only while there is no other.',
          ),
      })
      .describe('The revisions of one file, of which each replaces the one before.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'File' })

export const FileDetails = File.extend({
  project: z.object({ id: ProjectId }),
  author: UserSummary.omit({ email: true }).nullable().describe('null: the account is gone.'),
  youtube: z
    .object({ id: z.string(), url: z.string() })
    .nullable()
    .describe('The video that it links to, when its mode is YOUTUBE.'),
  failure: z
    .object({ code: z.string(), message: z.string(), retryable: z.boolean() })
    .nullable()
    .describe('Why its status is FAILED.'),
  media: Media.nullable().describe(
    'What is known of its pictures and sound, and what a browser can show; null: nothing is made of such a file.',
  ),
  generation: Generation.nullable().describe('How it is or was generated, when its mode is GENERATED.'),
}).meta({ id: 'FileDetails' })

/**
 * Whether whoever has `access` sees no later revision. One that is not whole, such as an upload that somebody gave up,
 * takes the place of none that is. Never more than a look at those of the one stack, which cannot be planned worse.
 */
export function isLatest(file: Fragment): Fragment {
  const whole = (one: Fragment) => fragment`${one}.status not in ('UPLOADING', 'FAILED')`
  const other = verbatim('other')
  return fragment`(select true from files other
    where other.stack_id = ${file}.stack_id
      and other.stack_number > case when ${whole(file)} then ${file}.stack_number else 0 end
      and (${whole(other)} or (not (${whole(file)}) and other.stack_number > ${file}.stack_number))
      and (other.allow_restricted or access.role <> 'PROJECT_RESTRICTED_REVIEWER') limit 1) is null`
}

/** The columns of `files f` that make a File; what a later revision is depends on `access`. */
export const fileColumns = fragment`f.id, f.name, f.description, f.mode, f.mime_type as "mimeType", f.status, f.tag,
  f.size as "byteSize", f.allow_restricted as "allowRestricted", f.position as "order", f.folder_id as "folderId",
  f.stack_id as "stackId", f.stack_number as "stackNumber", ${isLatest(verbatim('f'))} as latest,
  f.created_at as "createdAt", f.updated_at as "updatedAt", t.object_id as "thumbnailId", t.name as "thumbnailName",
  t.mime_type as "thumbnailType"`

/** Joined to `files f` for its columns. */
export const thumbnailJoin = fragment`left join lateral (
    select d.object_id, d.name, o.mime_type from media_derivatives d join objects o on o.id = d.object_id
    where d.file_id = f.id and d.name like 'thumbnail.%'
  ) t on true`

export type FileRow = Omit<z.output<typeof File>, 'size' | 'folder' | 'thumbnail' | 'stack'> & {
  folderId: string | null
  stackId: string
  stackNumber: number
  latest: boolean
  thumbnailId: string | null
  thumbnailName: string
  thumbnailType: string
}

export async function fileRecord(storage: FileUrls, row: FileRow): Promise<z.output<typeof File>> {
  const { id, name, description, mode, mimeType, status, tag, byteSize, allowRestricted, order } = row
  const { folderId, thumbnailId, thumbnailName, thumbnailType, createdAt, updatedAt } = row
  const stack = { id: row.stackId, number: row.stackNumber, latest: row.latest }
  const folder = folderId === null ? null : { id: folderId }
  const thumbnail =
    thumbnailId === null
      ? null
      : await pictureUrl(storage, { objectId: thumbnailId, name: thumbnailName, mimeType: thumbnailType })
  return {
    ...{
      id,
      name,
      description,
      mode,
      mimeType,
      status,
      tag,
      size: byteSize ?? 0,
      byteSize,
      allowRestricted,
      order,
    },
    ...{ folder, thumbnail, stack, createdAt, updatedAt },
  }
}
