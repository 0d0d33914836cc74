import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import {
  numberedPage,
  pageNumber,
  pageOfText,
  pageSize,
  pageWindow,
  type RecordsText,
  recordsText,
} from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'
import { keywordInput } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { bytesWithUrls } from '../../records/media.ts'
import { ProjectListItem, projectItemJoins, projectItemText } from '../../records/project-list-item.ts'
import {
  allMatches,
  archivedFilter,
  bestMatches,
  ProjectSortType,
  projectSorts,
  seenMatches,
  sortableProjects,
  visibleProjects,
} from './matching-projects.ts'

export const searchProjects = defineOperation({
  http: 'GET /api/projects/search',
  client: 'projects.search',
  summary:
    'Search the projects that you can see by part of their name or description. An empty query lists all of them.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    query: keywordInput('the name or the description'),
    archived: archivedFilter,
    page: pageNumber,
    sort: z
      .strictObject({
        type: ProjectSortType.optional(),
        direction: SortDirection.optional().describe('Ascending or descending; defaults to descending.'),
      })
      .prefault({})
      .describe(
        'Defaults to best match first, newest first among equal matches. A direction alone sorts by `createdAt`.',
      ),
  }),
  output: [200, numberedPage(ProjectListItem)],

  async handler({ query, archived, page, sort: { type, direction } }, { sql, caller, storage, urls }) {
    const sorted = type !== undefined || direction !== undefined
    const [sort, way] = [type ?? 'createdAt', direction ?? 'desc'] as const
    const order = verbatim(
      sorted ? `order by ${projectSorts[sort][0]} ${way}, p.id ${way}` : 'order by p.rank desc, p.id desc',
    )
    // The details are looked up only for the projects on the page.
    const hits = query == null ? visibleProjects({ archived }, caller) : allMatches
    const [text] = await sql<RecordsText>`
      with ${query == null ? nothing : fragment`${matches(query)},`}
      page as materialized (
        select p.*, row_number() over (${order}) as n
        from (select p.* from ${sortableProjects(hits, sort, caller)} ${order} ${pageWindow(page)}) p
      )
      select ${recordsText(projectItemText, 'p.n', 'asc')} from page p ${projectItemJoins(caller)}`
    const utf8 = await bytesWithUrls(text!.utf8, { storage, urls })
    return pageOfText<ProjectListItem>(page, { ...text!, utf8 })

    function matches(keyword: string): Fragment {
      if (sorted) return seenMatches({ keyword, archived }, caller, undefined)
      const limit = fragment`limit ${page * pageSize + 1}`
      const best = { among: undefined, after: nothing, direction: 'desc', limit } as const
      return bestMatches({ keyword, archived }, caller, best)
    }
  },
})
