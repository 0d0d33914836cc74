// Examples are about files, so only people who see the file of an example see its notes.
import { type Caller, effectiveRole } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { type Fragment, fragment, type Sql } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import { notDestroyed } from '../../records/project.ts'

/** Whether the caller sees the file `f`. Like everything about files, it needs the scope for these. */
export function callerSees({ workspaceId, workspaceRole, userId, scopes }: Caller): Fragment {
  const role = effectiveRole(fragment`${workspaceRole === 'GUEST'}`, fragment`${userId}::uuid`)
  return fragment`(${scopes.has('files:read')} and exists (
    select from projects p
    left join project_members own on own.project_id = p.id and own.user_id = ${userId}
    cross join lateral (select ${role} as role) access
    where p.id = f.project_id and p.workspace_id = ${workspaceId} and ${notDestroyed}
      and access.role is not null and ${roleSees('f')}))`
}

/** Throws 400 unless the caller sees a file with this id. */
export async function requireFile(sql: Sql, caller: Caller, fileId: string): Promise<void> {
  const [file] = await sql`select f.id from files f where f.id = ${fileId} and ${callerSees(caller)}`
  if (!file) throw new ApiError('invalid_request', { errors: [unknownReference('/fileId')] })
}

/** Throws 404 unless the workspace has this skill. */
export async function requireSkill(sql: Sql, { workspaceId, agent }: Caller, skillId: string): Promise<void> {
  const [skill] = await sql`
    select s.id from skills s
    where s.id = ${skillId} and s.workspace_id = ${workspaceId} and not (s.draft and ${agent})`
  if (!skill) throw new ApiError('not_found')
}

/** The example with this id, as `skill_examples e` with its skill `s` and its file `f`, if the caller sees it. */
export function ownExample(caller: Caller, skillExampleId: string): Fragment {
  return fragment`skill_examples e join skills s on s.id = e.skill_id and s.workspace_id = ${caller.workspaceId}
    join files f on f.id = e.file_id and ${callerSees(caller)} and e.id = ${skillExampleId}`
}
