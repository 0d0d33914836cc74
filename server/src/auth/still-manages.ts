import { type Fragment, fragment } from '../core/sql.ts'

/**
 * SQL: whether the user is ADMIN or above in the workspace right now. A credential is cached for almost a second after a
 * removal, and records created in that time would stay. The lock makes a removal wait for them, so that it finds them.
 */
export function stillManages(workspaceId: string, userId: string): Fragment {
  return fragment`exists (
    select from workspace_members still
    where still.workspace_id = ${workspaceId} and still.user_id = ${userId} and still.role in ('OWNER', 'ADMIN')
    for share)`
}
