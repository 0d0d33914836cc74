// A comment with its replies in few words: for readers who want the discussion, not every detail of each comment.
import { z } from 'zod'
import { CommentId, Timestamp } from '../core/schemas.ts'
import { type Fragment, flat, fragment, nothing, verbatim } from '../core/sql.ts'
import { seesCommentOnFile } from '../core/visibility.ts'
import { column, object, recordText, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { timecodeSql } from './timecode.ts'

/** The newest replies of each thread that are shown. */
const shownReplies = 10

const Author = z.object({ id: z.string(), name: z.string() })

const Reply = z.object({
  id: CommentId,
  content: z.string().nullable().describe('null if it has no text or is deleted.'),
  author: z.string().nullable().describe('Name of the author; null if the account or the reply is deleted.'),
  agent: z.boolean().describe('Whether a tool wrote it.'),
  createdAt: Timestamp,
})

/** Selected from `access`, `comments c`, `authorJoins` and `threadJoins`. */
const columns = {
  id: column(CommentId, 'c.id'),
  content: column(z.string().nullable().describe('The text; null if there is none.'), 'c.content'),
  anchor: column(
    z.int().nullable().describe('Milliseconds on video and audio, the page on documents.'),
    'c.anchor',
  ),
  frame: column(z.int().nullable().describe('Exact frame of a video, counted from 0.'), 'c.frame'),
  timecode: column(
    z.string().nullable().describe('The place as a timecode, as in Get Comment.'),
    fragment`(select ${verbatim(timecodeSql('m', { frame: 'c.frame', ms: 'c.anchor' }))} from media m where m.file_id = c.file_id)`,
  ),
  duration: column(
    z.int().nullable().describe('Length of the range, in the unit of the anchor.'),
    'c.duration',
  ),
  shapes: column(
    z
      .array(z.enum(['pen', 'arrow', 'box', 'ellipse', 'text']))
      .describe('Kinds of the shapes that are drawn on the image.'),
    fragment`coalesce((select json_agg(shape ->> 'kind') from jsonb_array_elements(c.annotation -> 'shapes') shape), '[]')`,
  ),
  author: object(Author.nullable().describe('null if the account is deleted.'), {
    id: userProperties.id,
    name: userProperties.name,
  }),
  agent: column(z.boolean().describe('Whether a tool wrote it.'), 'c.agent'),
  attachmentCount: column(
    z.int(),
    '(select count(*)::integer from comment_attachments a where a.comment_id = c.id)',
  ),
  replyCount: column(z.int(), 'coalesce(replies.count, 0)'),
  replies: column(
    z.array(Reply).describe(`The newest ${shownReplies}, oldest first.`),
    "coalesce(replies.list, '[]')",
  ),
  resolvedAt: column(Timestamp.nullable(), 'c.resolved_at'),
  createdAt: column(Timestamp, 'c.created_at'),
}

export const CommentThread = wireSchema('CommentThread', columns)
export type CommentThread = z.output<typeof CommentThread>
export const threadText = recordText(columns)

const time = verbatim(`to_char(r.created_at, 'YYYY-MM-DD HH24:MI:SS.US')`)

/** The replies of all comments of `page`, read once. */
export const threadJoins = repliesOfPage(nothing)

/** The same for guests of a share. */
export const guestThreadJoins = repliesOfPage(fragment`and ${seesCommentOnFile('reply')}`)

function repliesOfPage(shown: Fragment): Fragment {
  const readers = shown === nothing ? nothing : fragment`cross join access`
  return flat(fragment`
  left join (
    select r.parent_id, count(*), json_agg(json_build_object(
      'id', r.id, 'content', r.content, 'author', case when r.deleted_at is null then coalesce(w.display_name, u.name) end,
      'agent', r.agent, 'createdAt', ${time}) order by r.created_at, r.id)
      filter (where r.newest <= ${verbatim(String(shownReplies))}) as list
    from (
      select reply.*, row_number() over (partition by reply.parent_id order by reply.created_at desc, reply.id desc) as newest
      from comments reply ${readers} where reply.parent_id = any(array(select id from page)) ${shown}
    ) r
    left join users u on u.id = r.author_id
    left join workspace_members w on w.workspace_id = (select workspace_id from access) and w.user_id = u.id
    group by r.parent_id
  ) replies on replies.parent_id = c.id`)
}
