import type { Caller } from '../../core/access.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import type { AvatarOwner } from '../../records/avatar.ts'

export function avatarOf({ userId, workspaceId }: Caller, onlyHere: boolean): AvatarOwner {
  return onlyHere ? { workspaceId, userId } : { userId }
}

/** For `profileEvent`: whose avatar it is, and the workspace if it is shown in that one only. */
export function whereShown({ userId, workspaceId }: Caller, onlyHere: boolean): Fragment {
  return fragment`select ${userId}::uuid as user_id, ${onlyHere ? workspaceId : null}::uuid as workspace_id`
}
