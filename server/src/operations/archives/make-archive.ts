// Makes an archive of a selection: fixes its entries, their names, and their places in the ZIP.
import type { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import type { UrlSigner } from '../../core/signed-urls.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { type Archive, maxSkipped, type Variant } from '../../records/archive.ts'
import { archiveSeconds, archiveUrl } from '../../storage/archives/archive-url.ts'
import { safeName, withExtension } from '../../storage/archives/entry-names.ts'
import { centralHeaderLength, endRecords, entryLength } from '../../storage/archives/zip-format.ts'
import { storeComments } from './comments-csv.ts'
import { entryPaths } from './entry-paths.ts'
import { asOffered } from './offered-copies.ts'
import {
  type Chosen,
  foldersAbove,
  type SelectedFile,
  type Selection,
  selectFiles,
} from './selected-files.ts'

/** Entries and comments of all archives of one person. A row takes 250 bytes of the database for two days. */
const maxCost = 1_000_000
/** Entries per statement. */
const batch = 1_000

export type ArchiveContext = { sql: Sql; access: Fragment; caller: Caller; urls: UrlSigner }
export type ArchiveContents = {
  selection: Selection
  chosen: Chosen
  variant: Variant
  comments: boolean
}

export async function makeArchive(
  { sql, access, caller, urls }: ArchiveContext,
  { selection, chosen, variant, comments }: ArchiveContents,
): Promise<z.output<typeof Archive>> {
  const plain = await selectFiles(sql, access, selection, variant)
  const { files, skipped } = await asOffered(sql, caller, plain)
  if (files.length === 0) throw new ApiError('nothing_to_download')
  const id = newUuid()
  const name = nameOf(chosen, selection, files)
  const expiresAt = await insertArchive(sql, { id, name, files, chosen, caller })
  const entries = await entriesOf({ sql, access, id, chosen, comments }, selection, files)
  const { byteSize, directoryStart } = await insertEntries(sql, id, entries.list)
  await sql`
    update archives set byte_size = ${byteSize}, directory_start = ${directoryStart},
      cost = cost + ${entries.comments} where id = ${id}`
  return {
    ...{ id, name, variant, fileCount: files.length, byteSize, url: archiveUrl(urls, id), expiresAt },
    skippedCount: skipped.length,
    skipped: skipped.slice(0, maxSkipped),
  }
}

/** The name of what was chosen if it is one thing, else that of the project. */
function nameOf(chosen: Chosen, { folders, version }: Selection, files: readonly SelectedFile[]): string {
  const title = titleOf(chosen, folders.length, version !== null, files)
  return safeName(`${title.replace(/[\s.]+$/u, '')}.zip`)
}

function titleOf(
  { projectName, folderName, versionName, shareName }: Chosen,
  folders: number,
  hasVersion: boolean,
  files: readonly SelectedFile[],
): string {
  if (shareName !== null) return shareName
  const isSingle = !files.some(({ direct }) => direct)
  if (folders === 1 && !hasVersion && isSingle) return folderName ?? projectName
  if (hasVersion && folders === 0) return versionName ?? projectName
  if (files.length === 1 && folders === 0) return withExtension(files[0]!.name, '')
  return projectName
}

type NewArchive = {
  id: string
  name: string
  files: readonly SelectedFile[]
  chosen: Chosen
  caller: Caller
}

async function insertArchive(sql: Sql, archive: NewArchive): Promise<string> {
  const { id, name, files, chosen, caller } = archive
  const guestId = caller.share?.guestId ?? null
  const userId = guestId === null ? caller.userId : null
  const [row] = await sql<{ expiresAt: string }>`
    insert into archives (id, project_id, created_by, restricted, guest_id, share_updated_at, name, file_count, cost,
      byte_size, directory_start, expires_at)
    select ${id}, ${chosen.projectId}, ${userId}::uuid, ${chosen.restricted}, ${guestId}::uuid,
      (select s.updated_at from shares s where s.id = ${caller.share?.id ?? null}::uuid), ${name}, ${files.length},
      ${files.length}::integer, 0, 0,
      now() + make_interval(secs => ${archiveSeconds})
    where ${files.length}::integer + (select coalesce(sum(a.cost), 0) from archives a
      where (a.created_by = ${userId}::uuid or a.guest_id = ${guestId}::uuid)
        and a.created_at > now() - interval '24 hours') <= ${maxCost}
    returning expires_at as "expiresAt"`
  if (!row) throw new ApiError('too_many_archives')
  return row.expiresAt
}

type Entry = {
  name: string
  objectId: string | null
  size: number
  crc: number | null
  modifiedAt: number
}

type EntrySource = { sql: Sql; access: Fragment; id: string; chosen: Chosen; comments: boolean }

async function entriesOf(
  { sql, access, id, chosen, comments }: EntrySource,
  selection: Selection,
  files: readonly SelectedFile[],
): Promise<{ list: Entry[]; comments: number }> {
  const chosenFolders = selection.folders.filter((folder) => folder !== null)
  const inFolders = files.flatMap(({ folderId }) => folderId ?? [])
  const folders = await foldersAbove(sql, access, [...new Set([...chosenFolders, ...inFolders])])
  const { paths, beside } = entryPaths(files, chosenFolders, folders)
  const list = files.map(({ objectId, size, crc, modifiedAt }, i): Entry => {
    // An object without bytes is not read: its CRC is known.
    return { name: paths[i]!, objectId, size, crc: size === 0 ? 0 : crc, modifiedAt }
  })
  if (!comments) return { list, comments: 0 }
  const named = files.map((file, i) => ({ id: file.id, path: paths[i]! }))
  const text = await storeComments(sql, { archiveId: id, workspaceId: chosen.workspaceId }, named)
  const csv = { objectId: null, size: text.size, crc: text.crc, modifiedAt: Math.floor(Date.now() / 1000) }
  return { list: [...list, { name: beside('Comments.csv'), ...csv }], comments: text.comments }
}

/** Inserts the entries one behind the other. */
async function insertEntries(
  sql: Sql,
  archiveId: string,
  entries: readonly Entry[],
): Promise<{ byteSize: number; directoryStart: number }> {
  let at = 0
  let length = 0
  const starts = entries.map((entry) => {
    const start = at
    at += entryLength(entry)
    length += centralHeaderLength(entry, start)
    return start
  })
  if (at > Number.MAX_SAFE_INTEGER)
    throw new ApiError('archive_too_large', { message: 'An archive has at most 9 PB.' })
  for (let from = 0; from < entries.length; from += batch) {
    const some = entries.slice(from, from + batch)
    const column = <K extends keyof Entry>(key: K) => some.map((entry) => entry[key])
    await sql`
      insert into archive_entries (archive_id, number, start, name, object_id, size, crc, modified_at)
      select ${archiveId}, ${from} + place - 1, start, name, object_id, size, crc, to_timestamp(modified_at)
      from unnest(${starts.slice(from, from + batch)}::bigint[], ${column('name')}::text[],
        ${column('objectId')}::uuid[], ${column('size')}::bigint[], ${column('crc')}::bigint[],
        ${column('modifiedAt')}::bigint[]) with ordinality
        as given (start, name, object_id, size, crc, modified_at, place)`
  }
  const end = endRecords({ count: entries.length, start: at, length })
  return { byteSize: at + length + end.length, directoryStart: at }
}
