// Guests of shares: tokens → callers. A guest's token is valid for 30 days after its last use, while the share is open to them.
import {
  type Caller,
  effectiveRole,
  type Scope,
  type ShareUse,
  type ShareWatermark,
  shareIsOpen,
} from '../core/access.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { hashToken, isToken, newToken } from './api-keys.ts'
import type { Found } from './caller.ts'

const prefix = 'rvs_'

export const newShareToken = () => newToken(prefix)
export const mayBeShareToken = (token: string) => token.startsWith(prefix)

/** Counted from the last use. */
export const guestLifetime = fragment`interval '30 days'`
/** Counted from the start: a preview is a look, not a visit. */
export const previewLifetime = fragment`interval '12 hours'`

const viewerRole = effectiveRole(fragment`(viewer.role = 'GUEST')`, fragment`viewer.user_id`)

type GuestRow = {
  id: string
  userId: string | null
  name: string
  email: string | null
  preview: boolean
  shareId: string
  projectId: string
  workspaceId: string
  workspaceName: string
  workspaceAvatarUrl: string | null
  workspaceQuota: number | null
  comment: boolean
  verdict: boolean
  download: boolean
  upload: boolean
  watermark: ShareWatermark | null
  stale: boolean
}

export async function findShareGuest(sql: Sql, token: string): Promise<Found | undefined> {
  if (!isToken(prefix, token)) return undefined
  const [row] = await sql<GuestRow>`
    select g.id, g.user_id as "userId", g.name, g.email, g.preview, s.id as "shareId", s.project_id as "projectId",
      w.id as "workspaceId", w.name as "workspaceName", w.avatar_url as "workspaceAvatarUrl",
      w.quota_bytes as "workspaceQuota",
      s.access = 'COMMENT' as comment, s.verdicts as verdict, s.downloads <> 'NONE' as download,
      s.upload_folder_id is not null as upload, s.watermark,
      not g.preview and g.seen_at < now() - interval '1 minute' as stale
    from share_guests g join shares s on s.id = g.share_id join projects p on p.id = s.project_id
    join workspaces w on w.id = p.workspace_id
    left join workspace_members viewer on viewer.workspace_id = w.id and viewer.user_id = g.viewer_id
    left join project_members own on own.project_id = p.id and own.user_id = g.viewer_id
    where g.hash = ${hashToken(token)} and g.ended_at is null and g.expires_at > now() and ${shareIsOpen}
      and (not g.preview or (viewer.user_id is not null and ${viewerRole} is not null))`
  return row && { caller: guestCaller(row), stale: row.stale }
}

function guestCaller(row: GuestRow): Caller {
  const uses: ShareUse[] = ['view']
  if (row.comment) uses.push('comment')
  if (row.verdict) uses.push('verdict')
  if (row.download) uses.push('download')
  if (row.upload) uses.push('upload')
  return {
    kind: 'share',
    agent: false,
    credentialId: row.id,
    // A preview has no account: it writes nothing.
    userId: row.userId ?? row.id,
    workspaceId: row.workspaceId,
    workspaceRole: 'GUEST',
    workspace: { id: row.workspaceId, name: row.workspaceName, avatarUrl: row.workspaceAvatarUrl },
    workspaceQuota: row.workspaceQuota,
    scopes: new Set(uses.flatMap((use) => scopesOf[use])),
    forbidden: new Set(),
    share: {
      id: row.shareId,
      projectId: row.projectId,
      guestId: row.id,
      guestName: row.name,
      guestEmail: row.email,
      preview: row.preview,
      uses: new Set(uses),
      watermark: row.watermark,
    },
  }
}

const scopesOf: Record<ShareUse, Scope[]> = {
  view: ['projects:read', 'files:read', 'comments:read', 'comments:download'],
  comment: ['comments:write'],
  verdict: ['projects:write'],
  download: ['files:download'],
  upload: ['files:write'],
}

/** At most once a minute, as for keys. Extends the guest's access. */
export async function recordGuestUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update share_guests set seen_at = now(), expires_at = now() + ${guestLifetime}
    where id = ${id} and not preview and seen_at < now() - interval '1 minute'`
}
