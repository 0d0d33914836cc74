// A share as its guests see it.
import { z } from 'zod'
import { FolderId, ProjectId, ShareGuestId, Timestamp, VersionId } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { shareShowsFolder } from '../core/visibility.ts'
import { column, computed, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { staleReason } from './review.ts'
import { ShareAccess, ShareComments, ShareDownloads, ShareEmail, UploadKind } from './share.ts'
import { ShareFile } from './share-file.ts'
import { Verdict, VersionStatus } from './version.ts'

export const AccentColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'Must be a colour such as #1a73e8, in lower case.')
  .describe('Colour of buttons and links on pages for guests, as `#rrggbb` in lower case.')

/** The workspace as visitors of a share see it. */
export const ShareBrand = z
  .object({
    name: z.string(),
    avatarUrl: z.string().nullable().describe('The logo; null for none.'),
    accentColor: AccentColor.nullable().describe('null for the colour of the app.'),
  })
  .meta({ id: 'ShareBrand' })

const ShareFolder = z.object({
  id: FolderId,
  name: z.string(),
  parent: z.object({ id: FolderId }).nullable().describe('null for a folder that was chosen itself.'),
})

const ShareVersion = z.object({
  id: VersionId,
  name: z.string(),
  description: z.string().nullable(),
  status: VersionStatus,
  verdict: z
    .object({ verdict: Verdict, note: z.string().nullable(), givenAt: Timestamp, stale: z.boolean() })
    .nullable()
    .describe('Your own verdict; stale if the version has changed since. null if you gave none.'),
})

const foldersColumn = fragment`(
  select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'parent', case when exists (
      select from folders up where up.id = d.parent_id and ${shareShowsFolder('up')})
    then json_build_object('id', d.parent_id) end) order by d.depth, lower(d.name) collate "C", d.id), '[]')
  from (
    with recursive below as (
      select i.folder_id as id from share_items i where i.share_id = s.id and i.folder_id is not null
      union
      select d.id from below join folders d on d.parent_id = below.id
    )
    select d.* from below join folders d on d.id = below.id
    where s.revisions = 'LATEST' or exists (select from share_files x join files f on f.id = x.file_id
      join lateral (
        with recursive above as (
          select up.id, up.parent_id from folders up where up.id = f.folder_id
          union all select up.id, up.parent_id from above join folders up on up.id = above.parent_id
        ) select id from above
      ) up on up.id = d.id
      where x.share_id = s.id)
  ) d)`

const versionsColumn = fragment`(
  select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'description', v.description,
      'status', v.status, 'verdict', (
        select json_build_object('verdict', d.verdict, 'note', d.note,
          'givenAt', to_char(d.given_at, 'YYYY-MM-DD HH24:MI:SS.US'), 'stale', ${staleReason} is not null)
        from verdicts d where d.version_id = v.id and d.user_id = access.user_id)) order by i.position), '[]')
  from share_items i join versions v on v.id = i.version_id where i.share_id = s.id)`

/** Bytes that guests have uploaded to `shares s`, as long as the files exist. */
export const uploadedBytes = fragment`(
  select coalesce(sum(f.size), 0)::bigint from share_uploads up join files f on f.id = up.file_id where up.share_id = s.id)`

/** Selected from `access`, its guest as `share_guests guest`, their `shares s` and `workspaces w`. */
const columns = {
  name: column(z.string(), 's.name'),
  welcome: column(z.string().nullable(), 's.welcome'),
  workspace: column(
    ShareBrand,
    fragment`json_build_object('name', w.name, 'avatarUrl', w.avatar_url, 'accentColor', w.accent_color)`,
  ),
  guest: column(
    z.object({
      id: ShareGuestId,
      userId: z.string().nullable().describe('The author of what you write; null for a preview.'),
      name: z.string(),
      preview: z.boolean().describe('Whether a member of the project looks as a guest, without a trace.'),
    }),
    fragment`json_build_object('id', guest.id, 'userId', guest.user_id, 'name', guest.name, 'preview', guest.preview)`,
  ),
  project: column(
    z.object({ id: ProjectId }).describe('For uploads.'),
    fragment`json_build_object('id', s.project_id)`,
  ),
  access: column(ShareAccess, 's.access'),
  comments: column(ShareComments, 's.comments'),
  verdicts: column(z.boolean().describe('Whether you can give verdicts on the versions.'), 's.verdicts'),
  downloads: column(ShareDownloads, 's.downloads'),
  upload: column(
    z
      .object({
        maxBytes: z
          .int()
          .nullable()
          .describe('Bytes that all guests together can upload; null for no limit.'),
        usedBytes: z.int().describe('Bytes that guests have uploaded.'),
        kinds: z.array(UploadKind).nullable().describe('Kinds of files that you can upload; null for all.'),
      })
      .nullable()
      .describe('What you can upload; null for nothing.'),
    fragment`(select json_build_object('maxBytes', s.upload_max_bytes, 'usedBytes', ${uploadedBytes},
      'kinds', to_json(s.upload_kinds)) from folders d where d.id = s.upload_folder_id)`,
  ),
  email: column(ShareEmail, 's.email'),
  watermark: column(
    z.boolean().describe('Whether a watermark is drawn into what you see.'),
    's.watermark is not null',
  ),
  expiresAt: column(Timestamp.nullable(), 's.expires_at'),
  folders: column(
    z.array(ShareFolder).describe('Folders that contain the files, parents first.'),
    foldersColumn,
  ),
  versions: column(z.array(ShareVersion), versionsColumn),
  files: computed(
    z.array(ShareFile).describe('The files, in order; at most 1,000. Get File has more of each.'),
  ),
}

export const OpenShare = wireSchema('OpenShare', columns)
export const openShareColumns = selectList(columns)
export type OpenShareRow = Row<typeof columns>
export const openShareRecord = recordMapper(columns)
