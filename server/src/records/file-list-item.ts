// A file as lists in pages show it: with the facts of its card, in the same statement as the page.
import { z } from 'zod'
import { fragment } from '../core/sql.ts'
import { column, object, recordText, wireSchema } from './columns.ts'
import { computedFileTexts, fileAuthor, fileAuthorJoins, fileFields } from './file.ts'
import { Media, manifestText, thumbnailJoin } from './media.ts'

export const FileKind = z
  .enum(['VIDEO', 'AUDIO', 'IMAGE', 'DOCUMENT', 'MODEL', 'OTHER'])
  .describe('Derived from the content type, then from the content itself. OTHER while both are unknown.')

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
    total: z.int().describe('Number of top-level comments; replies are not counted.'),
    open: z.int().describe('Number of these that are unresolved.'),
  })
  .meta({ id: 'CommentCounts' })

/** Selected from `files f`, `access` and `listItemJoins`. */
const columns = {
  ...fileFields,
  kind: column(FileKind, 'f.kind'),
  author: fileAuthor,
  media: object(MediaSummary.nullable().describe('As in Get File; null for files without previews.'), {
    state: 'm.state',
    progress: 'm.progress',
    width: 'm.width',
    height: 'm.height',
    durationMs: 'm.duration_ms',
    frameRate: "m.frame_rate_num || '/' || m.frame_rate_den",
    frames: 'm.frames',
    pages: 'm.pages',
    sprite: 'sprite.object_id',
  }),
  comments: object(
    CommentCounts.nullable().describe('null if your credential lacks the scope comments:read.'),
    { total: 'counted.total', open: 'counted.open' },
  ),
}

export const FileListItem = wireSchema('FileListItem', columns)
export type FileListItem = z.output<typeof FileListItem>

/** The file as text; `withUrls` completes it. */
export const listItemText = recordText(columns, {
  ...computedFileTexts,
  'media.sprite': manifestText('sprite.object_id', 'sprite.vtt'),
})

/** Joined to `files f`. Counts comments only if the caller may read comments. */
export function listItemJoins(countComments: boolean) {
  return fragment`${thumbnailJoin}
    left join media m on m.file_id = f.id
    left join media_derivatives sprite on sprite.file_id = m.file_id and sprite.name = 'sprite.vtt'
      and m.kind = 'VIDEO'
    ${fileAuthorJoins}
    left join lateral (
      select count(*)::integer as total, (count(*) filter (where c.resolved_at is null))::integer as open
      from comments c where c.file_id = f.id and c.parent_id is null and c.deleted_at is null
    ) counted on ${countComments}::boolean`
}
