import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { CheckProfileId } from '../../core/schemas.ts'
import {
  CheckProfileVersion,
  type ProfileVersionRow,
  profileVersionColumns,
  profileVersionRecord,
  versionAuthor,
} from './check-profile.ts'
import { isBuiltIn, requireVisible } from './find-profile.ts'

export const listCheckProfileVersions = defineOperation({
  http: 'GET /api/check-profiles/:profileId/versions',
  client: 'checkProfiles.listVersions',
  summary: 'List the versions of a check profile, newest first. Built-in ones have none.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({ profileId: CheckProfileId, page: pageNumber }),
  output: [200, numberedPage(CheckProfileVersion)],

  async handler({ profileId, page }, { sql, caller }) {
    if (isBuiltIn(profileId)) return pageOf(page, [], profileVersionRecord)
    const [profile] = await sql<{ projectId: string | null }>`
      select project_id as "projectId" from check_profiles
      where id = ${profileId} and workspace_id = ${caller.workspaceId} and deleted_at is null`
    if (!profile) throw new ApiError('not_found')
    await requireVisible({ sql, caller }, profile)
    const rows = await sql<ProfileVersionRow>`
      select ${profileVersionColumns}
      from check_profile_versions v join check_profiles p on p.id = v.profile_id ${versionAuthor}
      where v.profile_id = ${profileId} order by v.version desc ${pageWindow(page)}`
    return pageOf(page, rows, profileVersionRecord)
  },
})
