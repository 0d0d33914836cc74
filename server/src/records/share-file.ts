// A file in the list of a share: enough to show it among the others. Get File has the rest.
import { z } from 'zod'
import type { Caller } from '../core/access.ts'
import { FileId, FolderId, Timestamp, VersionId } from '../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { FileUrls } from '../core/storage.ts'
import { seesCommentOnFile, seesFile, seesPerson, shareShowsFolder } from '../core/visibility.ts'
import { column, computed, object, type Row, recordMapper, selectList, wireSchema } from './columns.ts'
import { FileMode } from './file.ts'
import { Media, thumbnailJoin } from './media.ts'
import { type Marks, pictureFor } from './media-for.ts'

const facts = Media.pick({
  state: true,
  kind: true,
  width: true,
  height: true,
  durationMs: true,
  frameRate: true,
  frames: true,
  pages: true,
  hasAudio: true,
})

/** Selected from `access`, `listed`, its `files f` and `thumbnailJoin`. */
const columns = {
  id: column(FileId, 'f.id'),
  name: column(z.string(), 'f.name'),
  description: column(z.string().nullable(), 'f.description'),
  mode: column(FileMode, 'f.mode'),
  mimeType: column(z.string().nullable(), 'f.mime_type'),
  size: column(z.int().describe('Size in bytes; 0 if unknown.'), 'coalesce(f.size, 0)'),
  byteSize: column(z.int().nullable().describe('Size in bytes; null if it is not stored here.'), 'f.size'),
  revision: column(z.int().describe('Number of the file in its revision stack, from 1.'), 'f.stack_number'),
  folder: object(
    z.object({ id: FolderId }).nullable().describe('null if the share does not show its folder.'),
    {
      id: fragment`(select d.id from folders d where d.id = f.folder_id and ${shareShowsFolder('d')})`,
    },
  ),
  version: object(z.object({ id: VersionId }).nullable().describe('The shared version that it belongs to.'), {
    id: 'listed.version_id',
  }),
  own: column(z.boolean().describe('Whether you uploaded it.'), 'listed.own'),
  author: column(
    z.string().nullable().describe('Name of the person who uploaded it; null if the account is deleted.'),
    fragment`(select coalesce(w.display_name, u.name) from users u
      left join workspace_members w on w.user_id = u.id and w.workspace_id = access.workspace_id
      where u.id = f.author_id and ${seesPerson('u.id')})`,
  ),
  commentCount: column(
    z.int().describe('Threads that you see.'),
    fragment`(select count(*)::integer from comments c
      where c.file_id = f.id and c.parent_id is null and c.deleted_at is null and ${seesCommentOnFile('c')})`,
  ),
  media: column(
    facts.nullable().describe('Facts about the media; null for files without previews.'),
    fragment`case when m.file_id is not null then json_build_object('state', m.state, 'kind', m.kind, 'width', m.width,
      'height', m.height, 'durationMs', m.duration_ms, 'frameRate', m.frame_rate_num || '/' || m.frame_rate_den,
      'frames', m.frames, 'pages', m.pages, 'hasAudio', m.has_audio) end`,
  ),
  thumbnail: computed(
    z.string().nullable().describe('URL of a thumbnail, valid for minutes; null until there is one.'),
    {
      thumbnailId: column(z.string().nullable(), 't.object_id'),
      thumbnailName: column(z.string(), 't.name'),
      thumbnailType: column(z.string(), 't.mime_type'),
    },
  ),
  createdAt: column(Timestamp, 'f.created_at'),
}

export const ShareFile = wireSchema('ShareFile', columns)
export type SharedFileRow = Row<typeof columns>
const fileColumns = selectList(columns)
const mapFile = recordMapper(columns)

export async function shareFileRecord(
  caller: Caller,
  services: { storage: FileUrls; marks: Marks },
  row: SharedFileRow,
): Promise<z.output<typeof ShareFile>> {
  const { thumbnailId, thumbnailName: name, thumbnailType: mimeType } = row
  const thumbnail =
    thumbnailId === null
      ? null
      : await pictureFor(caller, services, row.id, { objectId: thumbnailId, name, mimeType })
  const record = mapFile(row, { thumbnail })
  return {
    ...record,
    media: record.media && { ...record.media, state: stateFor(caller, services.marks, row) },
  }
}

/** With a watermark, a file is ready when its images are. */
function stateFor(caller: Caller, marks: Marks, { id, media }: SharedFileRow) {
  const { state } = media!
  if (caller.share?.watermark == null || state !== 'READY') return state
  return marks(id)?.state ?? 'PENDING'
}

/** A share is looked at, not searched: more files than this belong into several shares. */
const mostFiles = verbatim('1000')

/**
 * The statement that selects the files of the share of `access`, in order: by item; in a folder by its place in the tree, then as
 * in the project. A file of several items appears once. Own uploads come last.
 */
export function sharedFiles(access: Fragment, columns = fileColumns, most = mostFiles): Fragment {
  return fragment`
    with recursive access as materialized (select * from ${access}), share as materialized (
      select s.* from access join share_guests guest on guest.id = access.guest_id join shares s on s.id = guest.share_id
    ), item as (
      select i.* from share join share_items i on i.share_id = share.id
    ), below as (
      select item.position as place, item.folder_id as id, array[]::text[] as path from item where item.folder_id is not null
      union all
      select below.place, d.id, below.path || (lower(d.name) || ' ' || d.id)
      from below join folders d on d.parent_id = below.id
    ), candidate as (
      select x.file_id as id, x.item_position as place, array[]::text[] as path, x.position::double precision as position
      from share join share_files x on x.share_id = share.id where share.revisions = 'FROZEN'
      union all
      select f.id, item.position, array[]::text[], 0 from share, item join files f on f.stack_id = item.stack_id
      where share.revisions = 'LATEST'
      union all
      select vf.file_id, item.position, array[]::text[], vf.position
      from share, item join versions v on v.id = item.version_id join version_files vf on vf.version_id = v.id
      where share.revisions = 'LATEST'
      union all
      select f.id, below.place, below.path, f.position from share, below join files f on f.folder_id = below.id
      where share.revisions = 'LATEST'
      union all
      select up.file_id, 1000000, array[]::text[], 0 from access join share_uploads up on up.guest_id = access.guest_id
    ), listed as (
      select distinct on (c.id) c.id, c.place, c.path, c.position, v.id as version_id, exists (
          select from access join share_uploads up on up.guest_id = access.guest_id and up.file_id = c.id) as own
      from candidate c left join item on item.position = c.place left join versions v on v.id = item.version_id
      order by c.id, c.place, c.path collate "C", c.position
    )
    select ${columns}
    from access cross join listed join files f on f.id = listed.id
    left join media m on m.file_id = f.id ${thumbnailJoin}
    where ${seesFile('f')}
    order by listed.place, listed.path collate "C", listed.position, f.created_at, f.id limit ${most}`
}
