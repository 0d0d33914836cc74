import { z } from 'zod'
import {
  CommentAttachmentId,
  CommentId,
  FileId,
  ProjectId,
  Timestamp,
  UserId,
  UserSummary,
} from '../core/schemas.ts'
import { fragment } from '../core/sql.ts'
import { Annotation } from './annotation.ts'

export const Reaction = z
  .object({
    type: z.string().describe('One emoji.'),
    count: z.int().describe('How many users gave it.'),
    users: z.array(z.object({ id: UserId })).describe('Who gave it, first come first.'),
  })
  .meta({ id: 'Reaction' })

export const CommentAttachment = z
  .object({
    id: CommentAttachmentId,
    name: z.string(),
    size: z.int().describe('In bytes.'),
    mimeType: z.string().nullable().describe('Found out from the bytes.'),
  })
  .meta({ id: 'CommentAttachment' })

export const Comment = z
  .object({
    id: CommentId,
    content: z.string().nullable().describe('null: attachments or a place only, or deleted.'),
    anchor: z
      .int()
      .nullable()
      .describe(
        'Milliseconds on video and audio, the page from 1 on documents; null: all of the file, or deleted.',
      ),
    duration: z
      .int()
      .nullable()
      .describe('How far it reaches from the anchor, in the same unit; null when deleted.'),
    frame: z.int().nullable().describe('The exact frame, from 0, on video; null when deleted.'),
    annotation: Annotation.nullable(),
    parent: z.object({ id: CommentId }).nullable().describe('The comment it replies to; null: top-level.'),
    file: z.object({ id: FileId }).nullable().describe('The file it is on; null: the project itself.'),
    project: z.object({ id: ProjectId }),
    author: UserSummary.omit({ email: true }).nullable().describe('null: deleted, or the account is gone.'),
    agent: z.boolean().describe('Whether a tool wrote it, through MCP or OAuth.'),
    replyCount: z.int(),
    reactions: z.array(Reaction),
    attachments: z.array(CommentAttachment),
    resolvedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Comment' })
export type Comment = z.output<typeof Comment>

/** The reactions of `comments c`, the first given first. */
export const reactionsColumn = fragment`coalesce((
    select json_agg(json_build_object('type', given.type, 'count', given.count, 'users', given.users)
      order by given.since, given.type)
    from (
      select r.type, count(*) as count, min(r.created_at) as since,
        json_agg(json_build_object('id', r.user_id) order by r.created_at, r.user_id) as users
      from comment_reactions r where r.comment_id = c.id group by r.type
    ) given), '[]')`

const attachmentsColumn = fragment`coalesce((
    select json_agg(json_build_object('id', a.id, 'name', a.name, 'size', o.size, 'mimeType', o.mime_type)
      order by a.position)
    from comment_attachments a join objects o on o.id = a.object_id where a.comment_id = c.id), '[]')`

/** All of a comment in one statement; goes with `access`, `comments c` and the joins below. */
export const commentColumns = fragment`c.id, c.content, c.anchor, c.duration, c.frame, c.annotation,
  c.parent_id as "parentId", c.file_id as "fileId", c.project_id as "projectId", c.agent,
  c.resolved_at as "resolvedAt", c.created_at as "createdAt", c.updated_at as "updatedAt",
  c.deleted_at is not null as deleted, u.id as "authorId", coalesce(w.display_name, u.name) as "authorName",
  coalesce(w.avatar_url, u.avatar_url) as "authorAvatarUrl",
  (select count(*)::integer from comments reply where reply.parent_id = c.id) as "replyCount",
  ${reactionsColumn} as reactions, ${attachmentsColumn} as attachments`

export const authorJoins = fragment`left join users u on u.id = c.author_id
  left join workspace_members w on w.workspace_id = access.workspace_id and w.user_id = u.id`

export type CommentRow = Omit<Comment, 'parent' | 'file' | 'project' | 'author'> & {
  parentId: string | null
  fileId: string | null
  projectId: string
  authorId: string | null
  authorName: string
  authorAvatarUrl: string | null
  deleted: boolean
}

/** The place of a deleted comment stays in its row, for exports; clients read that it points to nothing. */
const nowhere = { anchor: null, duration: null, frame: null }

export function commentRecord(row: CommentRow): Comment {
  const { parentId, fileId, projectId, authorId, authorName, authorAvatarUrl } = row
  const { anchor, duration, frame } = row.deleted ? nowhere : row
  return {
    id: row.id,
    content: row.content,
    anchor,
    duration,
    frame,
    annotation: row.annotation,
    parent: parentId === null ? null : { id: parentId },
    file: fileId === null ? null : { id: fileId },
    project: { id: projectId },
    author: authorId === null ? null : { id: authorId, name: authorName, avatarUrl: authorAvatarUrl },
    agent: row.agent,
    replyCount: row.replyCount,
    reactions: row.reactions,
    attachments: row.attachments,
    resolvedAt: row.resolvedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
