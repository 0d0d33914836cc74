import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { CheckProfileId, ProjectId } from '../../core/schemas.ts'
import { CheckRules } from '../../media/checks/profile.ts'
import { CheckProfileName } from './check-profile.ts'
import { requireManager, requireNamedProject } from './find-profile.ts'
import { insertProfile } from './store-profile.ts'

export const createCheckProfile = defineOperation({
  http: 'POST /api/check-profiles',
  client: 'checkProfiles.create',
  summary:
    'Create a check profile for the workspace, by its administrators, or for one project, by its managers. Its rules are version 1.',

  scope: 'projects:write',
  tier: 3,
  audit: { action: 'check_profile.created', target: { of: 'checkProfile', after: (_input, { id }) => id } },

  input: z.strictObject({
    name: CheckProfileName.describe('Name, unique in the workspace or project.'),
    rules: CheckRules.describe('A rule that is missing is not checked.'),
    projectId: ProjectId.nullish().describe('Project that alone can use it; by default, all projects can.'),
  }),
  output: [201, z.object({ id: CheckProfileId, version: z.int() })],
  violations: { check_profiles_name_key: 'check_profile_name_taken' },
  conflicts: ['too_many_check_profiles'],

  transaction: true,
  async handler({ name, rules, projectId = null }, { sql, caller }) {
    await requireNamedProject(requireManager({ sql, caller }, projectId))
    const { workspaceId, userId } = caller
    const id = await insertProfile(sql, { workspaceId, projectId, name, rules, userId })
    return { id, version: 1 }
  },
})
