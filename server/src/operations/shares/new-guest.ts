// New guests of a share, and previews, which are guests without an account that write nothing.
import { hashToken } from '../../auth/api-keys.ts'
import { guestLifetime, previewLifetime } from '../../auth/share-guests.ts'
import { type Caller, shareIsOpen } from '../../core/access.ts'
import { auditStatement, type Client } from '../../core/audit.ts'
import { ApiError } from '../../core/errors.ts'
import { newUuid } from '../../core/ids.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { emit } from '../../events/outbox.ts'
import { shareEvent } from '../../events/resource-events.ts'

export type NewGuest = { id: string; name: string; expiresAt: string }

const share = fragment`shares s join projects p on p.id = s.project_id and ${shareIsOpen}`

/** A guest has no account that anybody could sign in to; its address receives nothing. Undefined when the share has ended. */
export async function insertGuest(
  sql: Sql,
  shareId: string,
  { name, email, token, client }: { name: string; email: string | null; token: string; client: Client },
): Promise<NewGuest | undefined> {
  const [userId, guestId] = [newUuid(), newUuid()]
  const actor = { userId, agent: false, workspaceId: '' }
  const [guest] = await sql<NewGuest>`
    with share as (
      select s.id, s.name, s.project_id, p.workspace_id, s.expires_at from ${share} where s.id = ${shareId} for share of s
    ), made as (
      insert into users (id, email, name) select ${userId}::uuid, ${`guest-${userId}@guest.invalid`}, ${name} from share
    ), account as (
      insert into share_accounts (user_id, share_id) select ${userId}::uuid, id from share
    ), opened as (
      insert into share_guests (id, share_id, user_id, name, email, hash, expires_at)
      select ${guestId}::uuid, share.id, ${userId}::uuid, ${name}, ${email}, ${hashToken(token)},
        now() + ${guestLifetime}
      from share
      returning id, name, least(expires_at, (select share.expires_at from share)) as expires_at
    ), known as (
      select share.id, share.name, share.project_id, share.workspace_id, opened.id as guest_id from share, opened
    ), audited as (${openedBy({ userId, guestId, name }, client)}), emitted as (${emit({
      ...shareEvent('share.opened', actor, fragment`known it`, { guest: { id: fragment`it.guest_id` } }),
      workspace: fragment`it.workspace_id`,
    })})
    select id, name, expires_at as "expiresAt" from opened`
  return guest
}

/** The entry of the audit log, about the share of `known`. */
function openedBy(guest: { userId: string; guestId: string; name: string }, client: Client): Fragment {
  const { userId, guestId: shareGuestId, name } = guest
  return auditStatement({
    action: 'share.opened',
    actor: { credential: 'SHARE', userId, name, connectionId: null, shareGuestId, agent: false },
    client,
    from: fragment`known it`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: 'SHARE', id: fragment`it.id::text`, name: fragment`it.name` },
  })
}

/** A preview has the name of its viewer, and nothing of their rights. */
export async function insertPreview(
  sql: Sql,
  shareId: string,
  { userId, workspaceId }: Caller,
  token: string,
): Promise<NewGuest> {
  const [preview] = await sql<NewGuest>`
    insert into share_guests (id, share_id, name, hash, preview, viewer_id, expires_at)
    select ${newUuid()}::uuid, s.id, coalesce(w.display_name, u.name), ${hashToken(token)}, true, u.id,
      least(s.expires_at, now() + ${previewLifetime})
    from ${share} join users u on u.id = ${userId}
    left join workspace_members w on w.user_id = u.id and w.workspace_id = ${workspaceId}
    where s.id = ${shareId}
    returning id, name, expires_at as "expiresAt"`
  if (!preview) throw new ApiError('share_ended')
  return preview
}
