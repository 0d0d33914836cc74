import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { SortDirection, text } from '../../core/schemas.ts'
import { fragment, verbatim } from '../../core/sql.ts'
import { notDestroyed, Project, projectColumns, projectContains } from '../../records/project.ts'

// By name: without regard to case, the same on every machine.
const sortKeys = { name: 'lower(p.name) collate "C"', createdAt: 'p."createdAt"' } as const

export const searchProjects = defineOperation({
  http: 'GET /api/projects/search',
  summary: 'Search the projects that you can see by a part of their name or description.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    query: text(1, 100).describe('A part of the name or the description, without regard to case.'),
    page: pageNumber,
    sort: z
      .strictObject({
        type: z.enum(['name', 'createdAt']).default('createdAt').describe('What to sort by.'),
        direction: SortDirection.default('desc').describe('Ascending or descending.'),
      })
      .prefault({}),
  }),
  output: [200, numberedPage(Project)],

  async handler({ query, page, sort: { type, direction } }, { sql, caller }) {
    const { workspaceId, userId, workspaceRole } = caller
    const matching = fragment`${notDestroyed} and ${projectContains(query)}`
    // Told apart rather than united, so that only what matches is ever compared (1.4 s instead of 9 s for 500,000).
    const rows = await sql<Project>`
      select p.* from (
        select ${projectColumns} from project_members m join projects p on p.id = m.project_id
        where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and ${matching}
        union all
        select ${projectColumns} from projects p
        where p.workspace_id = ${workspaceId} and p.access_range = 'ALLOW_WORKSPACE_MEMBER'
          and ${workspaceRole !== 'GUEST'} and ${matching}
          and not exists (select from project_members m where m.project_id = p.id and m.user_id = ${userId})
      ) p
      order by ${verbatim(`${sortKeys[type]} ${direction}, p.id ${direction}`)} ${pageWindow(page)}`
    return pageOf(page, rows, (project) => project)
  },
})
