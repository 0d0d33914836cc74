import { type AuditActor, auditStatement, type Client, visitorActor } from '../../core/audit.ts'
import { fragment, type Sql } from '../../core/sql.ts'

/** The archive, and the guest of a share who created it; null: a member did. */
export type DownloadedArchive = { id: string; guestId: string | null }

/**
 * Writes that an archive is downloaded: for each address once within an hour, because a download that continues, or that fetches
 * several parts at once, is many requests. The URL is the permission, so the actor is the person who created it.
 */
export async function auditDownload(
  sql: Sql,
  { id, guestId }: DownloadedArchive,
  client: Client,
): Promise<void> {
  const actor: AuditActor = {
    ...visitorActor,
    credential: guestId === null ? 'NONE' : 'SHARE',
    userId: fragment`it.user_id`,
    shareGuestId: guestId,
  }
  await sql`${auditStatement({
    action: 'archive.downloaded',
    actor,
    client,
    from: fragment`(
      select a.id::text as id, a.name, a.project_id, p.workspace_id, a.file_count, a.byte_size,
        coalesce(a.created_by, guest.user_id, guest.viewer_id) as user_id
      from archives a join projects p on p.id = a.project_id left join share_guests guest on guest.id = a.guest_id
      where a.id = ${id} and not exists (
        select from audit_entries e
        where e.workspace_id = p.workspace_id and e.target_id = a.id::text and e.created_at > now() - interval '1 hour'
          and e.action = 'archive.downloaded' and e.address is not distinct from ${client.address}::text)
    ) it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: 'ARCHIVE', id: fragment`it.id`, name: fragment`it.name` },
    details: fragment`jsonb_build_object('files', it.file_count, 'bytes', it.byte_size)`,
  })}`
}
