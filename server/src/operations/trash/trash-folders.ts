// Moves folders to the trash, with everything in them, and back.
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { fragment, type Sql, verbatim } from '../../core/sql.ts'
import { emit, restrictedIf } from '../../events/outbox.ts'
import { type Actor, folderEvent } from '../../events/resource-events.ts'
import { cancelInTrash } from '../../generation/transitions.ts'
import { type Deletion, newEntries, pathOf, purgedEvents } from './entries.ts'
import type { LockedEntry } from './locked-entries.ts'
import { movedFileEvents, restoredComments } from './trash-files.ts'

const maxDepth = 20
const maxName = 64

/**
 * Moves a folder to the trash, with everything in it. The caller has locked the tree. A folder or file that is added meanwhile
 * violates a constraint: 409.
 */
export async function trashFolder(sql: Sql, deletion: Deletion, folderId: string): Promise<void> {
  const tree = fragment`tree as (
    select id, parent_id from folders where id = ${folderId}
    union all
    select child.id, child.parent_id from tree join folders child on child.parent_id = tree.id
  )`
  // Locked in one order. The locks keep new files, folders and comments out.
  await sql`
    with recursive ${tree}, locked as (
      select f.id from tree join folders f on f.id = tree.id order by f.id for update of f
    )
    select count(*) from locked`
  await sql`
    with recursive ${tree}, locked as (
      select f.id from tree join files f on f.folder_id = tree.id order by f.id for update of f
    )
    select count(*) from locked`
  const entry = newEntries(deletion, 'FOLDER', fragment`folders d where d.id = ${folderId}`, {
    id: fragment`${newUuid()}::uuid`,
    project: fragment`d.project_id`,
    record: fragment`d.id`,
    name: fragment`d.name`,
    folder: fragment`d.parent_id`,
    path: pathOf(fragment`d.parent_id`),
    files: fragment`(select count(*) from tree join files f on f.folder_id = tree.id)`,
    comments: fragment`(select count(*) from tree join files f on f.folder_id = tree.id
      join comments c on c.file_id = f.id where c.deleted_at is null)`,
    size: fragment`(select coalesce(sum(f.size), 0) from tree join files f on f.folder_id = tree.id)`,
  })
  // A join, because Postgres would evaluate a subquery again for every folder.
  const deepestFirst = fragment`(
    select d.id, d.project_id, tree.parent_id, shown.id is not null as shown
    from moved_folders d join tree on tree.id = d.id left join shown on shown.id = d.id order by d.depth desc, d.id
  ) it`
  const folders = folderEvent(
    'folder.deleted',
    deletion.caller,
    deepestFirst,
    restrictedIf(fragment`it.shown`),
  )
  const [moved] = await sql<{ id: string; generating: boolean }>`
    with recursive ${tree}, shown as (
      -- The folder contains a file that restricted reviewers see, or leads to one.
      select f.folder_id as id from tree join files f on f.folder_id = tree.id where f.allow_restricted
      union
      select tree.parent_id from shown join tree on tree.id = shown.id
    ), ${entry}, moved_files as (
      update all_files f set trash_id = entry.id from entry, tree
      where f.folder_id = tree.id and f.trash_id is null returning f.id, f.project_id, f.allow_restricted, f.status
    ), moved_comments as (
      update all_comments c set trash_id = entry.id from entry, moved_files
      where c.file_id = moved_files.id and c.trash_id is null
      returning c.id, c.project_id, c.file_id, c.parent_id, c.deleted_at
    ), moved_folders as (
      -- The folder itself has no place, so that the one above can be moved or deleted for good.
      update all_folders f set trash_id = entry.id,
        parent_id = case when f.id = entry.record_id then null else f.parent_id end,
        parent_depth = case when f.id = entry.record_id then null else f.parent_depth end
      from entry, tree where f.id = tree.id and f.trash_id is null returning f.id, f.project_id, f.depth
    ), emitted as (${emit(...movedFileEvents('deleted', deletion.caller), folders, ...purgedEvents(deletion))})
    select id, exists (select from moved_files where status = 'GENERATING') as generating from entry`
  if (!moved) throw new ApiError('not_found')
  if (moved.generating) await cancelInTrash(sql, fragment`f.trash_id = ${moved.id}`)
}

export type RestoredFolder = { id: string; name: string; parentId: string | null }

/**
 * Puts the folder of a locked entry back, with everything in it: into the folder above, or into the root if that is gone, in the
 * trash or too deep by now. The caller has locked the tree. A folder whose name was taken meanwhile gets a number.
 */
export async function restoreFolder(sql: Sql, actor: Actor, entry: LockedEntry): Promise<RestoredFolder> {
  const [place] = await sql<{ id: string | null; depth: number | null; name: string }>`
    select d.id, d.depth, ${freeName} as name
    from all_folders root
    left join folders d on d.id = ${entry.folderId} and d.project_id = root.project_id
      and d.depth + (select max(below.depth) from all_folders below where below.trash_id = root.trash_id) <= ${maxDepth}
    where root.trash_id = ${entry.id} and root.parent_id is null`
  const { id: parentId, depth, name } = place!
  const topFirst = fragment`(
    select f.id, f.project_id, f.parent_id, shown.id is not null as shown
    from moved_folders f left join shown on shown.id = f.id order by f.place, f.id
  ) it`
  const folders = folderEvent('folder.restored', actor, topFirst, restrictedIf(fragment`it.shown`))
  const [root] = await sql<RestoredFolder>`
    with recursive shown as (
      select f.folder_id as id from all_files f where f.trash_id = ${entry.id} and f.allow_restricted
      union
      select f.parent_id from shown join all_folders f on f.id = shown.id and f.trash_id = ${entry.id}
    ), entry as (
      delete from trash where id = ${entry.id} returning id, record_id
    ), moved_folders as (
      update all_folders f set trash_id = null,
        parent_id = case when f.id = entry.record_id then ${parentId} else f.parent_id end,
        parent_depth = case when f.id = entry.record_id then ${depth}::integer else f.parent_depth end,
        name = case when f.id = entry.record_id then ${name} else f.name end
      from entry where f.trash_id = entry.id
      returning f.id, f.project_id, f.parent_id, f.name, case when f.id = entry.record_id then 0 else f.depth end as place
    ), moved_files as (
      update all_files f set trash_id = null from entry
      where f.trash_id = entry.id returning f.id, f.project_id, f.allow_restricted
    ), ${restoredComments}, emitted as (${emit(folders, ...movedFileEvents('restored', actor))})
    select id, name, parent_id as "parentId" from moved_folders where place = 0`
  return root!
}

/** The name of the folder `root`, or the first `name (2)`, `name (3)`, … that no folder in the place `d` has. */
const freeName = fragment`(
  select candidate.name from generate_series(1, 10000) as n, lateral (
    select case when n = 1 then '' else ' (' || n || ')' end as number
  ) suffix, lateral (
    select left(root.name, ${verbatim(String(maxName))} - char_length(suffix.number)) || suffix.number as name
  ) candidate
  where not exists (
    select from folders taken where taken.project_id = root.project_id
      and coalesce(taken.parent_id, '') = coalesce(d.id, '') and lower(taken.name) = lower(candidate.name))
  order by n limit 1)`
