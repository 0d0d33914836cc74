import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageSize, pageWindow } from '../../core/pages.ts'
import { SortDirection, text } from '../../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import { Project, projectColumns } from '../../records/project.ts'
import { matchingProjects, visibleTo } from './matching-projects.ts'

// By name: without regard to case, the same on every machine.
const sortKeys = { name: 'lower(p.name) collate "C"', createdAt: 'p.created_at' } as const

export const searchProjects = defineOperation({
  http: 'GET /api/projects/search',
  client: 'projects.search',
  summary:
    'Search the projects that you can see by a part of their name or description, or by a name with a typo.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    query: text(1, 100).describe('A part of the name or the description, or the name but for a typo.'),
    page: pageNumber,
    sort: z
      .strictObject({
        type: z
          .enum(['name', 'createdAt'])
          .optional()
          .describe('What to sort by; `createdAt` with a direction alone.'),
        direction: SortDirection.optional().describe('Ascending or descending, which is the default.'),
      })
      .prefault({})
      .describe('Without it the best matches come first, the newest of equals before the others.'),
  }),
  output: [200, numberedPage(Project)],

  async handler({ query, page, sort: { type, direction } }, { sql, caller }) {
    const { found, similar } = matchingProjects(query, caller)
    const visible = visibleTo(caller)
    if (type !== undefined || direction !== undefined) {
      const way = direction ?? 'desc'
      const order = verbatim(`order by ${sortKeys[type ?? 'createdAt']} ${way}, p.id ${way}`)
      // In an order that says nothing of how well they match, names with a typo would only be in the way of the others.
      const rows = await sql<Project>`
        with found as materialized (select hit.id from ${found} join projects p on p.id = hit.id where ${visible}),
          typos as materialized (
            select hit.id from ${similar} join projects p on p.id = hit.id
            where not exists (select from found) and ${visible})
        select ${projectColumns}
        from (select id from found union all select id from typos) hit join projects p on p.id = hit.id
        ${order} ${pageWindow(page)}`
      return pageOf(page, rows, (project) => project)
    }
    // Sorted first and shown to the caller afterwards: whether they may see it takes a look at another table for each.
    const upToPage = (hit: Fragment, condition: Fragment) => fragment`(
      select hit.id, hit.rank from (
        select hit.id, hit.rank from ${hit} where ${condition} order by hit.rank desc, hit.id desc
      ) hit join projects p on p.id = hit.id
      where ${visible} order by hit.rank desc, hit.id desc limit ${page * pageSize + 1})`
    // Names with a typo rank below all others, so that they are looked for only when those do not fill the page.
    const wanted = fragment`(select count(*) from found) <= ${page * pageSize}`
    const rows = await sql<Project>`
      with found as materialized ${upToPage(found, fragment`true`)},
        typos as materialized ${upToPage(similar, wanted)}
      select ${projectColumns}
      from (select * from found union all select * from typos) hit join projects p on p.id = hit.id
      order by hit.rank desc, hit.id desc ${pageWindow(page)}`
    return pageOf(page, rows, (project) => project)
  },
})
