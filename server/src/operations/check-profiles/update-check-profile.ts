import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { givenFields } from '../../core/operation-audit.ts'
import { CheckProfileId } from '../../core/schemas.ts'
import { CheckRules } from '../../media/checks/profile.ts'
import { CheckProfileName } from './check-profile.ts'
import { type FoundProfile, lockManaged } from './find-profile.ts'
import { changeProfile } from './store-profile.ts'

export const updateCheckProfile = defineOperation({
  http: 'PATCH /api/check-profiles/:profileId',
  client: 'checkProfiles.update',
  summary:
    'Rename a check profile, or change its rules as a new version. Files that are already checked keep their findings until their checks run again.',

  scope: 'projects:write',
  tier: 3,
  audit: {
    action: 'check_profile.updated',
    target: { of: 'checkProfile', before: ({ profileId }) => profileId },
    details: ({ name, rules }, _before, { version }) => ({ changed: givenFields({ name, rules }), version }),
  },

  input: z.strictObject({
    profileId: CheckProfileId,
    name: CheckProfileName.optional().describe('New name, unique in the workspace or project.'),
    rules: CheckRules.optional().describe('All rules of the new version; requires `version`.'),
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe(
        'The version that you have read and changed. If somebody has written a newer one, nothing changes.',
      ),
  }),
  output: [200, z.object({ version: z.int().describe('The latest version.') })],
  violations: { check_profiles_name_key: 'check_profile_name_taken' },
  conflicts: ['check_profile_changed', 'check_profile_is_built_in'],

  transaction: true,
  async handler({ profileId, name, rules, version }, { sql, caller }) {
    const profile = await lockManaged({ sql, caller }, profileId)
    if (rules !== undefined && version === undefined) throw versionMissing()
    if (version !== undefined && version !== profile.version) throw changedMeanwhile(profile, version)
    return { version: await changeProfile(sql, profile, { name, rules, userId: caller.userId }) }
  },
})

function versionMissing(): ApiError {
  const message = 'New rules need `version`: the version that you have read and changed.'
  return new ApiError('invalid_request', { errors: [{ path: '/version', code: 'version_missing', message }] })
}

function changedMeanwhile(profile: FoundProfile, read: number): ApiError {
  const message = `Somebody has changed this check profile: its version is ${profile.version}, and you have read version ${read}. Read it again, then make your change in the new version.`
  return new ApiError('check_profile_changed', { message })
}
