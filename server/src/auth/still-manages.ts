import { type Fragment, fragment } from '../core/sql.ts'

/**
 * SQL: whether the person is ADMIN or above in the workspace at this moment. A credential is remembered for almost a second,
 * and what is made in that time would stay. The lock makes a removal wait for what is made, so that it finds it.
 */
export function stillManages(workspaceId: string, userId: string): Fragment {
  return fragment`exists (
    select from workspace_members still
    where still.workspace_id = ${workspaceId} and still.user_id = ${userId} and still.role in ('OWNER', 'ADMIN')
    for share)`
}
