// Moves comments to the trash and back. A comment with replies stays in its thread as a placeholder without content; the content
// waits in a copy of the row, which is in the trash with its attachments, reactions and mentions.
import { newUuid } from '../../core/ids.ts'
import { fragment, type Sql, verbatim } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { type Actor, commentEvent } from '../../events/resource-events.ts'
import { excerpt } from '../../records/notification.ts'
import { type Deletion, newEntries, purgedEvents } from './entries.ts'
import type { LockedEntry } from './locked-entries.ts'

/** Moves a comment, which the caller has locked, to the trash. A placeholder goes with the last reply to it. */
export async function trashComment(sql: Sql, deletion: Deletion, commentId: string): Promise<void> {
  const entry = newEntries(deletion, 'COMMENT', fragment`comments c where c.id = ${commentId}`, {
    id: fragment`${newUuid()}::uuid`,
    project: fragment`c.project_id`,
    record: fragment`c.id::text`,
    name: fragment`coalesce(${verbatim(excerpt)}, '')`,
    file: fragment`c.file_id`,
    thread: fragment`c.parent_id`,
    comments: fragment`1`,
    size: fragment`(select coalesce(sum(o.size), 0) from comment_attachments a join objects o on o.id = a.object_id
      where a.comment_id = c.id)`,
  })
  const deleted = fragment`(select id, project_id, file_id, parent_id from comments where id = ${commentId}) it`
  const [moved] = await sql<{ id: string; parentId: string | null; hasReplies: boolean }>`
    with ${entry}, emitted as (${emit(commentEvent('comment.deleted', deletion.caller, deleted), ...purgedEvents(deletion))})
    select entry.id, c.parent_id as "parentId", exists (select from comments reply where reply.parent_id = c.id) as "hasReplies"
    from entry join comments c on c.id = ${commentId}`
  const { id, parentId, hasReplies } = moved!
  if (hasReplies) return void (await leavePlaceholder(sql, commentId, id))
  await sql`update all_comments set trash_id = ${id} where id = ${commentId}`
  if (parentId !== null) await endThread(sql, parentId, id)
}

/**
 * Moves the content of a comment into a copy that is in the trash, and leaves a placeholder. Its place stays in the row, because
 * exports put the replies there.
 */
async function leavePlaceholder(sql: Sql, commentId: string, entryId: string): Promise<void> {
  const copyId = newUuid()
  await sql`
    insert into all_comments (id, project_id, file_id, author_id, agent, content, anchor, duration, frame, annotation, resolved_at,
      resolved_by, created_at, updated_at, has_mentions, mentions_everyone, trash_id)
    select ${copyId}, project_id, file_id, author_id, agent, content, anchor, duration, frame, annotation, resolved_at,
      resolved_by, created_at, updated_at, has_mentions, mentions_everyone, ${entryId}
    from all_comments where id = ${commentId}`
  await moveParts(sql, commentId, copyId)
  await sql`
    update all_comments
    set content = null, annotation = null, author_id = null, agent = false, has_mentions = null, mentions_everyone = null,
      deleted_at = now(), updated_at = clock_timestamp(), trash_id = null
    where id = ${commentId}`
}

async function moveParts(sql: Sql, from: string, to: string): Promise<void> {
  await sql`update comment_attachments set comment_id = ${to} where comment_id = ${from}`
  await sql`update comment_reactions set comment_id = ${to} where comment_id = ${from}`
  await sql`update comment_mentions set comment_id = ${to} where comment_id = ${from}`
}

/**
 * Moves a placeholder to the trash along with its last reply, without another event. The lock is taken before the check, so that
 * requests that delete the last two replies, or the last reply and the comment, take turns.
 */
async function endThread(sql: Sql, commentId: string, entryId: string): Promise<void> {
  const [comment] = await sql<{ deleted: boolean }>`
    select deleted_at is not null as deleted from comments where id = ${commentId} for update`
  if (!comment?.deleted) return
  await sql`
    update all_comments c set trash_id = ${entryId}
    where c.id = ${commentId} and not exists (select from comments reply where reply.parent_id = c.id)`
}

/** Puts the comment of a locked entry back: with its content, and with the thread that a reply belongs to. */
export async function restoreComment(sql: Sql, actor: Actor, entry: LockedEntry, commentId: string) {
  const [comment] = await sql<{ parentId: string | null; deleted: boolean }>`
    select parent_id as "parentId", deleted_at is not null as deleted from all_comments where id = ${commentId} for update`
  const { parentId, deleted } = comment!
  if (parentId !== null) await restoreThread(sql, parentId)
  if (deleted) await fillPlaceholder(sql, commentId, entry.id)
  const restored = fragment`(select id, project_id, file_id, parent_id from restored where id = ${commentId}) it`
  await sql`
    with restored as (
      -- With an "or", Postgres would read all comments.
      update all_comments set trash_id = null
      where id in (select c.id from all_comments c where c.trash_id = ${entry.id} union all select ${commentId}::uuid)
      returning id, project_id, file_id, parent_id
    ), ended as (delete from trash where id = ${entry.id})
    ${emit(commentEvent('comment.restored', actor, restored))}`
}

/** The thread of a reply is shown again, without content if it was deleted, too. */
async function restoreThread(sql: Sql, commentId: string): Promise<void> {
  const [thread] = await sql<{ deleted: boolean; entryId: string | null }>`
    select deleted_at is not null as deleted, trash_id as "entryId" from all_comments where id = ${commentId} for update`
  const { deleted, entryId } = thread!
  if (entryId === null) return
  if (deleted) await sql`update all_comments set trash_id = null where id = ${commentId}`
  else await leavePlaceholder(sql, commentId, entryId)
}

/** The opposite of `leavePlaceholder`. */
async function fillPlaceholder(sql: Sql, commentId: string, entryId: string): Promise<void> {
  const [copy] = await sql<{ id: string }>`
    update all_comments c
    set content = copy.content, annotation = copy.annotation, author_id = copy.author_id, agent = copy.agent,
      has_mentions = copy.has_mentions, mentions_everyone = copy.mentions_everyone, deleted_at = null,
      updated_at = copy.updated_at
    from all_comments copy where c.id = ${commentId} and copy.trash_id = ${entryId} and copy.id <> c.id
    returning copy.id`
  await moveParts(sql, copy!.id, commentId)
  await sql`delete from all_comments where id = ${copy!.id}`
}
