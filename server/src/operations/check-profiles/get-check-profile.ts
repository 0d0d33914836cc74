import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { CheckProfileId } from '../../core/schemas.ts'
import {
  builtInRecord,
  CheckProfile,
  type CheckProfileRow,
  checkProfileColumns,
  checkProfileRecord,
  profileAuthor,
} from './check-profile.ts'
import { isBuiltIn, requireVisible } from './find-profile.ts'
import { readBuiltInUses } from './uses.ts'

export const getCheckProfile = defineOperation({
  http: 'GET /api/check-profiles/:profileId',
  client: 'checkProfiles.get',
  summary: 'Get a check profile with its rules, also those of an earlier version.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    profileId: CheckProfileId,
    version: z.int().min(1).max(2_147_483_647).nullish().describe('Version to read; the latest by default.'),
  }),
  output: [200, CheckProfile],

  async handler({ profileId, version = null }, { sql, caller }) {
    if (isBuiltIn(profileId)) {
      if (version !== null && version !== 1) throw new ApiError('not_found')
      return builtInRecord(profileId, (await readBuiltInUses(sql, caller.workspaceId))(profileId))!
    }
    const [row] = await sql<CheckProfileRow>`
      select ${checkProfileColumns}
      from check_profiles p
      join check_profile_versions v on v.profile_id = p.id and v.version = coalesce(${version}::integer, p.version)
      ${profileAuthor}
      where p.id = ${profileId} and p.workspace_id = ${caller.workspaceId} and p.deleted_at is null`
    if (!row) throw new ApiError('not_found')
    const profile = checkProfileRecord(row)
    await requireVisible({ sql, caller }, { projectId: profile.project?.id ?? null })
    return profile
  },
})
