// Roles in the words of people.
import type { AccessLink } from '@dailies/sdk'
import type { Role } from '../../app/permissions.ts'

export type AssignableRole = Exclude<Role, 'PROJECT_OWNER'>
export type LinkRole = AccessLink['role']

export const roleNames: Record<Role, string> = {
  PROJECT_OWNER: 'Owner',
  PROJECT_MANAGER: 'Manager',
  PROJECT_MEMBER: 'Member',
  PROJECT_REVIEWER: 'Reviewer',
  PROJECT_RESTRICTED_REVIEWER: 'Restricted reviewer',
}

export const roleHints: Record<AssignableRole, string> = {
  PROJECT_MANAGER: 'Does everything members do, and decides who is in the project.',
  PROJECT_MEMBER: 'Uploads, generates, makes review rounds, comments.',
  PROJECT_REVIEWER: 'Sees everything, comments, approves or asks for changes.',
  PROJECT_RESTRICTED_REVIEWER: 'Like a reviewer, but sees only what is shown to restricted reviewers.',
}

export const assignableRoles = Object.keys(roleHints) as AssignableRole[]
export const linkRoles = assignableRoles.filter((role): role is LinkRole => role !== 'PROJECT_MANAGER')

export function roleOptions<Some extends AssignableRole>(roles: readonly Some[]) {
  return roles.map((role) => [role, roleNames[role]] as const)
}

/** Guests by link have no mailbox: their address is made up and tells nobody anything. */
export function isGuestAddress(email: string): boolean {
  return email.endsWith('@guest.invalid')
}
