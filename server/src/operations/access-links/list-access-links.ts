import { z } from 'zod'
import { managers } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId } from '../../core/schemas.ts'
import {
  AccessLink,
  type AccessLinkRow,
  accessLinkColumns,
  accessLinkRecord,
} from '../../records/access-link.ts'

export const listAccessLinks = defineOperation({
  http: 'GET /api/projects/:projectId/access-links',
  client: 'accessLinks.list',
  tool: 'list_project_access_links',
  summary: 'List every access link of a project, in the order they were made.',
  toolUse: 'Use it to see who can join a project by link, and with which role.',

  scope: 'access-links:read',
  project: 'projectId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(AccessLink)],

  joinsAccess: true,
  async handler(_input, { sql, access, caller, secrets }) {
    // The outer join answers with a row of nulls where there is no link, which saves asking whether access is why.
    const rows = await sql<AccessLinkRow | { id: null }>`
      select ${accessLinkColumns}
      from ${access} left join access_links l on l.project_id = access.project_id
      order by l.id`
    return rows.filter((row) => row.id !== null).map((row) => accessLinkRecord(row, caller, secrets))
  },
})
