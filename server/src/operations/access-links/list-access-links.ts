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
  summary: 'List the access links of a project, oldest first.',
  toolUse: 'Use it to see the links that people can join a project with, and their roles.',

  scope: 'access-links:read',
  project: 'projectId',
  roles: managers,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId }),
  output: [200, z.array(AccessLink)],

  joinsAccess: true,
  async handler(_input, { sql, access, caller, secrets }) {
    // The outer join returns one row of nulls for a project without links, which saves a second query for access.
    const rows = await sql<AccessLinkRow | { id: null }>`
      select ${accessLinkColumns}
      from ${access} left join access_links l on l.project_id = access.project_id
      order by l.id`
    return rows.filter((row) => row.id !== null).map((row) => accessLinkRecord(row, caller, secrets))
  },
})
