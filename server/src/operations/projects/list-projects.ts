import { z } from 'zod'
import { isOpenToCaller } from '../../core/access.ts'
import { defineOperation, type ReadContext } from '../../core/operation.ts'
import {
  type CursorPage,
  cursorInput,
  cursorPage,
  type Keyset,
  keysetPage,
  pageSize,
} from '../../core/pages.ts'
import { text } from '../../core/schemas.ts'
import { type Fragment, fragment, verbatim } from '../../core/sql.ts'
import {
  notDestroyed,
  Project,
  type ProjectRow,
  pictureColumn,
  pictureJoin,
  projectColumns,
  projectRecord,
} from '../../records/project.ts'
import { archivedFilter, matchingProjects, visibleTo } from './matching-projects.ts'

export const listProjects = defineOperation({
  http: 'QUERY /api/projects',
  client: 'projects.list',
  tool: 'list_projects',
  summary: 'List the projects that you can see, newest first; with a keyword, the best matches first.',
  toolUse: 'Use it first: most other tools need a project id.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    keyword: text(1, 100)
      .nullish()
      .describe(
        'A part of the name or the description, or the name but for a typo. The best matches come first.',
      ),
    archived: archivedFilter,
    ...cursorInput,
  }),
  output: [200, cursorPage(Project)],

  async handler({ keyword, archived, ...cursor }, context) {
    if (keyword != null) return listMatching({ keyword, archived }, cursor, context)
    const { sql, caller, cursors, storage } = context
    const { workspaceId, userId } = caller
    const newestFirst = (column: string, within?: Keyset['within']) =>
      keysetPage(cursors, cursor, {
        binding: ['listProjects', workspaceId, null, archived],
        columns: [[column, 'uuid']],
        direction: 'desc',
        ...(within && { within }),
      })
    const own = newestFirst('m.project_id', [
      ['m.workspace_id', 'uuid', workspaceId],
      ['m.user_id', 'uuid', userId],
      ['m.archived', 'boolean', archived],
    ])
    const open = newestFirst('p.id', [
      ['p.workspace_id', 'uuid', workspaceId],
      ['p.archived', 'boolean', archived],
    ])
    const page = newestFirst('p.id')
    // A page of one's own and a page of what is open to the workspace, each read in order from its own index, hold
    // the page of both.
    const rows = await sql<ProjectRow>`
      select p.*, ${pictureColumn} from (
        select distinct on (p.id) p.* from (
          (select ${projectColumns} from project_members m join projects p on p.id = m.project_id
            where ${notDestroyed} ${own.after} ${own.order})
          union all
          (select ${projectColumns} from projects p
            where ${isOpenToCaller(caller)}
              and ${notDestroyed} ${open.after} ${open.order})
        ) p ${page.order}
      ) p ${pictureJoin(caller)} ${page.order}`
    const shown = page.of(
      rows,
      (row) => [row.id],
      (row) => row,
    )
    return { ...shown, data: await Promise.all(shown.data.map((row) => projectRecord(storage, row))) }
  },
})

type Cursor = { next?: string | null | undefined; prev?: string | null | undefined }

/** The best matches first, the newest of equals before the others. */
async function listMatching(
  { keyword, archived }: { keyword: string; archived: boolean },
  cursor: Cursor,
  { sql, caller, cursors, storage }: ReadContext,
): Promise<CursorPage<Project>> {
  const ranked = (rank: string, id: string) =>
    keysetPage(cursors, cursor, {
      binding: ['listProjects', caller.workspaceId, keyword, archived],
      columns: [
        [rank, 'integer'],
        [id, 'uuid'],
      ],
      direction: 'desc',
    })
  const [hits, page] = [ranked('hit.rank', 'hit.id'), ranked('rank', 'id')]
  const { found, similar } = matchingProjects({ keyword, archived }, caller)
  const backwards = typeof cursor.prev === 'string'
  const direction = verbatim(backwards ? 'asc' : 'desc')
  // Sorted first and shown to the caller afterwards: whether they may see it takes a look at another table for each.
  const pageOf = (hit: Fragment, condition: Fragment) => fragment`(
    select ${projectColumns}, hit.rank from (
      select hit.id, hit.rank from ${hit} where ${condition} ${hits.after}
      order by hit.rank ${direction}, hit.id ${direction}
    ) hit join projects p on p.id = hit.id
    where ${visibleTo(caller)} ${hits.order})`
  // Names with a typo rank below all others, so that they are looked for only when those do not fill the page.
  const wanted = fragment`(${backwards} or (select count(*) from found) <= ${verbatim(String(pageSize))})`
  const rows = await sql<ProjectRow & { rank: number }>`
    with found as materialized ${pageOf(found, fragment`true`)},
      typos as materialized ${pageOf(similar, wanted)}
    select p.*, ${pictureColumn}
    from (select * from (select * from found union all select * from typos) p ${page.order}) p
    ${pictureJoin(caller)} ${page.order}`
  const shown = page.of(
    rows,
    (row) => [row.rank, row.id],
    ({ rank: _, ...row }) => row,
  )
  return { ...shown, data: await Promise.all(shown.data.map((row) => projectRecord(storage, row))) }
}
