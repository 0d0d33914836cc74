// Moves files to the trash, with their comments, and back.
import { newUuid } from '../../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit, type NewEvent } from '../../events/outbox.ts'
import { type Actor, commentEvent, fileEvent, versionEvent } from '../../events/resource-events.ts'
import { cancelInTrash } from '../../generation/transitions.ts'
import { type Deletion, newEntries, pathOf, purgedEvents } from './entries.ts'

/** Moves files to the trash, an entry for each. The caller has locked them `for update`, which keeps new comments off them. */
export async function trashFiles(sql: Sql, deletion: Deletion, ids: readonly string[]): Promise<void> {
  const given = fragment`unnest(${ids}::text[], ${ids.map(() => newUuid())}::uuid[]) as given (id, entry_id)
    join files f on f.id = given.id`
  const entries = newEntries(deletion, 'FILE', given, {
    id: fragment`given.entry_id`,
    project: fragment`f.project_id`,
    record: fragment`f.id`,
    name: fragment`f.name`,
    folder: fragment`f.folder_id`,
    path: pathOf(fragment`f.folder_id`),
    files: fragment`1`,
    comments: fragment`(select count(*) from comments c where c.file_id = f.id and c.deleted_at is null)`,
    size: fragment`coalesce(f.size, 0)`,
  })
  const events = movedFileEvents('deleted', deletion.caller)
  const moved = await sql<{ generating: boolean }>`
    with ${entries}, moved_files as (
      -- Without a place: the folder can be deleted for good while the file is here.
      update all_files f set trash_id = entry.id, folder_id = null from entry
      where f.id = entry.record_id and f.trash_id is null returning f.id, f.project_id, f.allow_restricted, f.status
    ), moved_comments as (
      update all_comments c set trash_id = entry.id from entry
      where c.file_id = entry.record_id and c.trash_id is null
      returning c.id, c.project_id, c.file_id, c.parent_id, c.deleted_at
    ), emitted as (${emit(...events, ...purgedEvents(deletion))})
    select status = 'GENERATING' as generating from moved_files`
  if (moved.some(({ generating }) => generating))
    await cancelInTrash(sql, fragment`f.id = any(${ids}::text[])`)
}

/**
 * The events of `moved_files` and `moved_comments`, in the order of a client that removes or adds what it shows. A deleted
 * comment that remains as a placeholder for its replies has emitted its event before.
 */
export function movedFileEvents(what: 'deleted' | 'restored', actor: Actor): [NewEvent, ...NewEvent[]] {
  const comments = commentEvent(
    `comment.${what}`,
    actor,
    fragment`(select * from moved_comments where deleted_at is null) it`,
  )
  // A reader who does not see a file must not learn that it was removed from a version.
  const versions = fragment`(
    select v.id, v.project_id, v.allow_restricted and bool_or(moved_files.allow_restricted) as allow_restricted
    from moved_files join version_files h on h.file_id = moved_files.id join versions v on v.id = h.version_id
    group by v.id, v.project_id, v.allow_restricted
  ) it`
  const changed = versionEvent('version.updated', actor, versions, { changed: ['files'] })
  const files = fileEvent(`file.${what}`, actor, fragment`moved_files it`)
  return what === 'deleted' ? [comments, changed, files] : [files, changed, comments]
}

export type RestoredFile = { id: string; name: string; folderId: string | null }

/** Puts the files of locked entries back: into their folder, or into the root if it is gone or in the trash. */
export async function restoreFiles(
  sql: Sql,
  actor: Actor,
  entryIds: readonly string[],
): Promise<RestoredFile[]> {
  return sql<RestoredFile>`
    with entry as (
      delete from trash where id = any(${entryIds}::uuid[]) returning id, project_id, record_id, folder_id
    ), moved_files as (
      update all_files f set trash_id = null, folder_id = ${livePlace} from entry
      where f.trash_id = entry.id returning f.id, f.project_id, f.allow_restricted, f.name, f.folder_id
    ), ${restoredComments}, emitted as (${emit(...movedFileEvents('restored', actor))})
    select id, name, folder_id as "folderId" from moved_files`
}

/** The folder of an entry, unless it is gone or in the trash. */
export const livePlace: Fragment = fragment`(
  select d.id from folders d where d.id = entry.folder_id and d.project_id = entry.project_id)`

/** The part `moved_comments` of a statement that restores `entry`. */
export const restoredComments: Fragment = fragment`moved_comments as (
  update all_comments c set trash_id = null from entry
  where c.trash_id = entry.id returning c.id, c.project_id, c.file_id, c.parent_id, c.deleted_at)`
