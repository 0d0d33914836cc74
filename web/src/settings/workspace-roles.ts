import type { WorkspaceMember } from '@dailies/sdk'
import { workspaceRoles } from '../generated/roles.ts'

export type WorkspaceRole = WorkspaceMember['role']

export const roleNames: Record<WorkspaceRole, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
  GUEST: 'Guest',
}

/** The roles that a person with this role may assign, and whose members they may change. */
export function rolesUpTo(role: WorkspaceRole): readonly WorkspaceRole[] {
  return workspaceRoles.slice(workspaceRoles.indexOf(role))
}
