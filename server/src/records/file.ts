import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { FileId, FolderId, ProjectId, Timestamp, UserSummary } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import { seesFile, seesPerson, shareShowsFolder, unlessGuest } from '../core/visibility.ts'
import {
  type Computed,
  column,
  computed,
  object,
  type Row,
  recordMapper,
  recordText,
  selectList,
  wireSchema,
} from './columns.ts'
import { Generation, generationColumn } from './generation.ts'
import { Media, type MediaRow, type MediaUrls, mediaColumn, thumbnailJoin, thumbnailText } from './media.ts'
import { type Marks, mediaFor, pictureFor } from './media-for.ts'
import { userProperties } from './member.ts'
import { VersionStatus } from './version.ts'

export const FileMode = z
  .enum(['LOCAL', 'YOUTUBE', 'GENERATED'])
  .describe(
    'Origin of the file. LOCAL: an upload. YOUTUBE: a link to a video. GENERATED: made by a model. More values may be added.',
  )

export const FileStatus = z
  .enum(['UPLOADING', 'GENERATING', 'UPLOADED', 'FAILED'])
  .describe('UPLOADED: the file is complete. More values may be added: treat an unknown value as not ready.')

/** A tag has the values of a version's status, without restrictions on how it changes. */
export const FileTag = VersionStatus

/**
 * Whether the caller of `access` sees no later revision. An incomplete revision, such as an abandoned upload, does not
 * replace a complete one. The subquery reads only the revisions of one stack, whichever plan Postgres chooses.
 */
export function isLatest(file: Fragment, sees = seesFile): Fragment {
  const complete = (file: Fragment) => fragment`${file}.status not in ('UPLOADING', 'FAILED')`
  const other = verbatim('other')
  return fragment`(select true from files other
    where other.stack_id = ${file}.stack_id
      and other.stack_number > case when ${complete(file)} then ${file}.stack_number else 0 end
      and (${complete(other)} or (not (${complete(file)}) and other.stack_number > ${file}.stack_number))
      and ${sees('other')} limit 1) is null`
}

/** The same for a statement that reads all revisions that the caller sees, with `window stack as (partition by f.stack_id)`. */
function isLatestOfAll(): Fragment {
  const complete = fragment`f.status not in ('UPLOADING', 'FAILED')`
  const last = fragment`max(case when ${complete} then f.stack_number end) over stack`
  return fragment`(f.stack_number = coalesce(${last}, max(f.stack_number) over stack))`
}

/** Selected from `files f`, `access` and `thumbnailJoin`. */
export const fileFields = {
  id: column(FileId, 'f.id'),
  name: column(z.string(), 'f.name'),
  description: column(z.string().nullable(), 'f.description'),
  mode: column(FileMode, 'f.mode'),
  mimeType: column(
    z.string().nullable().describe('Content type; null until the upload is complete.'),
    'f.mime_type',
  ),
  status: column(FileStatus, 'f.status'),
  tag: column(FileTag, 'f.tag'),
  size: computed(
    z
      .int()
      .describe(
        'Size in bytes: the announced size during the upload, 0 if unknown. `byteSize` distinguishes 0 from unknown.',
      ),
  ),
  byteSize: column(
    z
      .int()
      .nullable()
      .describe(
        'Size in bytes: the announced size during the upload. null if unknown or if the file is not stored here.',
      ),
    'f.size',
  ),
  allowRestricted: column(
    z.boolean().describe('Whether restricted reviewers can see it.'),
    'f.allow_restricted',
  ),
  order: column(z.number().describe('Position among the other files, ascending.'), 'f.position'),
  folder: object(
    z.object({ id: FolderId }).nullable().describe('The folder that contains it; null for the project root.'),
    { id: 'f.folder_id' },
  ),
  thumbnail: computed(z.string().nullable().describe('URL of a thumbnail; null until there is one.'), {
    thumbnailId: column(z.string().nullable(), 't.object_id'),
    thumbnailName: column(z.string(), 't.name'),
    thumbnailType: column(z.string(), 't.mime_type'),
  }),
  stack: object(
    z
      .object({
        id: z.string().describe('The same for all revisions of one file.'),
        number: z.int().describe('1 for the first revision.'),
        latest: z
          .boolean()
          .describe(
            'Whether this is the latest revision that you can see. A revision that is uploading or has failed counts only if there is no complete one.',
          ),
      })
      .describe('The revision stack of the file: each revision replaces the one before.'),
    { id: 'f.stack_id', number: 'f.stack_number', latest: isLatest(verbatim('f')) },
  ),
  createdAt: column(Timestamp, 'f.created_at'),
  updatedAt: column(Timestamp, 'f.updated_at'),
}

export const File = wireSchema('File', fileFields)
type FileRow = Row<typeof fileFields>

/** The computed fields in the text of a file; `withUrls` completes them. */
export const computedFileTexts = { size: 'coalesce(f.size, 0)', thumbnail: thumbnailText }

/** The files of a project as text, for a statement that reads all that the caller sees. */
export const fileText = recordText(
  {
    ...fileFields,
    stack: { ...fileFields.stack, properties: { ...fileFields.stack.properties, latest: isLatestOfAll() } },
  },
  computedFileTexts,
)

async function computedFileFields(
  caller: Caller,
  services: MediaUrls & { marks: Marks },
  row: FileRow,
): Promise<Computed<typeof fileFields>> {
  const { byteSize, thumbnailId, thumbnailName: name, thumbnailType: mimeType } = row
  const thumbnail = thumbnailId === null ? null : { objectId: thumbnailId, name, mimeType }
  return {
    size: byteSize ?? 0,
    thumbnail: thumbnail && (await pictureFor(caller, services, row.id, thumbnail)),
  }
}

export const fileAuthor = object(
  UserSummary.omit({ email: true }).nullable().describe('null if the account is deleted.'),
  userProperties,
)

/** Joins the author of `files f` as the workspace of `access` knows them. */
export const fileAuthorJoins = fragment`left join users u on u.id = f.author_id
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`

const detailColumns = {
  ...fileFields,
  folder: {
    ...fileFields.folder,
    properties: {
      id: fragment`case when access.guest_id is null then f.folder_id else (
        select d.id from folders d where d.id = f.folder_id and ${shareShowsFolder('d')}) end`,
    },
  },
  stack: {
    ...fileFields.stack,
    properties: {
      ...fileFields.stack.properties,
      // A stack has the ID of its first revision.
      id: fragment`case when access.guest_id is null then f.stack_id else f.id end`,
    },
  },
  project: object(z.object({ id: ProjectId }), { id: 'access.project_id' }),
  author: {
    ...fileAuthor,
    properties: { ...fileAuthor.properties, id: fragment`case when ${seesPerson('u.id')} then u.id end` },
  },
  youtube: object(
    z
      .object({ id: z.string(), url: z.string() })
      .nullable()
      .describe('The linked video, if the mode is YOUTUBE.'),
    { id: 'f.youtube_id', url: "'https://www.youtube.com/watch?v=' || f.youtube_id" },
  ),
  failure: object(
    z
      .object({ code: z.string(), message: z.string(), retryable: z.boolean() })
      .nullable()
      .describe('Why the status is FAILED.'),
    {
      code: 'f.failure_code',
      message: "coalesce(f.failure_message, '')",
      retryable: 'coalesce(f.failure_retryable, false)',
    },
  ),
  transfer: object(
    z
      .object({
        received: z.int().describe('Bytes so far.'),
        total: z.int().nullable().describe('Bytes that the address announces; null if it does not say.'),
      })
      .nullable()
      .describe('Progress of a file that the server downloads from an address; null otherwise.'),
    { received: 'fetched.received', total: 'fetched.total' },
  ),
  media: computed(
    Media.nullable().describe(
      'Technical metadata, and URLs of the previews that a browser can show; null for files without previews.',
    ),
    { media: column(z.custom<MediaRow | null>(), mediaColumn) },
  ),
  generation: column(
    Generation.nullable().describe(
      'The generation request and its state, if the mode is GENERATED; null for guests of a share.',
    ),
    unlessGuest(generationColumn),
  ),
}

export const FileDetails = wireSchema('FileDetails', detailColumns)
export const fileDetailColumns = selectList(detailColumns)
export type FileDetailsRow = Row<typeof detailColumns>
const mapDetails = recordMapper(detailColumns)

/** Joined to `files f` for its details. */
export const fileDetailJoins = fragment`${thumbnailJoin}
  left join generations g on g.file_id = f.id
  left join media m on m.file_id = f.id
  left join url_uploads fetched on fetched.file_id = f.id
  ${fileAuthorJoins}`

export async function fileDetailsRecord(
  caller: Caller,
  services: MediaUrls & { marks: Marks },
  row: FileDetailsRow,
): Promise<z.output<typeof FileDetails>> {
  const media = row.media && (await mediaFor(caller, row.id, row.media, services))
  return mapDetails(row, { ...(await computedFileFields(caller, services, row)), media })
}
