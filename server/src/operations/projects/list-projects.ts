import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, type Keyset, keysetPage } from '../../core/pages.ts'
import { text } from '../../core/schemas.ts'
import { fragment, nothing } from '../../core/sql.ts'
import { notDestroyed, Project, projectColumns, projectContains } from '../../records/project.ts'

export const listProjects = defineOperation({
  http: 'QUERY /api/projects',
  tool: 'list_projects',
  summary: 'List the projects that you can see, newest first.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    keyword: text(1, 100)
      .nullish()
      .describe('A part of the name or the description, without regard to case.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(Project)],

  async handler({ keyword, ...cursor }, { sql, caller, cursors }) {
    const { workspaceId, userId, workspaceRole } = caller
    const binding = ['listProjects', workspaceId, keyword ?? null]
    const newestFirst = (column: string, within?: Keyset['within']) =>
      keysetPage(cursors, cursor, {
        binding,
        columns: [[column, 'uuid']],
        direction: 'desc',
        ...(within && { within }),
      })
    const own = newestFirst('m.project_id', [
      ['m.workspace_id', 'uuid', workspaceId],
      ['m.user_id', 'uuid', userId],
    ])
    const open = newestFirst('p.id', [['p.workspace_id', 'uuid', workspaceId]])
    const page = newestFirst('p.id')
    const matching = keyword == null ? nothing : fragment`and ${projectContains(keyword)}`
    // A page of one's own and a page of what is open to the workspace, each read in order from its own index, hold
    // the page of both.
    const rows = await sql<Project>`
      select distinct on (p.id) p.* from (
        (select ${projectColumns} from project_members m join projects p on p.id = m.project_id
          where ${notDestroyed} ${matching} ${own.after} ${own.order})
        union all
        (select ${projectColumns} from projects p
          where p.access_range = 'ALLOW_WORKSPACE_MEMBER' and ${workspaceRole !== 'GUEST'}
            and ${notDestroyed} ${matching} ${open.after} ${open.order})
      ) p ${page.order}`
    return page.of(
      rows,
      (project) => [project.id],
      (project) => project,
    )
  },
})
