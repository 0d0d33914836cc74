import { type Caller, hasWorkspaceRole } from '../../core/access.ts'
import { type Fragment, fragment } from '../../core/sql.ts'

/** Of `api_keys k`, those that the caller sees: the workspace's for ADMIN and above, the own ones for the others. */
export function visibleKeys({ workspaceId, workspaceRole, userId }: Caller): Fragment {
  const all = hasWorkspaceRole(workspaceRole, 'ADMIN')
  return fragment`k.workspace_id = ${workspaceId} and k.revoked_at is null and (${all} or k.user_id = ${userId})`
}
