// The sections of the settings, and who sees which. URLs never change: emails and guides link to them.
import type { Account } from '@dailies/sdk'

export const sections = {
  profile: 'Profile',
  notifications: 'Notifications',
  passkeys: 'Passkeys',
  sessions: 'Sessions',
  apps: 'Connected apps',
  'api-keys': 'API keys',
  workspace: 'Workspace',
  members: 'Members',
  checks: 'Checks',
  webhooks: 'Webhooks',
  'audit-log': 'Audit log',
  usage: 'Usage',
} as const

export type Section = keyof typeof sections

const ofAccount: readonly Section[] = ['profile', 'notifications', 'passkeys', 'sessions', 'apps', 'api-keys']
const ofWorkspace: readonly Section[] = ['workspace', 'members', 'checks', 'webhooks', 'audit-log', 'usage']
/** Guests by link have no account to sign in to, and so nothing to secure. */
const ofGuests: readonly Section[] = ['profile', 'notifications', 'sessions']

export type SectionGroup = { title: string; sections: readonly Section[] }

export function sectionGroups(me: Pick<Account, 'guest' | 'workspace'>): SectionGroup[] {
  if (me.guest) return [{ title: 'Account', sections: ofGuests }]
  const groups = [{ title: 'Account', sections: ofAccount }]
  if (isAdmin(me)) groups.push({ title: me.workspace.name, sections: ofWorkspace })
  return groups
}

export function isAdmin({ workspace }: Pick<Account, 'workspace'>): boolean {
  return workspace.role === 'OWNER' || workspace.role === 'ADMIN'
}
