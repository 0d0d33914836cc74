import { z } from 'zod'
import { type Caller, isOpenToCaller } from '../../core/access.ts'
import type { JsonText } from '../../core/json-text.ts'
import { type ContextFields, defineOperation } from '../../core/operation.ts'
import {
  type CursorPage,
  cursorInput,
  cursorPage,
  type Keyset,
  keysetPage,
  type PageText,
  pageSize,
} from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'
import { amongOf, keywordInput } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import type { FileUrls } from '../../core/storage.ts'
import { bytesWithUrls } from '../../records/media.ts'
import { notDestroyed, projectColumns } from '../../records/project.ts'
import { ProjectListItem, projectItemJoins, projectItemText } from '../../records/project-list-item.ts'
import {
  allMatches,
  archivedFilter,
  bestMatches,
  type ProjectSort,
  ProjectSortType,
  projectSorts,
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
  summary:
    'List the projects that you can see, newest first or sorted. With a keyword, the best matches come first.',

  scope: 'projects:read',
  tier: 'default',

  input,
  output: [200, cursorPage(ProjectListItem)],

  async handler(asked, context) {
    const { keyword, sort } = asked
    const byCreation = keyword == null && (sort?.type ?? 'createdAt') === 'createdAt'
    return byCreation ? pageByCreation(asked, context) : sortedPage(asked, context)
  },
})

/** The values, besides the direction, that a cursor is bound to. */
function binding({ keyword, archived, sort }: Input, { workspaceId }: Caller): unknown[] {
  return ['listProjects', workspaceId, keyword ?? null, archived, sort?.type ?? null]
}

type ListContext = Pick<ContextFields, 'sql' | 'caller' | 'cursors' | 'urls'> & { storage: FileUrls }
type Page = JsonText<CursorPage<ProjectListItem>>

async function pageByCreation(asked: Input, context: ListContext): Promise<Page> {
  const { caller, cursors } = context
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
        ...(within && { within, hideValues: true }),
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
  const rows = fragment`(
    select distinct on (p.id) p.* from (
      (select ${projectColumns} from project_members m join projects p on p.id = m.project_id
        where ${notDestroyed} ${own.after} ${own.order})
      union all
      (select ${projectColumns} from projects p where ${isOpenToCaller(caller)} and ${notDestroyed} ${open.after} ${open.order})
    ) p ${page.order}) p`
  return detailed(context, page, nothing, rows)
}

/** Looks up the details of the projects of one page. */
async function detailed(
  { sql, caller, storage, urls }: ListContext,
  page: ReturnType<typeof keysetPage>,
  ctes: Fragment,
  rows: Fragment,
): Promise<Page> {
  const [text] = await sql<PageText>`
    with ${ctes} page as materialized (select p.*, ${page.number} as n from ${rows})
    select ${page.text(projectItemText, 'p.n')} from page p ${projectItemJoins(caller)}`
  const utf8 = await bytesWithUrls(text!.utf8, { storage, urls })
  return page.ofText({ ...text!, utf8 })
}

/** By name, activity or keyword: sorts all projects first, then looks up the details of one page. */
async function sortedPage(asked: Input, context: ListContext): Promise<Page> {
  const { caller, cursors } = context
  const { keyword, sort, next, prev } = asked
  const type: ProjectSort = sort?.type ?? 'createdAt'
  const columns: Keyset['columns'] = sort ? [projectSorts[type], ['p.id', 'uuid']] : [['p.id', 'uuid']]
  const direction = sort?.direction ?? 'desc'
  // In every order, the rank tells exact matches from typos in the cursor.
  const ranked: Keyset['columns'] = keyword == null ? columns : [['p.rank', 'integer'], ...columns]
  const keyset: Keyset = { binding: binding(asked, caller), columns: ranked, direction }
  const page = keysetPage(cursors, { next, prev }, keyset)
  const hits = keyword == null ? visibleProjects(asked, caller) : allMatches
  const ctes = keyword == null ? nothing : fragment`${matches(keyword)},`
  const rows = fragment`(
    select p.* from ${sortableProjects(hits, type, caller)} where true ${page.after} ${page.order}) p`
  return detailed(context, page, ctes, rows)

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
