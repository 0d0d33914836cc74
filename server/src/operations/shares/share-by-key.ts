// The share behind a link, and whether the visitor is a member of its project, who looks as a guest does.
import { hashToken } from '../../auth/api-keys.ts'
import { type Caller, effectiveRole } from '../../core/access.ts'
import { type Fragment, fragment } from '../../core/sql.ts'

/** SQL: the share `s` of this key, its project `p`, and `visitor.is_member`. It may have ended: see `shareIsOpen`. */
export function shareByKey(key: string, visitor: Caller | undefined): Fragment {
  const member = visitor?.kind === 'share' ? undefined : visitor
  const userId = fragment`${member?.userId ?? null}::uuid`
  const role = effectiveRole(fragment`${member?.workspaceRole === 'GUEST'}`, userId)
  return fragment`shares s join projects p on p.id = s.project_id
    and s.key_hash = ${hashToken(key)}
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (
      select coalesce(p.workspace_id = ${member?.workspaceId ?? null}::uuid and ${role} is not null, false) as is_member
    ) visitor`
}
