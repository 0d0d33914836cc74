// The selection of an archive: the files, folders and version that the caller has chosen, as far as they see them.
import { z } from 'zod'
import { leadsToVisibleFile } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { isPrefixedId } from '../../core/ids.ts'
import { VersionId } from '../../core/schemas.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from '../../core/sql.ts'
import { roleSeesAll, seesFile, seesVersion, shareShowsFolder } from '../../core/visibility.ts'
import type { SkipReason, Variant } from '../../records/archive.ts'
import { isLatest } from '../../records/file.ts'
import { sharedFiles } from '../../records/share-file.ts'
import { FileReferences, selectedIds } from '../files/file-selection.ts'

export const maxFiles = 10_000
const maxFolders = 1_000

// A malformed id is looked up like any other, so that all unknown entries are reported together.
const AnyFolderId = z.string().meta({ pattern: '^DX[0-9A-Za-z]{22,40}$', description: 'Folder ID.' })

export const selectionInput = {
  files: FileReferences.max(maxFiles).nullish().describe('Files of the project, each once.'),
  folders: z
    .array(z.strictObject({ id: AnyFolderId }))
    .max(maxFolders)
    .nullish()
    .describe('Folders: the latest revision of each file in them, at any depth.'),
  version: z.strictObject({ id: VersionId }).nullish().describe('A version: all of its files.'),
}

export type Selection = {
  files: (string | null)[]
  folders: (string | null)[]
  version: string | null
  /** Everything that the share of a guest shows. */
  share: boolean
}

type SelectionInput = z.output<z.ZodObject<typeof selectionInput>>

export function readSelection({ files, folders, version }: SelectionInput): Selection {
  const selection = {
    files: selectedIds(files ?? []),
    folders: (folders ?? []).map(({ id }) => (isPrefixedId('DX', id) ? id : null)),
    version: version?.id ?? null,
    share: false,
  }
  if (selection.files.length + selection.folders.length > 0 || version) return selection
  const message = 'Choose at least one file, folder or version.'
  throw new ApiError('invalid_request', { errors: [{ path: '/files', code: 'required', message }] })
}

/** The caller's view of the project, and the names from which the archive gets its name. */
export type Chosen = {
  projectId: string
  workspaceId: string
  restricted: boolean
  projectName: string
  folderName: string | null
  versionName: string | null
  /** null for members. */
  shareName: string | null
}

type ChosenRow = Chosen & { unknownFiles: number[]; unknownFolders: number[] }

const seesFolder = fragment`(${roleSeesAll('access.role')} or ${leadsToVisibleFile()})`

/**
 * Throws when something that was chosen does not exist for the caller. Postgres cannot know how many files are chosen, or how many
 * a folder has: here and below, `offset 0` makes it look up each file, folder and object by its index, instead of comparing all
 * with all.
 */
export async function lookUp(sql: Sql, access: Fragment, selection: Selection): Promise<Chosen> {
  const { files, folders, version } = selection
  const [row] = await sql<ChosenRow>`
    select access.project_id as "projectId", access.workspace_id as "workspaceId", p.name as "projectName",
      not ${roleSeesAll('access.role')} as restricted,
      array(select given.place::integer - 1 from unnest(${files}::text[]) with ordinality as given (id, place)
        left join lateral (select f.id from files f
          where f.id = given.id and f.project_id = access.project_id and ${seesFile('f')} offset 0) known on true
        where known.id is null order by given.place) as "unknownFiles",
      array(select given.place::integer - 1 from unnest(${folders}::text[]) with ordinality as given (id, place)
        left join lateral (select it.id from folders it
          where it.id = given.id and it.project_id = access.project_id and ${seesFolder} offset 0) known on true
        where known.id is null order by given.place) as "unknownFolders",
      (select d.name from folders d where d.id = ${folders[0] ?? null}) as "folderName",
      (select s.name from share_guests guest join shares s on s.id = guest.share_id
        where guest.id = access.guest_id) as "shareName",
      (select v.name from versions v
        where v.id = ${version} and v.project_id = access.project_id and ${seesVersion('v')}) as "versionName"
    from ${access} join projects p on p.id = access.project_id`
  if (!row) throw new ApiError('not_found')
  const { unknownFiles, unknownFolders, ...chosen } = row
  const unknown = [
    ...unknownFiles.map((place) => `/files/${place}/id`),
    ...unknownFolders.map((place) => `/folders/${place}/id`),
    ...(version !== null && chosen.versionName === null ? ['/version/id'] : []),
  ]
  if (unknown.length > 0) throw new ApiError('invalid_request', { errors: unknown.map(unknownReference) })
  return chosen
}

/** A chosen file and the object that stands for it in the archive. */
export type SelectedFile = {
  id: string
  name: string
  folderId: string | null
  /** Chosen itself or with a version, and not only with its folder. */
  direct: boolean
  objectId: string
  size: number
  crc: number | null
  /** The name of the derivative, such as `proxy.mp4`; null for the original. */
  derivative: string | null
  mimeType: string
  /** In seconds. */
  modifiedAt: number
}

export type SkippedFile = { id: string; name: string; reason: z.output<typeof SkipReason> }

export type Selected = { files: SelectedFile[]; skipped: SkippedFile[] }

type Row = SelectedFile & { reason: SkippedFile['reason'] | null }

/**
 * The files of a selection that `lookUp` has found, in the order of their names; without those that cannot be downloaded.
 */
export async function selectFiles(
  sql: Sql,
  access: Fragment,
  { files, folders, version, share }: Selection,
  variant: Variant,
): Promise<Selected> {
  const rows = await sql<Row>`
    with recursive below as (
      select given.id from unnest(${folders}::text[]) as given (id)
      union
      select d.id from below cross join lateral (
        select d.id from folders d where d.parent_id = below.id offset 0) d
    ), chosen as materialized (
      select id, bool_or(direct) as direct from (
        select given.id, true as direct from unnest(${files}::text[]) as given (id)
        union all
        select f.id, true from ${access} cross join version_files vf join files f on f.id = vf.file_id
        where vf.version_id = ${version} and ${seesFile('f')}
        union all
        select f.id, false from ${access} cross join below cross join lateral (
          select f.id from (select f.* from files f where f.folder_id = below.id offset 0) f
          where ${isLatest(verbatim('f'))} and ${seesFile('f')}) f
        ${share ? fragment`union all select shown.id, false from (${allShared(access)}) shown` : nothing}
      ) one group by id limit ${maxFiles + 1}
    )
    select f.id, f.name, f.folder_id as "folderId", chosen.direct, o.id as "objectId", o.size, o.mime_type as "mimeType", source.derivative,
      extract(epoch from f.created_at)::bigint as "modifiedAt", case when k.length = o.size then k.crc end as crc,
      case when f.mode = 'YOUTUBE' then 'YOUTUBE' when f.status <> 'UPLOADED' then 'NOT_READY'
        when o.id is null then ${missing[variant]} end as reason
    from ${access} cross join chosen
    cross join lateral (select f.* from files f where f.id = chosen.id and f.project_id = access.project_id offset 0) f
    left join lateral (select m.state, m.kind from media m where m.file_id = f.id offset 0) m on true
    left join lateral (${sources[variant]} offset 0) source on true
    left join lateral (
      select o.id, o.size, o.mime_type from objects o where o.id = source.object_id and o.stored_at is not null offset 0) o on true
    left join lateral (select k.length, k.crc from object_crcs k where k.object_id = o.id offset 0) k on true
    order by f.name_sort, f.created_at, f.id`
  if (rows.length > maxFiles) throw new ApiError('archive_too_large')
  const skipped = rows.flatMap(({ id, name, reason }) => (reason === null ? [] : [{ id, name, reason }]))
  return { files: rows.filter(({ reason }) => reason === null), skipped }
}

function allShared(access: Fragment): Fragment {
  return sharedFiles(access, fragment`f.id`, fragment`${maxFiles + 1}`)
}

const sources: Record<Variant, Fragment> = {
  ORIGINAL: fragment`select f.object_id, null::text as derivative`,
  PROXY: fragment`select d.object_id, d.name as derivative from media_derivatives d
    where d.file_id = f.id and (d.name like 'proxy.%' or (m.kind = 'IMAGE' and d.name like 'preview.%')) limit 1`,
}

/** Why a complete file has no object. */
const missing: Record<Variant, Fragment> = {
  ORIGINAL: fragment`'NOT_READY'`,
  PROXY: fragment`case when m.state in ('PENDING', 'PROCESSING', 'FAILED') then 'NOT_READY' else 'NO_PROXY' end`,
}

export type FolderRow = { id: string; parentId: string | null; name: string }

/** These folders and all folders above them, as far as the caller sees them. */
export async function foldersAbove(sql: Sql, access: Fragment, ids: readonly string[]): Promise<FolderRow[]> {
  return sql<FolderRow>`
    with recursive above as (
      select d.id, d.parent_id, d.name from folders d where d.id = any(${ids}::text[])
      union
      select d.id, d.parent_id, d.name from above join folders d on d.id = above.parent_id
    )
    select d.id, d.parent_id as "parentId", d.name from ${access} cross join above d
    where access.guest_id is null or ${shareShowsFolder('d')} order by lower(d.name) collate "C", d.id`
}
