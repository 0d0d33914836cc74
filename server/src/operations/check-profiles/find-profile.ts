// Check profiles as one caller may see and manage them: those of the workspace are managed by its administrators, those of a
// project by its managers.
import { stillManages } from '../../auth/still-manages.ts'
import { anyRole, type Caller, hasWorkspaceRole, managers, requireProjectRole } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'

type Context = { sql: Sql; caller: Caller }

export type FoundProfile = { id: string; projectId: string | null; name: string; version: number }

export const isBuiltIn = (id: string): boolean => Object.hasOwn(builtInProfiles, id)

/** Throws 404 for a check profile of a project that the caller does not see. */
export async function requireVisible(
  { sql, caller }: Context,
  { projectId }: { projectId: string | null },
): Promise<void> {
  if (projectId !== null) await requireProjectRole(sql, 'projectId', projectId, caller, { roles: anyRole })
}

/** Answers 400 instead of 404 if the caller does not see the project: a field names it, and not the path. */
export async function requireNamedProject(required: Promise<void>): Promise<void> {
  try {
    await required
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    throw new ApiError('invalid_request', { errors: [unknownReference('/projectId')] })
  }
}

/** Locks the check profile until the end of the transaction, and checks that the caller may change it. */
export async function lockManaged({ sql, caller }: Context, id: string): Promise<FoundProfile> {
  if (isBuiltIn(id)) throw new ApiError('check_profile_is_built_in')
  const [profile] = await sql<FoundProfile>`
    select id, project_id as "projectId", name, version from check_profiles
    where id = ${id} and workspace_id = ${caller.workspaceId} and deleted_at is null
    for update`
  if (!profile) throw new ApiError('not_found')
  await requireManager({ sql, caller }, profile.projectId)
  return profile
}

/** Throws unless the caller may manage the check profiles of the project; null: those of the workspace. */
export async function requireManager({ sql, caller }: Context, projectId: string | null): Promise<void> {
  if (projectId !== null) {
    await requireProjectRole(sql, 'projectId', projectId, caller, { roles: managers })
    return
  }
  const { workspaceId, userId, workspaceRole } = caller
  const manages =
    hasWorkspaceRole(workspaceRole, 'ADMIN') &&
    (await sql`select 1 where ${stillManages(workspaceId, userId)}`).length > 0
  if (manages) return
  throw new ApiError('insufficient_role', {
    message:
      'Check profiles of the workspace are managed by its administrators. In a project that you manage, create one for the project.',
  })
}

/**
 * Throws 400 for a check profile that cannot be chosen: in a project, one of the project or the workspace; in the workspace
 * (null), one of the workspace. A deletion at the same time waits, and then finds that it is in use.
 */
export async function requireChoosable(
  { sql, caller }: Context,
  { id, projectId, path }: { id: string; projectId: string | null; path: string },
): Promise<void> {
  if (isBuiltIn(id)) return
  const found = await sql`
    select 1 from check_profiles
    where id = ${id} and workspace_id = ${caller.workspaceId} and deleted_at is null
      and (project_id is null or project_id = ${projectId}::uuid)
    for share`
  if (found.length > 0) return
  const message = 'There is no such check profile here. List the check profiles to see which can be chosen.'
  throw new ApiError('invalid_request', { errors: [{ path, code: 'unknown_reference', message }] })
}
