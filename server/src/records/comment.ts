import { z } from 'zod'
import {
  CommentAttachmentId,
  CommentId,
  FileId,
  ProjectId,
  SkillId,
  Timestamp,
  UserId,
  UserSummary,
} from '../core/schemas.ts'
import { type Fragment, flat, fragment, verbatim } from '../core/sql.ts'
import { seesCommentOnFile, seesPerson } from '../core/visibility.ts'
import { Annotation } from './annotation.ts'
import { column, object, type Row, recordMapper, recordText, selectList, wireSchema } from './columns.ts'
import { userProperties } from './member.ts'
import { timecodeSql } from './timecode.ts'

export const Reaction = z
  .object({
    type: z.string().describe('One emoji.'),
    count: z.int().describe('Number of users who added this reaction.'),
    users: z
      .array(z.object({ id: UserId }))
      .describe('The users who added this reaction, in the order in which they added it.'),
  })
  .meta({ id: 'Reaction' })

export const CommentAttachment = z
  .object({
    id: CommentAttachmentId,
    name: z.string(),
    size: z.int().describe('Size in bytes.'),
    mimeType: z.string().nullable().describe('Content type, detected from the bytes.'),
  })
  .meta({ id: 'CommentAttachment' })

const reaction = verbatim(`json_build_object('type', given.type, 'count', given.count, 'users', given.users)`)

/** The reactions to `comments c`, oldest first. */
export const reactionsColumn = fragment`coalesce((
    select json_agg(${reaction} order by given.since, given.type)
    from (
      select r.type, count(*) as count, min(r.created_at) as since,
        json_agg(json_build_object('id', r.user_id) order by r.created_at, r.user_id) as users
      from comment_reactions r where r.comment_id = c.id and ${seesPerson('r.user_id')} group by r.type
    ) given), '[]')`

const attachment = verbatim(
  `json_build_object('id', a.id, 'name', a.name, 'size', o.size, 'mimeType', o.mime_type)`,
)

const attachmentsColumn = fragment`coalesce((
    select json_agg(${attachment} order by a.position)
    from comment_attachments a join objects o on o.id = a.object_id where a.comment_id = c.id), '[]')`

const mention = verbatim(
  `json_build_object('id', u.id, 'name', ${userProperties.name}, 'avatarUrl', ${userProperties.avatarUrl})
    order by ${userProperties.name}, u.id`,
)

/** The people whom `comments c` mentions now, as the workspace of `access` knows them. */
const mentionsColumn = fragment`case when c.has_mentions and c.deleted_at is null then coalesce((
    select json_agg(${mention}) from comment_mentions m join users u on u.id = m.user_id
    left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id
    where m.comment_id = c.id and m.current), '[]') else '[]' end`

const mentionsEveryone = 'c.mentions_everyone and c.deleted_at is null'

/** A deleted comment keeps its place in the table, for exports; clients read null. */
const unlessDeleted = (column: string) => `case when c.deleted_at is null then ${column} end`

const place = { frame: 'c.frame', ms: 'c.anchor' }

const skillColumns = (sql: (name: string) => string) => ({
  id: unlessDeleted(sql('skill_id')),
  name: unlessDeleted(sql('skill_name')),
  version: unlessDeleted(sql('skill_version')),
})

const importedColumns = (sql: (name: string) => string) => ({
  format: unlessDeleted(sql('format')),
  author: unlessDeleted(sql('author')),
})

/** Selected from `access`, `comments c` and `authorJoins`. */
const columns = {
  id: column(CommentId, 'c.id'),
  content: column(
    z
      .string()
      .nullable()
      .describe(
        'The text. Mentions are written `@[name](user:id)` and `@[everyone](review:everyone)`. null if the comment has no text or is deleted.',
      ),
    'c.content',
  ),
  anchor: column(
    z
      .int()
      .nullable()
      .describe(
        'Position in the file: milliseconds on video and audio, the page from 1 on documents. null if the comment is about the whole file or is deleted.',
      ),
    unlessDeleted('c.anchor'),
  ),
  duration: column(
    z
      .int()
      .nullable()
      .describe('Length of the range that starts at the anchor, in the same unit. null when deleted.'),
    unlessDeleted('c.duration'),
  ),
  frame: column(
    z.int().nullable().describe('Exact frame of a video, counted from 0. null when deleted.'),
    unlessDeleted('c.frame'),
  ),
  timecode: column(
    z
      .string()
      .nullable()
      .describe(
        'The place as a timecode: in the source timecode of the video, or from 00:00:00:00 if it has none. On audio, 00:00:00.000. null without a place, when deleted, and if the frame rate is unknown or varies.',
      ),
    fragment`case when c.deleted_at is null and coalesce(c.anchor, c.frame) is not null then (
      select ${verbatim(timecodeSql('m', place))} from media m where m.file_id = c.file_id) end`,
  ),
  annotation: column(Annotation.nullable(), 'c.annotation'),
  parent: object(
    z
      .object({ id: CommentId })
      .nullable()
      .describe('The comment that this one replies to; null for a top-level comment.'),
    { id: 'c.parent_id' },
  ),
  file: object(
    z
      .object({ id: FileId })
      .nullable()
      .describe('The file that the comment is on; null for a comment on the project.'),
    { id: 'c.file_id' },
  ),
  project: object(z.object({ id: ProjectId }), { id: 'c.project_id' }),
  author: object(
    UserSummary.omit({ email: true })
      .nullable()
      .describe('null if the comment or the account of its author is deleted.'),
    userProperties,
  ),
  imported: object(
    z
      .object({
        format: z.string().describe('Format of the marker file.'),
        author: z.string().nullable().describe('Who wrote it, as the file says; null if it does not.'),
      })
      .nullable()
      .describe('Set for a comment that `author` imported from a marker file. null when deleted.'),
    importedColumns((name) => `(select i.${name} from comment_imports i where i.comment_id = c.id)`),
  ),
  skill: object(
    z
      .object({ id: SkillId, name: z.string(), version: z.int() })
      .nullable()
      .describe('Set for a note that this skill drafted and `author` accepted. null when deleted.'),
    skillColumns((name) => `(select k.${name} from comment_skills k where k.comment_id = c.id)`),
  ),
  agent: column(z.boolean().describe('Whether a tool wrote the comment, through MCP or OAuth.'), 'c.agent'),
  replyCount: column(
    z.int(),
    fragment`(select count(*)::integer from comments reply where reply.parent_id = c.id and ${seesCommentOnFile('reply')})`,
  ),
  reactions: column(z.array(Reaction), reactionsColumn),
  attachments: column(z.array(CommentAttachment), attachmentsColumn),
  mentions: column(
    z
      .array(UserSummary.omit({ email: true }))
      .describe('The people whom the text mentions, with their current names, in the order of these.'),
    mentionsColumn,
  ),
  mentionsEveryone: column(
    z.boolean().describe('Whether the text mentions all members of the project who can see the comment.'),
    `(${mentionsEveryone}) is true`,
  ),
  resolvedAt: column(Timestamp.nullable(), 'c.resolved_at'),
  createdAt: column(Timestamp, 'c.created_at'),
  updatedAt: column(Timestamp, 'c.updated_at'),
}

export const Comment = wireSchema('Comment', columns)
export type Comment = z.output<typeof Comment>

export const commentColumns = selectList(columns)
export type CommentRow = Row<typeof columns>
export const commentRecord = recordMapper(columns)

/**
 * As `mentionsColumn`, for the comments of `page`. The inner query does not depend on the comment, so Postgres runs it at most
 * once, and not at all for a page without mentions.
 */
const pageMentions = fragment`case when c.has_mentions and c.deleted_at is null then coalesce((
    select jsonb_object_agg(comment_id, list) from (
      select m.comment_id, json_agg(${mention}) as list
      from comment_mentions m join users u on u.id = m.user_id
      left join workspace_members w on w.workspace_id = (select workspace_id from access) and w.user_id = u.id
      where m.comment_id = any(array(select id from page where has_mentions)) and m.current
      group by m.comment_id
    ) mentioned) ->> c.id::text, '[]') else '[]' end`

const writtenText = { mentionsEveryone: `case when ${mentionsEveryone} then 'true' else 'false' end` }

/**
 * The comments of a page as text, selected from `access`, `page c`, `authorJoins` and `pageJoins`. Replies, reactions and
 * attachments are looked up once for the whole page: a subquery for each of 50 comments takes four times as long.
 */
export const commentText = recordText(
  {
    ...columns,
    timecode: { ...columns.timecode, sql: unlessDeleted(`(${timecodeSql('timed', place)})`) },
    replyCount: { ...columns.replyCount, sql: 'coalesce(replies.count, 0)' },
    reactions: { ...columns.reactions, sql: "coalesce(reactions.list, '[]')" },
    attachments: { ...columns.attachments, sql: "coalesce(attachments.list, '[]')" },
    mentions: { ...columns.mentions, sql: pageMentions },
    skill: { ...columns.skill, properties: skillColumns((name) => `drafted.${name}`) },
    imported: { ...columns.imported, properties: importedColumns((name) => `imported.${name}`) },
  },
  writtenText,
)

/** The same for guests of a share, from `access`, `page c` and `authorJoins`. They see fewer replies and reactions. */
export const guestCommentText = recordText(columns, writtenText)

const ofPage = verbatim('any(array(select id from page))')

/** To join a list of the page. Without `materialized`, Postgres may run it again for each comment, if it expects a single one. */
const once = (list: Fragment) => fragment`(with found as materialized (${list}) select * from found)`

const replies = once(fragment`
    select parent_id, count(*) from comments where parent_id = ${ofPage} group by parent_id`)

const reactions = once(fragment`
    select given.comment_id, json_agg(${reaction} order by given.since, given.type) as list
    from (
      select r.comment_id, r.type, count(*), min(r.created_at) as since,
        json_agg(json_build_object('id', r.user_id) order by r.created_at, r.user_id) as users
      from comment_reactions r where r.comment_id = ${ofPage} group by r.comment_id, r.type
    ) given group by given.comment_id`)

const attachments = once(fragment`
    select a.comment_id, json_agg(${attachment} order by a.position) as list
    from comment_attachments a join objects o on o.id = a.object_id
    where a.comment_id = ${ofPage} group by a.comment_id`)

export const pageJoins = flat(fragment`
  left join comment_imports imported on imported.comment_id = c.id
  left join comment_skills drafted on drafted.comment_id = c.id
  left join media timed on timed.file_id = c.file_id
  left join ${replies} replies on replies.parent_id = c.id
  left join ${reactions} reactions on reactions.comment_id = c.id
  left join ${attachments} attachments on attachments.comment_id = c.id`)

/** For exports: deleted comments keep their place, so that replies to them stay on the timeline. */
export const exportedCommentColumns = selectList({
  ...columns,
  anchor: { ...columns.anchor, sql: 'c.anchor' },
  duration: { ...columns.duration, sql: 'c.duration' },
  frame: { ...columns.frame, sql: 'c.frame' },
})

/** Joins the author of `comments c` as the workspace of `access` knows them. */
export const authorJoins = fragment`left join users u on u.id = c.author_id
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`
