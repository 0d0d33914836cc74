// The items of a share: finds them in the project, stores them in their order, and freezes their files.
import { unknownReference } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { type ItemInput, refuse } from './share-input.ts'

type Place = { sql: Sql; shareId: string; projectId: string }

/** Replaces the items of a share. Must run in a transaction that has locked or inserted the share. */
export async function storeItems(place: Place, items: readonly ItemInput[], frozen: boolean): Promise<void> {
  const { sql, shareId, projectId } = place
  const stacks = await requireItems(sql, projectId, items)
  await sql`delete from share_items where share_id = ${shareId}`
  const idOf = (kind: ItemInput['kind']) => items.map((item) => (item.kind === kind ? item.id : null))
  await sql`
    insert into share_items (share_id, project_id, position, stack_id, folder_id, version_id)
    select ${shareId}, ${projectId}, given.position, given.stack_id, given.folder_id, given.version_id
    from unnest(${items.map(({ kind, id }) => (kind === 'FILE' ? stacks.get(id)! : null))}::text[],
      ${idOf('FOLDER')}::text[], ${idOf('VERSION')}::uuid[])
      with ordinality as given (stack_id, folder_id, version_id, position)`
  const files = idOf('FILE')
  await freeze(place, frozen, files)
}

/** The stacks of the files by their ids. Refuses what is not in the project, and what is there twice. */
async function requireItems(
  sql: Sql,
  projectId: string,
  items: readonly ItemInput[],
): Promise<Map<string, string>> {
  const ids = items.map(({ id }) => id)
  const found = await sql<{ kind: string; id: string; stackId: string | null }>`
    select 'FILE' as kind, f.id, f.stack_id as "stackId" from files f
    where f.project_id = ${projectId} and f.id = any(${ids}::text[])
    union all
    select 'FOLDER', d.id, null from folders d where d.project_id = ${projectId} and d.id = any(${ids}::text[])
    union all
    select 'VERSION', v.id::text, null from versions v
    where v.project_id = ${projectId} and v.id::text = any(${ids.map((id) => id.toLowerCase())}::text[])`
  const known = new Map(found.map(({ kind, id, stackId }) => [`${kind} ${id}`, stackId ?? id]))
  const recordOf = ({ kind, id }: ItemInput) =>
    known.get(`${kind} ${kind === 'VERSION' ? id.toLowerCase() : id}`)
  const seen = new Set<string>()
  refuse(
    items.flatMap((item, i) => {
      const record = recordOf(item)
      if (record === undefined) return [unknownReference(`/items/${i}/id`)]
      if (seen.has(`${item.kind} ${record}`)) return [repeated(i)]
      seen.add(`${item.kind} ${record}`)
      return []
    }),
  )
  return new Map(found.flatMap(({ id, stackId }) => (stackId === null ? [] : [[id, stackId]])))
}

function repeated(index: number) {
  const message = 'This item is listed more than once. Revisions of one file count as one item.'
  return { path: `/items/${index}/id`, code: 'duplicate', message }
}

/**
 * Stores the files that the items show now, or none unless the share is frozen. `files` are the chosen revisions; those that
 * are not given are the latest.
 */
export async function freeze(
  { sql, shareId, projectId }: Place,
  frozen: boolean,
  files: readonly (string | null)[] = [],
): Promise<void> {
  await sql`delete from share_files where share_id = ${shareId}`
  if (!frozen) return
  await sql`
    with recursive item as (
      select i.position as place, i.stack_id, i.folder_id, i.version_id, (${files}::text[])[i.position] as file_id
      from share_items i where i.share_id = ${shareId}
    ), below as (
      select item.place, item.folder_id as id, array[]::text[] as path from item where item.folder_id is not null
      union all
      select below.place, d.id, below.path || (lower(d.name) || ' ' || d.id)
      from below join folders d on d.parent_id = below.id
    ), found as (
      select item.place, array[]::text[] as path, 0::double precision as position, f.id, f.created_at from item
      join lateral (
        select * from files f where f.stack_id = item.stack_id and f.status = 'UPLOADED'
          and (item.file_id is null or f.id = item.file_id)
        order by f.stack_number desc limit 1
      ) f on true
      union all
      select item.place, array[]::text[], vf.position, f.id, f.created_at from item
      join versions v on v.id = item.version_id join version_files vf on vf.version_id = v.id
      join files f on f.id = vf.file_id and f.status = 'UPLOADED'
      union all
      (select distinct on (below.place, f.stack_id) below.place, below.path, f.position, f.id, f.created_at
        from below join files f on f.folder_id = below.id and f.status = 'UPLOADED'
        order by below.place, f.stack_id, f.stack_number desc)
    )
    insert into share_files (share_id, project_id, file_id, item_position, position)
    select ${shareId}, ${projectId}, id, place,
      row_number() over (order by place, path collate "C", position, created_at, id)
    from (select distinct on (id) * from found order by id, place, path collate "C", position) one`
}
