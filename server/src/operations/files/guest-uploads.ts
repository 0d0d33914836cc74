// Uploads by guests of a share: into the folder of the share, of the kinds that it takes, within its quota.
import type { Caller } from '../../core/access.ts'
import { ApiError, violationError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { kindOfExtension, type MediaKind, mediaKind } from '../../records/file-kind.ts'
import { uploadedBytes } from '../../records/open-share.ts'
import type { UploadKind } from '../../records/share.ts'

type Target = { folder?: { id: string } | null | undefined; replaces?: { id: string } | null | undefined }
type Terms = { folderId: string; maxBytes: number | null; usedBytes: number; kinds: UploadKind[] | null }

/**
 * The folder of the share, or 404. Guests need not name it, and other folders and files do not exist to them. Refuses an upload
 * that the share would not take, before it starts.
 */
export async function guestFolder(
  sql: Sql,
  caller: Caller,
  { folder, replaces }: Target,
  { name, size }: { name: string; size: number },
): Promise<{ id: string }> {
  const terms = await termsOf(sql, caller)
  if (replaces) throw violationError({ reference: '/replaces/id' })
  if (folder && folder.id !== terms.folderId) throw violationError({ reference: '/folder/id' })
  const guessed = kindOfExtension(name)
  if (guessed !== undefined) requireKind(terms.kinds, guessed)
  requireSpace(terms, size)
  return { id: terms.folderId }
}

/** Records that the file came through the share, unless it exceeds the quota. The lock lets guests take turns. */
export async function recordGuestUpload(
  sql: Sql,
  caller: Caller,
  fileId: string,
  size: number,
): Promise<void> {
  const { id, guestId } = caller.share!
  await sql`select id from shares where id = ${id} for no key update`
  requireSpace(await termsOf(sql, caller), size)
  await sql`insert into share_uploads (file_id, share_id, guest_id) values (${fileId}, ${id}, ${guestId})`
}

/** Refuses a complete upload whose bytes are of another kind than its name. It can then only be aborted. */
export async function requireGuestKind(sql: Sql, caller: Caller, mimeType: string): Promise<void> {
  if (caller.kind === 'share') requireKind((await termsOf(sql, caller)).kinds, mediaKind(mimeType))
}

async function termsOf(sql: Sql, { share }: Caller): Promise<Terms> {
  const [terms] = await sql<Terms>`
    select d.id as "folderId", s.upload_max_bytes as "maxBytes", s.upload_kinds as kinds, ${uploadedBytes} as "usedBytes"
    from shares s join folders d on d.id = s.upload_folder_id where s.id = ${share!.id}`
  if (!terms) throw new ApiError('not_found')
  return terms
}

function requireKind(kinds: readonly UploadKind[] | null, found: MediaKind): void {
  if (kinds === null || kinds.some((kind) => kind === found)) return
  const message = `Files of this kind cannot be uploaded here. These can: ${kinds.join(', ')}.`
  throw new ApiError('upload_kind_refused', { message })
}

function requireSpace({ maxBytes, usedBytes }: Terms, size: number): void {
  if (maxBytes === null || usedBytes + size <= maxBytes) return
  const message =
    `Guests of this share can upload ${megabytes(maxBytes)}. ${megabytes(usedBytes)} are in use, and this file has ` +
    `${megabytes(size)}. Ask the people who shared it for more space.`
  throw new ApiError('quota_exceeded', { message })
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(3))} MB`
}
