import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import { builtInProfiles } from '../../media/checks/built-in-profiles.ts'
import {
  builtInRecord,
  CheckProfile,
  type CheckProfileRow,
  checkProfileColumns,
  checkProfileRecord,
  profileAuthor,
} from './check-profile.ts'
import { requireNamedProject, requireVisible } from './find-profile.ts'
import { readBuiltInUses } from './uses.ts'

export const listCheckProfiles = defineOperation({
  http: 'GET /api/check-profiles',
  client: 'checkProfiles.list',
  summary:
    'List the check profiles that can be chosen: the built-in ones, those of the workspace by name and, with `projectId`, those of the project.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    projectId: ProjectId.nullish().describe('Include the check profiles of this project.'),
  }),
  output: [200, z.array(CheckProfile)],

  async handler({ projectId = null }, { sql, caller }) {
    await requireNamedProject(requireVisible({ sql, caller }, { projectId }))
    const uses = await readBuiltInUses(sql, caller.workspaceId)
    const rows = await sql<CheckProfileRow>`
      select ${checkProfileColumns}
      from check_profiles p join check_profile_versions v on v.profile_id = p.id and v.version = p.version ${profileAuthor}
      where p.workspace_id = ${caller.workspaceId} and p.deleted_at is null
        and (p.project_id is null or p.project_id = ${projectId}::uuid)
      order by p.project_id is not null, lower(p.name) collate "C", p.id`
    const builtIn = Object.keys(builtInProfiles).map((id) => builtInRecord(id, uses(id))!)
    return [...builtIn, ...rows.map(checkProfileRecord)]
  },
})
