import { z } from 'zod'
import { type Caller, isOpenToCaller } from '../../core/access.ts'
import { type ContextFields, defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, type Keyset, keysetPage, pageSize } from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'
import { amongOf, keywordInput } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { notDestroyed, projectColumns } from '../../records/project.ts'
import {
  type ProjectItemRow,
  ProjectListItem,
  projectItemColumns,
  projectItemJoins,
  projectItemRecord,
} from '../../records/project-list-item.ts'
import {
  allMatches,
  archivedFilter,
  bestMatches,
  type ProjectSort,
  ProjectSortType,
  projectSorts,
  type SortedRow,
  seenMatches,
  sortableProjects,
  visibleProjects,
} from './matching-projects.ts'

const input = z.strictObject({
  keyword: keywordInput('the name or the description'),
  archived: archivedFilter,
  sort: z
    .strictObject({
      type: ProjectSortType.default('createdAt'),
      direction: SortDirection.default('desc').describe('Ascending or descending.'),
    })
    .nullish()
    .describe('Defaults to newest first or, with a keyword, to best match first.'),
  ...cursorInput,
})
type Input = z.output<typeof input>

export const listProjects = defineOperation({
  http: 'QUERY /api/projects',
  client: 'projects.list',
  tool: 'list_projects',
  summary:
    'List the projects that you can see, newest first or sorted. With a keyword, the best matches come first.',
  toolUse: 'Use it first: most other tools need a project id.',

  scope: 'projects:read',
  tier: 'default',

  input,
  output: [200, cursorPage(ProjectListItem)],

  async handler(asked, context) {
    const { keyword, sort } = asked
    const byCreation = keyword == null && (sort?.type ?? 'createdAt') === 'createdAt'
    const page = await (byCreation ? pageByCreation(asked, context) : sortedPage(asked, context))
    const { storage } = context
    return { ...page, data: await Promise.all(page.data.map((row) => projectItemRecord(storage, row))) }
  },
})

/** The values, besides the direction, that a cursor is bound to. */
function binding({ keyword, archived, sort }: Input, { workspaceId }: Caller): unknown[] {
  return ['listProjects', workspaceId, keyword ?? null, archived, sort?.type ?? null]
}

type ListContext = Pick<ContextFields, 'sql' | 'caller' | 'cursors'>

async function pageByCreation(asked: Input, { sql, caller, cursors }: ListContext) {
  const { archived, sort, next, prev } = asked
  const { workspaceId, userId } = caller
  const ordered = (column: string, within?: Keyset['within']) =>
    keysetPage(
      cursors,
      { next, prev },
      {
        binding: binding(asked, caller),
        columns: [[column, 'uuid']],
        direction: sort?.direction ?? 'desc',
        ...(within && { within }),
      },
    )
  const own = ordered('m.project_id', [
    ['m.workspace_id', 'uuid', workspaceId],
    ['m.user_id', 'uuid', userId],
    ['m.archived', 'boolean', archived],
  ])
  const open = ordered('p.id', [
    ['p.workspace_id', 'uuid', workspaceId],
    ['p.archived', 'boolean', archived],
  ])
  const page = ordered('p.id')
  // A page of the caller's own projects and a page of the projects open to the workspace, each read in order from its
  // own index, together contain the page of both.
  const rows = await sql<ProjectItemRow>`
    select p.*, ${projectItemColumns} from (
      select distinct on (p.id) p.* from (
        (select ${projectColumns} from project_members m join projects p on p.id = m.project_id
          where ${notDestroyed} ${own.after} ${own.order})
        union all
        (select ${projectColumns} from projects p
          where ${isOpenToCaller(caller)}
            and ${notDestroyed} ${open.after} ${open.order})
      ) p ${page.order}
    ) p ${projectItemJoins(caller)} ${page.order}`
  return page.of(
    rows,
    (row) => [row.id],
    (row) => row,
  )
}

/** By name, activity or keyword: sorts all projects first, then looks up the details of one page. */
async function sortedPage(asked: Input, { sql, caller, cursors }: ListContext) {
  const { keyword, sort, next, prev } = asked
  const type: ProjectSort = sort?.type ?? 'createdAt'
  const columns: Keyset['columns'] = sort ? [projectSorts[type], ['p.id', 'uuid']] : [['p.id', 'uuid']]
  const direction = sort?.direction ?? 'desc'
  // In every order, the rank tells exact matches from typos in the cursor.
  const ranked: Keyset['columns'] = keyword == null ? columns : [['p.rank', 'integer'], ...columns]
  const keyset: Keyset = { binding: binding(asked, caller), columns: ranked, direction }
  const page = keysetPage(cursors, { next, prev }, keyset)
  const hits = keyword == null ? visibleProjects(asked, caller) : allMatches
  const rows = await sql<SortedRow>`
    ${keyword == null ? nothing : fragment`with ${matches(keyword)}`}
    select p.*, ${projectItemColumns} from (
      select p.* from ${sortableProjects(hits, type, caller)} where true ${page.after} ${page.order}
    ) p ${projectItemJoins(caller)} ${page.order}`
  const column = (row: SortedRow, name: string) => row[name.slice('p.'.length) as keyof SortedRow]
  return page.of(
    rows,
    (row) => ranked.map(([name]) => column(row, name)),
    (row) => row,
  )

  function matches(keyword: string): Fragment {
    const { archived } = asked
    const among = amongOf(page.position?.[0])
    if (sort) return seenMatches({ keyword, archived }, caller, among)
    const hit = keysetPage(
      cursors,
      { next, prev },
      {
        ...keyset,
        columns: [
          ['hit.rank', 'integer'],
          ['hit.id', 'uuid'],
        ],
      },
    )
    const backwards = typeof prev === 'string'
    const limit = verbatim(`limit ${pageSize + 1}`)
    const best = { among, after: hit.after, direction: backwards ? 'asc' : 'desc', limit } as const
    return bestMatches({ keyword, archived }, caller, best)
  }
}
