// A file as lists in pages show it: with what a card tells of it, in the same statement as the page.
import { z } from 'zod'
import { UserSummary } from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { File, type FileRow, fileColumns, fileRecord, thumbnailJoin } from './file.ts'
import { Media, type MediaUrls, manifestUrl } from './media.ts'

export const FileKind = z
  .enum(['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL', 'OTHER'])
  .describe('By its content type, then by what it turned out to hold. OTHER while nothing is known of it.')

export const MediaSummary = Media.pick({
  state: true,
  progress: true,
  width: true,
  height: true,
  durationMs: true,
  frameRate: true,
  frames: true,
  pages: true,
  sprite: true,
}).meta({ id: 'MediaSummary' })

export const CommentCounts = z
  .object({
    total: z.int().describe('Top-level comments; replies are not counted.'),
    open: z.int().describe('Those of them that are not resolved.'),
  })
  .meta({ id: 'CommentCounts' })

export const FileListItem = File.extend({
  kind: FileKind,
  author: UserSummary.omit({ email: true }).nullable().describe('null: the account is gone.'),
  media: MediaSummary.nullable().describe('As in Get File; null: nothing is made of such a file.'),
  comments: CommentCounts.nullable().describe('null: your credential lacks the scope comments:read.'),
}).meta({ id: 'FileListItem' })
export type FileListItem = z.output<typeof FileListItem>

/** The columns of `files f` that make a FileListItem. */
export const listItemColumns = fragment`${fileColumns}, f.kind,
  u.id as "authorId", coalesce(w.display_name, u.name) as "authorName",
  coalesce(w.avatar_url, u.avatar_url) as "authorAvatarUrl",
  m.state as "mediaState", m.progress, m.width, m.height, m.duration_ms as "durationMs",
  m.frame_rate_num || '/' || m.frame_rate_den as "frameRate", m.frames, m.pages, sprite.object_id as "spriteId",
  counted.total as "commentsTotal", counted.open as "commentsOpen"`

/** Joined to `files f`. Comments are counted only for a caller who may read comments. */
export function listItemJoins(countComments: boolean) {
  return fragment`${thumbnailJoin}
    left join media m on m.file_id = f.id
    left join media_derivatives sprite on sprite.file_id = m.file_id and sprite.name = 'sprite.vtt'
      and m.kind = 'VIDEO'
    left join users u on u.id = f.author_id
    left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id
    left join lateral (
      select count(*)::integer as total, (count(*) filter (where c.resolved_at is null))::integer as open
      from comments c where c.file_id = f.id and c.parent_id is null and c.deleted_at is null
    ) counted on ${countComments}::boolean`
}

type Summary = z.output<typeof MediaSummary>

export type ListItemRow = FileRow &
  Omit<Summary, 'state' | 'sprite'> & {
    kind: FileListItem['kind']
    authorId: string | null
    authorName: string
    authorAvatarUrl: string | null
    mediaState: Summary['state'] | null
    spriteId: string | null
    commentsTotal: number | null
    commentsOpen: number
  }

export async function listItemRecord(row: ListItemRow, services: MediaUrls): Promise<FileListItem> {
  const { kind, authorId, authorName, authorAvatarUrl, commentsTotal, commentsOpen } = row
  return {
    ...(await fileRecord(services.storage, row)),
    kind,
    author: authorId === null ? null : { id: authorId, name: authorName, avatarUrl: authorAvatarUrl },
    media: mediaSummary(row, services),
    comments: commentsTotal === null ? null : { total: commentsTotal, open: commentsOpen },
  }
}

function mediaSummary(row: ListItemRow, { urls }: MediaUrls): Summary | null {
  const { mediaState, progress, width, height, durationMs, frameRate, frames, pages, spriteId } = row
  if (mediaState === null) return null
  const sprite =
    spriteId === null ? null : manifestUrl(urls, row.id, { objectId: spriteId, name: 'sprite.vtt' })
  return { state: mediaState, progress, width, height, durationMs, frameRate, frames, pages, sprite }
}
