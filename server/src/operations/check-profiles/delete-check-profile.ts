import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CheckProfileId } from '../../core/schemas.ts'
import type { Sql } from '../../core/sql.ts'
import type { Uses } from './check-profile.ts'
import { lockManaged, requireChoosable } from './find-profile.ts'

export const deleteCheckProfile = defineOperation({
  http: 'DELETE /api/check-profiles/:profileId',
  client: 'checkProfiles.delete',
  summary:
    'Delete a check profile. While projects or the workspace use it, name a replacement for them. Results of earlier checks stay.',

  scope: 'projects:write',
  tier: 3,
  audit: {
    action: 'check_profile.deleted',
    target: { of: 'checkProfile', before: ({ profileId }) => profileId },
    details: ({ replaceWith }) => ({ replaceWith }),
  },

  input: z.strictObject({
    profileId: CheckProfileId,
    replaceWith: CheckProfileId.nullish().describe(
      'Check profile that the projects and the workspace use instead: a built-in one or another one of the same workspace or project.',
    ),
  }),
  output: [204],
  conflicts: ['check_profile_in_use', 'check_profile_is_built_in'],

  transaction: true,
  async handler({ profileId, replaceWith = null }, { sql, caller }): Promise<undefined> {
    const { projectId } = await lockManaged({ sql, caller }, profileId)
    if (replaceWith !== null) {
      if (replaceWith === profileId) throw replacedByItself()
      await requireChoosable({ sql, caller }, { id: replaceWith, projectId, path: '/replaceWith' })
      await sql`
        update check_settings set profile_id = ${replaceWith}
        where workspace_id = ${caller.workspaceId} and profile_id = ${profileId}`
    } else await requireUnused(sql, caller.workspaceId, profileId)
    await sql`update check_profiles set deleted_at = now() where id = ${profileId}`
  },
})

async function requireUnused(sql: Sql, workspaceId: string, profileId: string): Promise<void> {
  const [uses] = await sql<Uses>`
    select coalesce(bool_or(project_id is null), false) as workspace, count(project_id)::integer as projects
    from check_settings where workspace_id = ${workspaceId} and profile_id = ${profileId}`
  const { workspace, projects } = uses!
  if (!workspace && projects === 0) return
  const users = [workspace ? ['the workspace'] : [], projects > 0 ? [counted(projects)] : []].flat()
  const message = `This check profile is in use by ${users.join(' and ')}. Choose another one there first, or name a replacement with \`replaceWith\`.`
  throw new ApiError('check_profile_in_use', { message })
}

const counted = (projects: number) => (projects === 1 ? '1 project' : `${projects} projects`)

function replacedByItself(): ApiError {
  const message = 'Choose another check profile than the one to delete.'
  return new ApiError('invalid_request', { errors: [{ path: '/replaceWith', code: 'unexpected', message }] })
}
