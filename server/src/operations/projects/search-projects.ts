import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { numberedPage, pageNumber, pageOf, pageSize, pageWindow } from '../../core/pages.ts'
import { SortDirection, text } from '../../core/schemas.ts'
import { fragment, nothing, verbatim } from '../../core/sql.ts'
import {
  ProjectListItem,
  projectItemColumns,
  projectItemJoins,
  projectItemRecord,
} from '../../records/project-list-item.ts'
import {
  allMatches,
  archivedFilter,
  bestMatches,
  ProjectSortType,
  projectSorts,
  type SortedRow,
  seenMatches,
  sortableProjects,
  withoutSortValues,
} from './matching-projects.ts'

export const searchProjects = defineOperation({
  http: 'GET /api/projects/search',
  client: 'projects.search',
  summary:
    'Search the projects that you can see by part of their name or description. One typo is tolerated when nothing else matches.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    query: text(1, 100).describe(
      'Matches part of the name or the description; one typo in the name is tolerated when nothing else matches.',
    ),
    archived: archivedFilter,
    page: pageNumber,
    sort: z
      .strictObject({
        type: ProjectSortType.optional(),
        direction: SortDirection.optional().describe('Ascending or descending, which is the default.'),
      })
      .prefault({})
      .describe(
        'Without it the best matches come first, the newest of equals before the others. A direction alone sorts by `createdAt`.',
      ),
  }),
  output: [200, numberedPage(ProjectListItem)],

  async handler({ query, archived, page, sort: { type, direction } }, { sql, caller, storage }) {
    const matches = { keyword: query, archived }
    const sorted = type !== undefined || direction !== undefined
    const [sort, way] = [type ?? 'createdAt', direction ?? 'desc'] as const
    const limit = fragment`limit ${page * pageSize + 1}`
    const best = { among: undefined, after: nothing, direction: 'desc', limit } as const
    const order = verbatim(
      sorted ? `order by ${projectSorts[sort][0]} ${way}, p.id ${way}` : 'order by p.rank desc, p.id desc',
    )
    // The facts of a card are looked up once it is known which projects are on the page.
    const rows = await sql<SortedRow & { place: number }>`
      with ${sorted ? seenMatches(matches, caller, undefined) : bestMatches(matches, caller, best)}
      select p.*, ${projectItemColumns} from (
        select p.*, row_number() over (${order}) as place
        from ${sortableProjects(allMatches, sort, caller)} ${order} ${pageWindow(page)}
      ) p ${projectItemJoins(caller)} order by p.place`
    const shown = pageOf(page, rows, ({ place: _, ...row }) => withoutSortValues(row))
    return { ...shown, data: await Promise.all(shown.data.map((row) => projectItemRecord(storage, row))) }
  },
})
