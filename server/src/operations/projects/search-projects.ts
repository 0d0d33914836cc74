import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageWindow } from '../../core/pages.ts'
import { SortDirection, text } from '../../core/schemas.ts'
import { verbatim } from '../../core/sql.ts'
import { notDestroyed, Project, projectColumns, projectContains } from '../../records/project.ts'

// By name: without regard to case, the same on every machine.
const sortKeys = { name: 'lower(p.name) collate "C"', createdAt: 'p.created_at' } as const

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
        type: z.enum(['name', 'createdAt']).default('createdAt'),
        direction: SortDirection.default('desc'),
      })
      .prefault({}),
  }),
  output: [200, numberedPage(Project)],

  async handler({ query, page, sort: { type, direction } }, { sql, caller }) {
    const { workspaceId, userId, workspaceRole } = caller
    const rows = await sql<Project>`
      select ${projectColumns}
      from projects p
      where p.id in (
          select project_id from project_members where workspace_id = ${workspaceId} and user_id = ${userId}
          union all
          select id from projects
          where workspace_id = ${workspaceId} and access_range = 'ALLOW_WORKSPACE_MEMBER'
            and ${workspaceRole !== 'GUEST'}
        )
        and ${notDestroyed} and ${projectContains(query)}
      order by ${verbatim(`${sortKeys[type]} ${direction}, p.id ${direction}`)} ${pageWindow(page)}`
    return pageOf(page, rows, (project) => project)
  },
})
