import type { WorkspaceMember } from '@dailies/sdk'

export type WorkspaceRole = WorkspaceMember['role']

/** In order of power: each may do what those after it may. */
export const workspaceRoles = ['OWNER', 'ADMIN', 'MEMBER', 'GUEST'] as const satisfies WorkspaceRole[]

export const roleNames: Record<WorkspaceRole, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
  GUEST: 'Guest',
}

/** What one may give, and whom one may change. */
export function rolesUpTo(role: WorkspaceRole): readonly WorkspaceRole[] {
  return workspaceRoles.slice(workspaceRoles.indexOf(role))
}
