// Shares: their settings and wire shapes, for managers of the project.
import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { FileId, FolderId, ShareGuestId, ShareId, Timestamp, text, UserSummary } from '../core/schemas.ts'
import type { SecretBox } from '../core/secret-box.ts'
import { fragment } from '../core/sql.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { Verdict } from './version.ts'

export const ItemKind = z.enum(['FILE', 'FOLDER', 'VERSION'])

export const ShareAccess = z
  .enum(['VIEW', 'COMMENT'])
  .describe('COMMENT: guests can comment. VIEW: they can only look.')
export const ShareComments = z
  .enum(['ALL', 'OWN'])
  .describe(
    'Comments that a guest sees. ALL: those of the team and of other guests of this share. OWN: the threads that they began, with the replies of the team.',
  )
export const ShareDownloads = z
  .enum(['NONE', 'PROXY', 'ORIGINAL'])
  .describe('What guests can download. PROXY: the copy that plays in a browser.')
export const ShareRevisions = z
  .enum(['LATEST', 'FROZEN'])
  .describe(
    'LATEST: always the latest complete revision of each file, and what is in a folder or version now. FROZEN: the files as they were when they were chosen.',
  )
export const ShareEmail = z
  .enum(['NONE', 'OPTIONAL', 'REQUIRED'])
  .describe('Whether guests are asked for their e-mail address besides their name.')

export const uploadKinds = ['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL'] as const
export const UploadKind = z.enum(uploadKinds)
export type UploadKind = z.output<typeof UploadKind>

const uploadShape = {
  maxBytes: z
    .int()
    .min(1)
    .nullable()
    .describe('Bytes that all guests together can upload; null for no limit of this share.'),
  kinds: z
    .array(UploadKind)
    .min(1)
    .max(uploadKinds.length)
    .nullable()
    .describe('Kinds of files that guests can upload; null for all.'),
}

/** In requests, the limits may be omitted. */
export const ShareUploadInput = z
  .strictObject({
    folder: z.strictObject({ id: FolderId }).describe('The folder that uploads go to.'),
    maxBytes: uploadShape.maxBytes.default(null),
    kinds: uploadShape.kinds.default(null),
  })
  .describe('Where and what guests can upload; null for nothing.')

export const WatermarkInput = z
  .strictObject({
    text: text(1, 200).describe('Text of the watermark, in which {name}, {email} and {date} are replaced.'),
    position: z
      .enum(['CENTER', 'TILED', 'TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT'])
      .describe('Place of the text. TILED: all over the image.'),
    size: z.enum(['SMALL', 'MEDIUM', 'LARGE']).describe('Size of the letters.'),
    opacity: z.number().min(0.05).max(1).describe('From barely visible, 0.05, to opaque, 1.'),
  })
  .describe(
    'Text that is drawn into everything that guests see. It deters from passing copies on, and does not prevent it.',
  )
const Watermark = WatermarkInput.meta({ id: 'Watermark' })

const ShareItem = z
  .object({
    kind: ItemKind,
    id: z
      .string()
      .describe(
        'File, folder or version ID. Of a file whose latest revision is shown: the ID of that revision.',
      ),
    name: z.string(),
  })
  .meta({ id: 'ShareItem' })

/** The chosen records of `shares s` that still exist, in their order. */
const itemsColumn = fragment`(
  select coalesce(json_agg(json_build_object('kind', found.kind, 'id', found.id, 'name', found.name) order by i.position), '[]')
  from share_items i cross join lateral (
    select 'FILE' as kind, chosen.id, chosen.name from (
      select f.id, f.name from files f
      where i.stack_id = f.stack_id and case s.revisions when 'LATEST' then f.status = 'UPLOADED' else exists (
        select from share_files x where x.share_id = s.id and x.file_id = f.id and x.item_position = i.position) end
      order by f.stack_number desc limit 1
    ) chosen
    union all
    select 'FOLDER', d.id, d.name from folders d where d.id = i.folder_id
    union all
    select 'VERSION', v.id::text, v.name from versions v where v.id = i.version_id
  ) found
  where i.share_id = s.id)`

const guests = 'from share_guests g where g.share_id = s.id and not g.preview'

/** Selected from `shares s` and `shareJoins`. */
const columns = {
  id: column(ShareId, 's.id'),
  name: column(z.string(), 's.name'),
  items: column(
    z.array(ShareItem).describe('What is shown, in this order. Deleted records are left out.'),
    itemsColumn,
  ),
  access: column(ShareAccess, 's.access'),
  comments: column(ShareComments, 's.comments'),
  verdicts: column(
    z.boolean().describe('Whether guests can give verdicts on the shared versions.'),
    's.verdicts',
  ),
  downloads: column(ShareDownloads, 's.downloads'),
  upload: column(
    z
      .object({ folder: z.object({ id: FolderId, name: z.string() }), ...uploadShape })
      .nullable()
      .describe('Where and what guests can upload; null for nothing.'),
    fragment`(select json_build_object('folder', json_build_object('id', d.id, 'name', d.name),
      'maxBytes', s.upload_max_bytes, 'kinds', to_json(s.upload_kinds)) from folders d where d.id = s.upload_folder_id)`,
  ),
  revisions: column(ShareRevisions, 's.revisions'),
  hasPassword: column(
    z.boolean().describe('Whether opening takes a password.'),
    's.password_hash is not null',
  ),
  expiresAt: column(
    Timestamp.nullable().describe('When the share ends by itself; null if it does not.'),
    's.expires_at',
  ),
  welcome: column(z.string().nullable().describe('Text that guests read first.'), 's.welcome'),
  email: column(ShareEmail, 's.email'),
  watermark: column(Watermark.nullable(), 's.watermark'),
  url: computed(
    z.string().nullable().describe('The link for guests; null without the scope `shares:write`.'),
    { keySealed: column(z.custom<Buffer>(), 's.key_sealed') },
  ),
  endedAt: column(Timestamp.nullable().describe('When a manager ended it; null if none did.'), 's.ended_at'),
  guestCount: column(z.int().describe('People who opened it.'), `(select count(*)::integer ${guests})`),
  lastOpenedAt: column(
    Timestamp.nullable().describe('When a guest last used it, to the minute; null if none did.'),
    `(select max(g.seen_at) ${guests})`,
  ),
  project: object(z.object({ id: z.string() }), { id: 's.project_id' }),
  author: object(
    UserSummary.omit({ email: true }).nullable().describe('null if the account is deleted.'),
    userProperties,
  ),
  createdAt: column(Timestamp, 's.created_at'),
  updatedAt: column(Timestamp, 's.updated_at'),
}

export const Share = wireSchema('Share', columns)
export const shareColumns = selectList(columns)
export type ShareRow = Row<typeof columns>
const mapShare = recordMapper(columns)

/** Joins the author of `shares s` as the workspace of `access` knows them. */
export const shareJoins = fragment`left join users u on u.id = s.created_by
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`

/** The path of the page that guests open. */
export const sharePath = '/s'

/** The link is shown to callers with the scope for it, as long as the SECRET_KEY that sealed its key is unchanged. */
export function shareRecord(
  row: ShareRow,
  { caller, secrets, origin }: { caller: Caller; secrets: SecretBox; origin: () => string },
): z.output<typeof Share> {
  const key = caller.scopes.has('shares:write') ? secrets.open(row.keySealed) : undefined
  return mapShare(row, { url: key === undefined ? null : `${origin()}${sharePath}/${key}` })
}

const ViewedFile = z.object({
  id: FileId,
  name: z.string(),
  opens: z.int().describe('How often the guest opened the file.'),
  watched: z.number().min(0).max(1).describe('The farthest place that the guest reached, from 0 to 1.'),
  firstAt: Timestamp,
  lastAt: Timestamp,
})

/** Selected from `share_guests g` and `shares s`. */
const guestColumns = {
  id: column(ShareGuestId, 'g.id'),
  name: column(z.string().describe('As the guest gave it; nobody has checked it.'), 'g.name'),
  email: column(
    z.string().nullable().describe('As the guest gave it; nobody has checked it. null if they gave none.'),
    'g.email',
  ),
  firstOpenedAt: column(Timestamp, 'g.opened_at'),
  lastOpenedAt: column(Timestamp.describe('When the guest last used the share, to the minute.'), 'g.seen_at'),
  endedAt: column(
    Timestamp.nullable().describe('When a manager ended the share for this guest; null if none did.'),
    'g.ended_at',
  ),
  files: column(
    z.array(ViewedFile).describe('The files that the guest opened, the last one first.'),
    fragment`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'opens', seen.opens,
        'watched', round(seen.watched::numeric, 4), 'firstAt', to_char(seen.first_at, 'YYYY-MM-DD HH24:MI:SS.US'),
        'lastAt', to_char(seen.last_at, 'YYYY-MM-DD HH24:MI:SS.US')) order by seen.last_at desc, f.id), '[]')
      from share_views seen join files f on f.id = seen.file_id where seen.guest_id = g.id)`,
  ),
  verdicts: column(
    z
      .array(
        z.object({
          version: z.object({ id: z.string(), name: z.string() }),
          verdict: Verdict,
          givenAt: Timestamp,
        }),
      )
      .describe('The verdicts that the guest gave on versions.'),
    fragment`(select coalesce(json_agg(json_build_object('version', json_build_object('id', v.id, 'name', v.name),
        'verdict', d.verdict, 'givenAt', to_char(d.given_at, 'YYYY-MM-DD HH24:MI:SS.US')) order by d.given_at), '[]')
      from verdicts d join versions v on v.id = d.version_id where d.user_id = g.user_id)`,
  ),
  commentCount: column(
    z.int().describe('Comments and replies that the guest wrote.'),
    `(select count(*)::integer from share_comments sc join comments c on c.id = sc.comment_id
      where sc.share_id = s.id and c.author_id = g.user_id)`,
  ),
  uploadCount: column(
    z.int().describe('Files that the guest uploaded.'),
    '(select count(*)::integer from share_uploads up join files f on f.id = up.file_id where up.guest_id = g.id)',
  ),
}

export const ShareGuest = wireSchema('ShareGuest', guestColumns)
export const shareGuestColumns = selectList(guestColumns)
export type ShareGuestRow = Row<typeof guestColumns>
export const shareGuestRecord = recordMapper(guestColumns)
