// Makes comments searchable (table `comment_texts`) after their events are numbered, so that no comment waits for it. The texts
// and the position of the workspace change in one transaction.
import type { Logger } from 'pino'
import { type Database, fragment, type Sql, verbatim } from '../core/sql.ts'
import { type EventFollower, startEventFollower, workspacesAfter } from '../events/event-follower.ts'
import { eventsAfter } from '../records/event.ts'

/** Events per transaction. */
export const batchSize = 500
/** Under constant writes, the texts of this time are stored together. */
const restMs = 250

export function startCommentTexts({
  database,
  logger,
}: {
  database: Database
  logger: Logger
}): EventFollower {
  return startEventFollower({
    behind: () => workspacesBehind(database.sql),
    next: (workspaceId) => storeNextTexts(database, workspaceId),
    restMs,
    failure: 'texts of comments could not be stored for the search; retrying',
    logger,
  })
}

/** Workspaces with events that are not processed yet. */
export function workspacesBehind(sql: Sql): Promise<string[]> {
  return workspacesAfter(sql, 'comment_text_positions')
}

/** Stores the texts that the next events of a workspace are about; returns undefined while another worker does. */
export async function storeNextTexts(
  database: Database,
  workspaceId: string,
): Promise<{ full: boolean } | undefined> {
  return database.transaction(async (sql) => {
    await sql`
      insert into comment_text_positions (workspace_id, number)
      select id, 0 from workspaces where id = ${workspaceId}
      on conflict on constraint comment_text_positions_pkey do nothing`
    const [position] = await sql<{ number: number }>`
      select number from comment_text_positions where workspace_id = ${workspaceId} for update skip locked`
    if (!position) return undefined
    const next = eventsAfter('workspace_id', workspaceId, position.number)
    // Events and counter are from one snapshot. Comments in the trash keep their texts: they may be restored. The lock leaves out
    // comments that are being deleted, as the foreign key would.
    const [stored] = await sql<{ read: number; forgotten: number }>`
      with batch as materialized (
        select e.number, e.type, e.data from ${next.from}
        where ${next.where} ${next.order} ${verbatim(`limit ${batchSize}`)}
      ), counter as (
        select c.forgotten_number as number from event_counters c where c.workspace_id = ${workspaceId}
      ), chosen as materialized (
        select c.id, c.content from all_comments c
        where c.id = any(array(
          select (data #>> '{comment,id}')::uuid from batch
          where type in ('comment.created', 'comment.updated', 'comment.deleted', 'comment.restored')))
        order by c.id for key share
      ), ${storeChosen}, moved as (
        update comment_text_positions
        set number = greatest((select max(number) from batch), (select number from counter))
        where workspace_id = ${workspaceId}
          and (exists (select from batch) or number < (select number from counter))
      )
      select (select count(*)::integer from batch) as read, coalesce((select number from counter), 0) as forgotten`
    if (position.number < stored!.forgotten) await walkAgain(sql)
    return { full: stored!.read === batchSize }
  })
}

/**
 * Stores the texts of the comments in `chosen`, in the order of their ids, and removes those of comments without one. The comments are
 * locked in that order, too, as by everything else that locks many of them.
 */
export const storeChosen = fragment`
  stored as (
    insert into comment_texts as t (comment_id, key)
    select id, search_key(search_folded(content)) from chosen where content is not null order by id
    on conflict on constraint comment_texts_pkey do update set key = excluded.key where t.key <> excluded.key
  ), removed as (
    delete from comment_texts t using chosen where t.comment_id = chosen.id and chosen.content is null
  )`

/** Events that no worker has processed are no longer stored: the job `store-comment-texts` reads all comments. */
async function walkAgain(sql: Sql): Promise<void> {
  await sql`
    insert into comment_texts_missing (position) values ('ffffffff-ffff-ffff-ffff-ffffffffffff')
    on conflict ((true)) do update set position = excluded.position`
}
