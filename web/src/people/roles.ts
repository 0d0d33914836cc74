// The names of project roles, and a one-line description of each.
import type { AccessLink } from '@dailies/sdk'
import type { Role } from '../data/permissions.ts'
import { projectRoles } from '../generated/roles.ts'

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
  PROJECT_MANAGER: 'Can do everything, and manages people and links.',
  PROJECT_MEMBER: 'Can upload, generate, request reviews and comment.',
  PROJECT_REVIEWER: 'Can see every file, comment, and approve or request changes.',
  PROJECT_RESTRICTED_REVIEWER: 'Like a reviewer, but sees only files shown to restricted reviewers.',
}

export const assignableRoles = projectRoles.filter((role) => role !== 'PROJECT_OWNER')
export const linkRoles = assignableRoles.filter((role): role is LinkRole => role !== 'PROJECT_MANAGER')

export function roleOptions<Some extends AssignableRole>(roles: readonly Some[]) {
  return roles.map((role) => [role, roleNames[role]] as const)
}
