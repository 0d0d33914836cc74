import { type Caller, hasWorkspaceRole } from '../../core/access.ts'
import { type Fragment, fragment } from '../../core/sql.ts'

/** The `api_keys k` that the caller sees: all of the workspace for ADMIN and above, otherwise their own. */
export function visibleKeys({ workspaceId, workspaceRole, userId }: Caller): Fragment {
  const all = hasWorkspaceRole(workspaceRole, 'ADMIN')
  return fragment`k.workspace_id = ${workspaceId} and k.revoked_at is null and (${all} or k.user_id = ${userId})`
}
