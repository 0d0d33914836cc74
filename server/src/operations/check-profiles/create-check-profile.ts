import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { defineOperation } from '../../core/operation.ts'
import { CheckProfileId, ProjectId } from '../../core/schemas.ts'
import { CheckRules } from '../../media/checks/profile.ts'
import { CheckProfileName, mostCheckProfiles } from './check-profile.ts'
import { requireManager } from './find-profile.ts'

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
    await requireManager({ sql, caller }, projectId)
    // A concurrent request waits here and counts this one.
    await sql`select 1 from workspaces where id = ${caller.workspaceId} for no key update`
    const [own] = await sql<{ count: number }>`
      select count(*)::integer as count from check_profiles
      where workspace_id = ${caller.workspaceId} and project_id is not distinct from ${projectId}::uuid and deleted_at is null`
    if (own!.count >= mostCheckProfiles) throw new ApiError('too_many_check_profiles')
    const id = newPrefixedId('CP')
    await sql`
      with profile as (
        insert into check_profiles (id, workspace_id, project_id, name, version, created_by)
        values (${id}, ${caller.workspaceId}, ${projectId}, ${name}, 1, ${caller.userId}) returning id
      )
      insert into check_profile_versions (profile_id, version, rules, created_by)
      select id, 1, ${JSON.stringify(rules)}::jsonb, ${caller.userId} from profile`
    return { id, version: 1 }
  },
})
