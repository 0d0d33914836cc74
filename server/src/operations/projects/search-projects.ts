import { z } from 'zod'
import type { Caller } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import {
  type NumberedPage,
  numberedPage,
  pageNumber,
  pageOf,
  pageSize,
  pageWindow,
} from '../../core/pages.ts'
import { SortDirection, text } from '../../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import type { FileUrls } from '../../core/storage.ts'
import {
  Project,
  type ProjectRow,
  pictureColumn,
  pictureJoin,
  projectColumns,
  projectRecord,
} from '../../records/project.ts'
import { archivedFilter, matchingProjects, visibleTo } from './matching-projects.ts'

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
    archived: archivedFilter,
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

  async handler({ query, archived, page, sort: { type, direction } }, { sql, caller, storage }) {
    const { found, similar } = matchingProjects({ keyword: query, archived }, caller)
    const visible = visibleTo(caller)
    if (type !== undefined || direction !== undefined) {
      const way = direction ?? 'desc'
      const order = verbatim(`order by ${sortKeys[type ?? 'createdAt']} ${way}, p.id ${way}`)
      const hits = fragment`(select id from found union all select id from typos)`
      // In an order that says nothing of how well they match, names with a typo would only be in the way of the others.
      const rows = await sql<Placed>`
        with found as materialized (select hit.id from ${found} join projects p on p.id = hit.id where ${visible}),
          typos as materialized (
            select hit.id from ${similar} join projects p on p.id = hit.id
            where not exists (select from found) and ${visible})
        ${shownPage(hits, order, page, caller)}`
      return recordsOf(storage, pageOf(page, rows, unplaced))
    }
    // Sorted first and shown to the caller afterwards: whether they may see it takes a look at another table for each.
    const upToPage = (hit: Fragment, condition: Fragment) => fragment`(
      select hit.id, hit.rank from (
        select hit.id, hit.rank from ${hit} where ${condition} order by hit.rank desc, hit.id desc
      ) hit join projects p on p.id = hit.id
      where ${visible} order by hit.rank desc, hit.id desc limit ${page * pageSize + 1})`
    // Names with a typo rank below all others, so that they are looked for only when those do not fill the page.
    const wanted = fragment`(select count(*) from found) <= ${page * pageSize}`
    const hits = fragment`(select * from found union all select * from typos)`
    const rows = await sql<Placed>`
      with found as materialized ${upToPage(found, fragment`true`)},
        typos as materialized ${upToPage(similar, wanted)}
      ${shownPage(hits, fragment`order by hit.rank desc, hit.id desc`, page, caller)}`
    return recordsOf(storage, pageOf(page, rows, unplaced))
  },
})

type Placed = ProjectRow & { place: number }

/** The page in its order; pictures are looked for once it is known what is on it. */
function shownPage(hits: Fragment, order: Fragment, page: number, caller: Caller): Fragment {
  return fragment`
    select p.*, ${pictureColumn} from (
      select ${projectColumns}, row_number() over (${order}) as place
      from ${hits} hit join projects p on p.id = hit.id
      ${order} ${pageWindow(page)}
    ) p ${pictureJoin(caller)} order by p.place`
}

function unplaced({ place: _, ...row }: Placed): ProjectRow {
  return row
}

async function recordsOf(
  storage: FileUrls,
  { data, page }: NumberedPage<ProjectRow>,
): Promise<NumberedPage<Project>> {
  return { data: await Promise.all(data.map((row) => projectRecord(storage, row))), page }
}
