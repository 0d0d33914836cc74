// The words of the audit log: names of groups of actions, and entries in short lines.
import type { AuditEntry } from '@dailies/sdk'
import { roleNames as projectRoleNames } from '../people/roles.ts'
import { browserName } from './browser-name.ts'
import { roleNames } from './workspace-roles.ts'

/** The filters by action, in the order of the select field. */
export const actionGroups = [
  ['session.*', 'Sign-ins'],
  ['password.*', 'Passwords'],
  ['passkey.*', 'Passkeys'],
  ['email.*', 'E-mail addresses'],
  ['account.*', 'Accounts'],
  ['api_key.*', 'API keys'],
  ['app.*', 'Connected apps'],
  ['workspace_member.*', 'Workspace members'],
  ['invitation.*', 'Invitations'],
  ['workspace.*', 'Workspace'],
  ['webhook.*', 'Webhooks'],
  ['event_subscription.*', 'Event subscriptions'],
  ['skill.*', 'Skills'],
  ['project.*', 'Projects'],
  ['member.*', 'Project members'],
  ['access_link.*', 'Access links'],
  ['share.*', 'Shares'],
  ['file.*', 'Files'],
  ['folder.*', 'Folders'],
  ['comment.*', 'Comments'],
  ['version.*', 'Reviews'],
  ['trash.*', 'Trash'],
  ['attachment.*', 'Attachments'],
  ['archive.*', 'Archives'],
  ['comments.*', 'Exports of comments'],
  ['receipt.*', 'Receipts'],
  ['audit.*', 'Exports of this log'],
  ['admin.*', 'Admin commands'],
] as const

/** Entries that deserve a second look. */
export function isWarning({ action }: AuditEntry): boolean {
  return action.endsWith('.refused') || action === 'webhook.disabled'
}

/** The name of the actor, where the entry has no person. */
export function actorName({ actor, credential }: AuditEntry): string {
  if (actor !== null) return actor.name ?? 'A deleted account'
  if (credential.kind === 'ADMIN') return 'The operator of the server'
  return credential.kind === 'SERVICE' ? 'Dailies' : 'Somebody who was not signed in'
}

/** `API key “CI”`, where it was not a browser. */
export function connectionName({ credential: { kind, name } }: AuditEntry): string | undefined {
  if (kind === 'API_KEY') return `API key “${name ?? 'deleted'}”`
  if (kind === 'APP') return `App “${name ?? 'deleted'}”`
  return kind === 'SHARE' ? 'Share' : undefined
}

/** The target of the entry, and its project; nothing for an account of the person themself. */
export function targetName({ target, actor, project }: AuditEntry): string {
  const name = target?.id === actor?.id ? null : target?.name
  return [name, target?.kind === 'PROJECT' ? null : project?.name].filter(Boolean).join(' · ')
}

/** `Chrome on macOS · 203.0.113.7` */
export function originOf({ address, userAgent }: AuditEntry): string {
  const program = userAgent?.startsWith('Mozilla/') ? browserName(userAgent) : userAgent?.split(/[\s/]/, 1)[0]
  return [program, address].filter(Boolean).join(' · ')
}

const fieldNames: Record<string, string> = {
  method: 'Method',
  role: 'Role',
  before: 'Before',
  changed: 'Changed',
  scopes: 'Scopes',
  expiresInDays: 'Expires in days',
  expiresAt: 'Expires',
  accessRange: 'Access',
  members: 'Members',
  allowDownload: 'Downloads',
  password: 'Password',
  guest: 'As a guest',
  permanent: 'For good',
  recursive: 'With its contents',
  renewLinks: 'Renewed links',
  format: 'Format',
  filters: 'Filters',
  event: 'Event',
  host: 'Host',
  active: 'Active',
  reason: 'Reason',
  command: 'Command',
  options: 'Options',
  kind: 'Kind',
  files: 'Files',
  bytes: 'Bytes',
  variant: 'Variant',
  access: 'Access',
  downloads: 'Downloads',
}

/** `Role: Reviewer · Before: Manager` */
export function detailsOf({ details }: AuditEntry): string {
  const { more, ...rest } = details
  const parts = Object.entries(rest).map(
    ([name, value]) => `${fieldNames[name] ?? name}: ${valueText(value)}`,
  )
  if (more === true) parts.push('There may have been more attempts within the hour')
  return parts.join(' · ')
}

const words: Record<string, string> = { ...projectRoleNames, ...roleNames }

function valueText(value: AuditEntry['details'][string]): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return words[value] ?? (/^[A-Z_]+$/.test(value) ? sentence(value) : value)
}

/** `SIGN_IN_LINK` is “Sign in link”. */
function sentence(constant: string): string {
  const text = constant.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
