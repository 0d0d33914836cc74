// The states of a file that is fetched from an address: UPLOADING with a row in `url_uploads`, then UPLOADED or FAILED without.
import type { Quotas } from '../core/services.ts'
import { type Database, fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { type Actor, fileEvent, notInTrash } from '../events/resource-events.ts'
import { queueMedia } from '../queue/media-tasks.ts'
import { nameQuotaError, type Uploader, withinQuota } from '../storage/quotas.ts'
import type { FetchFailure } from './fetch-failures.ts'

export type Transfer = {
  fileId: string
  url: string
  name: string
  /** Whether the caller has given the name. */
  named: boolean
  tries: number
  /** The person whose quota counts and whom the events name; the account may be deleted. */
  uploader: Uploader
  actor: Actor
}

type Row = Omit<Transfer, 'uploader' | 'actor'> & {
  workspaceId: string
  userId: string | null
  workspaceRole: Uploader['workspaceRole'] | null
  workspaceQuota: number | null
  agent: boolean
}

/** Counts a try. Undefined when the file is complete, failed or deleted. */
export async function startFetch(sql: Sql, fileId: string): Promise<Transfer | undefined> {
  const [row] = await sql<Row>`
    with started as (
      update url_uploads set tries = tries + 1, received = 0 where file_id = ${fileId}
      returning file_id, url, named, agent, tries
    )
    select f.id as "fileId", started.url, f.name, started.named, started.tries, started.agent,
      p.workspace_id as "workspaceId", f.author_id as "userId", w.role as "workspaceRole",
      (select s.quota_bytes from workspaces s where s.id = p.workspace_id) as "workspaceQuota"
    from started join all_files f on f.id = started.file_id and f.status = 'UPLOADING'
    join projects p on p.id = f.project_id
    left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = f.author_id`
  if (!row) return undefined
  const { workspaceId, userId, workspaceRole, workspaceQuota, agent, ...rest } = row
  const role = workspaceRole ?? 'MEMBER'
  const uploader = { workspaceId, userId: userId!, workspaceRole: role, workspaceQuota }
  return { ...rest, uploader, actor: userId === null ? null : { workspaceId, userId, agent } }
}

type Stored = { objectId: string; size: number; mimeType: string; name: string }

/** → UPLOADED. Returns false when the file was deleted meanwhile. */
export async function finishFetch(
  database: Database,
  quotas: Quotas,
  { fileId, uploader, actor }: Transfer,
  { objectId, size, mimeType, name }: Stored,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const found = await sql`
      select from all_files where id = ${fileId} and status = 'UPLOADING' for no key update`
    if (found.length === 0) return false
    try {
      await sql`
        insert into objects (id, upload_id, size, part_size, mime_type, stored_at, workspace_id, uploader_id)
        select ${objectId}::uuid, 'fetched', ${size}::bigint, greatest(${size}::bigint, 1), ${mimeType}, now(),
          ${uploader.workspaceId}::uuid, ${uploader.userId}::uuid
        ${withinQuota(quotas, uploader, size)}`
    } catch (error) {
      throw nameQuotaError(error, quotas, uploader, size)
    }
    await sql`
      with fetched as (
        update all_files set status = 'UPLOADED', object_id = ${objectId}, size = ${size}, mime_type = ${mimeType},
          name = ${name}, updated_at = now()
        where id = ${fileId}
        returning id, project_id, allow_restricted, mime_type, trash_id
      ), queued as (${queueMedia(fragment`fetched`)}),
      ended as (delete from url_uploads where file_id = ${fileId})
      ${emit(fileEvent('file.uploaded', actor, notInTrash('fetched')))}`
    return true
  })
}

/** Whether a file has these bytes. Waits for a commit that is under way and whose answer was lost. */
export async function isFetched(
  database: Database,
  { fileId }: Transfer,
  objectId: string,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    await sql`select from all_files where id = ${fileId} for no key update`
    const rows = await sql`select from objects where id = ${objectId}`
    return rows.length > 0
  })
}

/** → FAILED, with the reason. */
export async function failFetch(sql: Sql, { fileId, actor }: Transfer, failure: FetchFailure): Promise<void> {
  const { code, message, retryable } = failure
  const why = { failure: { code: fragment`it.failure_code` } }
  await sql`
    with failed as (
      update all_files set status = 'FAILED', failure_code = ${code}, failure_message = ${message},
        failure_retryable = ${retryable}, updated_at = now()
      where id = ${fileId} and status = 'UPLOADING'
      returning id, project_id, allow_restricted, failure_code, trash_id
    ), ended as (delete from url_uploads where file_id = ${fileId})
    ${emit(fileEvent('file.failed', actor, notInTrash('failed'), why))}`
}
