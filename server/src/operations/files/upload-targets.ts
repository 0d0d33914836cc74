// Targets of uploads: finds the folders and replaced files of many uploads at once, and inserts the rows of new files.
import { violationError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import type { ContextFields } from '../../core/operation.ts'
import { fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { fileEvent } from '../../events/resource-events.ts'

type Reference = { id: string } | null | undefined
type Named = { folder?: Reference; replaces?: Reference }

/** The stack that an upload continues, and the folder of the file that it replaces. */
export type Replaced = { stackId: string; folderId: string | null }

type Targets = { folders: Set<string>; replaced: Map<string, Replaced> }

/** Finds which of the referenced folders and files are in the project. */
export async function findTargets(sql: Sql, projectId: string, named: readonly Named[]): Promise<Targets> {
  const idsOf = (key: keyof Named) => [...new Set(named.flatMap((one) => one[key]?.id ?? []))]
  const [folderIds, replacedIds] = [idsOf('folder'), idsOf('replaces')]
  const folders = folderIds.length === 0 ? [] : await findFolders(sql, projectId, folderIds)
  const replaced = replacedIds.length === 0 ? [] : await findReplaced(sql, projectId, replacedIds)
  return {
    folders: new Set(folders.map(({ id }) => id)),
    replaced: new Map(replaced.map(({ id, ...found }) => [id, found])),
  }
}

function findFolders(sql: Sql, projectId: string, ids: readonly string[]) {
  return sql<{ id: string }>`
    select id from folders where id = any(${ids}::text[]) and project_id = ${projectId}`
}

function findReplaced(sql: Sql, projectId: string, ids: readonly string[]) {
  return sql<{ id: string } & Replaced>`
    select id, stack_id as "stackId", folder_id as "folderId" from files
    where id = any(${ids}::text[]) and project_id = ${projectId}`
}

/**
 * Refuses an upload whose folder or replaced file is not in the project, before it starts in vain. If the folder is
 * deleted meanwhile, the constraint refuses the row. Returns the file that the upload replaces.
 */
export function requireTargets(targets: Targets, { folder, replaces }: Named): Replaced | undefined {
  const replaced = replaces ? targets.replaced.get(replaces.id) : undefined
  if (replaces && !replaced) throw violationError({ reference: '/replaces/id' })
  if (folder && !targets.folders.has(folder.id)) throw violationError({ reference: '/folder/id' })
  return replaced
}

type NewFile = {
  name: string
  /** null while it is unknown. */
  size: number | null
  folder?: Reference
  replaced: Replaced | undefined
  /** null until the server has downloaded the bytes. */
  objectId: string | null
}

/** Inserts the rows of new files in order, and returns their ids. */
export async function insertFiles(
  { sql, projectId, caller }: Pick<ContextFields, 'sql' | 'projectId' | 'caller'>,
  files: readonly NewFile[],
): Promise<string[]> {
  const ids = files.map(() => newPrefixedId('FX'))
  const numbers = await stackNumbers(sql, projectId, files)
  await sql`
    with created as (
      insert into files (id, project_id, folder_id, name, mode, status, size, position, object_id, author_id,
        stack_id, stack_number, created_at, updated_at)
      select one.id, ${projectId}, one.folder_id, one.name, 'LOCAL', 'UPLOADING', one.size,
        last.position + one.place, one.object_id, ${caller.userId}, one.stack_id, one.stack_number,
        -- Lists sort by time, so the files of one call get ascending times.
        now() + (one.place - 1) * interval '1 microsecond', now() + (one.place - 1) * interval '1 microsecond'
      from (select coalesce(max(position), 0) as position from all_files where project_id = ${projectId}) last,
        unnest(${ids}::text[],
          ${files.map(({ folder, replaced }) => folder?.id ?? replaced?.folderId ?? null)}::text[],
          ${files.map(({ name }) => name)}::text[], ${files.map(({ size }) => size)}::bigint[],
          ${files.map(({ objectId }) => objectId)}::uuid[],
          ${files.map(({ replaced }, i) => replaced?.stackId ?? ids[i])}::text[], ${numbers}::integer[])
          with ordinality as one (id, folder_id, name, size, object_id, stack_id, stack_number, place)
      order by one.place
      returning id, project_id, allow_restricted, mode
    )
    ${emit(fileEvent('file.created', caller, fragment`created it`, { mode: fragment`it.mode` }))}`
  return ids
}

/** The number of each file in its stack. Stacks are locked in one order, so that two calls cannot deadlock. */
async function stackNumbers(sql: Sql, projectId: string, files: readonly NewFile[]): Promise<number[]> {
  const numbers = files.map(() => 1)
  const continued = files.flatMap(({ replaced }, i) => (replaced ? [{ i, stackId: replaced.stackId }] : []))
  // The sort is stable, so two revisions of one stack in one call are numbered in the order of the request.
  for (const { i, stackId } of continued.sort((a, b) => a.stackId.localeCompare(b.stackId)))
    numbers[i] = await nextNumber(sql, projectId, stackId)
  return numbers
}

async function nextNumber(sql: Sql, projectId: string, stackId: string): Promise<number> {
  const [stack] = await sql<{ number: number }>`
    insert into file_stacks (id, project_id, last_number)
    select ${stackId}, ${projectId}, coalesce(max(stack_number), 1) + 1 from all_files where stack_id = ${stackId}
    on conflict on constraint file_stacks_pkey do update set last_number = file_stacks.last_number + 1
    returning last_number as number`
  return stack!.number
}
